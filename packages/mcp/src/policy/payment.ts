import type { Agent, Currency, Fields, InternalAccount, Quote } from '@org/payments-contract';
import type { AgentClient } from '@org/payments-sdk';

/** What a call would move, as far as it is known before the service decides. */
export interface Payment {
  /** What leaves the sender, in the smallest unit; undefined if only the service can determine it. */
  readonly amount: number | undefined;
  readonly currency: Currency | undefined;
  readonly internalAccountIds: readonly string[];
  readonly externalAccountIds: readonly string[];
}

interface Party {
  readonly accountId?: string | undefined;
}

const isInternal = (id: string) => id.startsWith('InternalAccount:');

function accountsOf(...parties: readonly Party[]) {
  const ids = parties.flatMap(({ accountId }) => accountId ?? []);
  return {
    internalAccountIds: ids.filter(isInternal),
    externalAccountIds: ids.filter((id) => !isInternal(id)),
  };
}

/** Reads an account; undefined too for an agent that may not see balances. */
async function findAccount(
  agent: AgentClient,
  { policy }: Agent,
  id: string,
): Promise<InternalAccount | undefined> {
  if (!policy.permissions.includes('VIEW_TRANSACTIONS')) return undefined;
  for await (const account of agent.internalAccounts.list({ limit: 100 })) {
    if (account.id === id) return account;
  }
  return undefined;
}

function ofQuote({ source, destination, totalSendingAmount, sendingCurrency }: Quote): Payment {
  const accounts = accountsOf(source, destination);
  return { amount: totalSendingAmount, currency: sendingCurrency, ...accounts };
}

/**
 * Reads what a payment of an agent would move: a transfer from its input, a quote that is executed
 * from the quote itself. For a quote that does not exist yet, only the fixed side is known.
 */
export async function paymentOf(
  agent: AgentClient,
  self: Agent,
  name: string,
  input: Fields,
): Promise<Payment> {
  const { quoteId } = input;
  if (name === 'agent.quotes.execute' && typeof quoteId === 'string') {
    return ofQuote(await agent.quotes.get({ quoteId }));
  }
  const { source = {}, destination = {} } = input as Record<'source' | 'destination', Party>;
  const accounts = accountsOf(source, destination);
  const [first] = accounts.internalAccountIds;
  const account = first === undefined ? undefined : await findAccount(agent, self, first);
  const given =
    name === 'agent.quotes.create'
      ? input.lockedCurrencySide === 'SENDING' && input.lockedCurrencyAmount
      : input.amount;
  return {
    amount: typeof given === 'number' ? given : undefined,
    currency: account?.balance.currency,
    ...accounts,
  };
}

/** Payments that wait for approval. They count against an agent's limits but are not in its usage. */
export interface WaitingPayments {
  readonly count: number;
  /**
   * Total amount, in the smallest unit of the policy's currency, without payments in another one:
   * the service converts those.
   */
  readonly amount: number;
  /** How many of them are in another currency. */
  readonly others: number;
}

const none: WaitingPayments = { count: 0, amount: 0, others: 0 };

function hasTotals({ policy }: Agent): boolean {
  const { dailyLimit, monthlyLimit, dailyTransactionLimit } = policy.spendingLimits;
  return (dailyLimit ?? monthlyLimit ?? dailyTransactionLimit ?? null) !== null;
}

/** Reads what an agent's payments that wait for approval add up to, if a limit counts them. */
export async function waitingPayments(client: AgentClient, agent: Agent): Promise<WaitingPayments> {
  if (!hasTotals(agent)) return none;
  let { count, amount, others } = none;
  const actions = client.actions.list({ status: 'PENDING_APPROVAL', limit: 100 });
  for await (const { transferDetails, quote } of actions) {
    count += 1;
    const currency = transferDetails?.currency ?? quote?.sendingCurrency.code;
    if (currency === agent.policy.spendingLimits.currency) {
      amount += transferDetails?.amount ?? quote?.totalSendingAmount ?? 0;
    } else others += 1;
  }
  return { count, amount, others };
}
