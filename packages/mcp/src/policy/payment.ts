import type { Currency, InternalAccount, Quote } from '@org/payments-contract';
import type { AgentClient } from '@org/payments-sdk';

/** What a call would move, as far as it is known before the service decides. */
export interface Payment {
  /**
   * What leaves the sender, in the smallest unit; undefined if only the service can determine it.
   */
  readonly amount: number | undefined;
  readonly currency: Currency | undefined;
  readonly internalAccountIds: readonly string[];
  readonly externalAccountIds: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

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

async function findAccount(agent: AgentClient, id: string): Promise<InternalAccount | undefined> {
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
export async function paymentOf(agent: AgentClient, name: string, input: Fields): Promise<Payment> {
  const { quoteId } = input;
  if (name === 'agent.quotes.execute' && typeof quoteId === 'string') {
    return ofQuote(await agent.quotes.get({ quoteId }));
  }
  const { source = {}, destination = {} } = input as Record<'source' | 'destination', Party>;
  const accounts = accountsOf(source, destination);
  const [first] = accounts.internalAccountIds;
  const account = first === undefined ? undefined : await findAccount(agent, first);
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

/** An amount as a person reads it: `150.00 USD (15000 in the smallest unit)`. */
export function amountText(amount: number, currency: Currency | undefined): string {
  const smallest = `${amount} in the smallest unit`;
  if (currency === undefined) return smallest;
  const { code, decimals } = currency;
  if (decimals === undefined) return `${amount} of the smallest unit of ${code}`;
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`;
  return `${whole}${fraction} ${code} (${smallest})`;
}
