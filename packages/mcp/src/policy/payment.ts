import type { Agent, AgentAction, Currency, Fields, Quote } from '@org/payments-contract';
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
async function findAccount(agent: AgentClient, { policy }: Agent, id: string) {
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

export function paymentOfAction({ quote, transferDetails }: AgentAction): Payment {
  if (quote !== undefined) return ofQuote(quote);
  const { amount, currency = '', sourceAccountId, destinationAccountId } = transferDetails ?? {};
  const accounts = accountsOf({ accountId: sourceAccountId }, { accountId: destinationAccountId });
  return { amount, currency: { code: currency }, ...accounts };
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

/** Reads what an agent's payments that wait for approval add up to, if a limit counts them. */
export async function waitingPayments(client: AgentClient, agent: Agent): Promise<WaitingPayments> {
  const { dailyLimit, monthlyLimit, dailyTransactionLimit } = agent.policy.spendingLimits;
  if ((dailyLimit ?? monthlyLimit ?? dailyTransactionLimit ?? null) === null) return none;
  const actions = client.actions.list({ status: 'PENDING_APPROVAL', limit: 100 });
  return totalOf(await actions.toArray(), agent);
}

/** What actions that wait for approval add up to. */
export function totalOf(actions: readonly AgentAction[], { policy }: Agent): WaitingPayments {
  let { count, amount, others } = none;
  for (const payment of actions.map(paymentOfAction)) {
    count += 1;
    if (payment.currency?.code === policy.spendingLimits.currency) amount += payment.amount ?? 0;
    else others += 1;
  }
  return { count, amount, others };
}
