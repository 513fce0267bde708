import type { OperationRow } from '@org/payments-contract';
import type { Fields } from '../../fields.ts';
import { payeeName } from './accounts.ts';
import { amountText, type Fact, factsOf } from './facts.ts';
import type { Resolved } from './resolve.ts';

interface Currency {
  readonly code: string;
}

/** The currency of the account that is on the service's side, or of the one who invites. */
function currencyOf(found: readonly Resolved[]): Currency | undefined {
  const balances = found
    .filter(({ id }) => !id.startsWith('ExternalAccount:'))
    .map(({ resource }) => resource.balance as { readonly currency?: Currency } | undefined);
  return balances.find((balance) => balance?.currency !== undefined)?.currency;
}

/** Who is on one side of a payment: the payee, or the customer whose account it is. */
function partyOn(side: 'From' | 'To', found: readonly Resolved[]): string | undefined {
  const own = found.find(({ role }) => role === side);
  if (own === undefined) return undefined;
  const owner = found.find(({ id }) => id === own.resource.customerId);
  const others = found.find(({ role }) => role === 'Customer');
  const holder = owner ?? others;
  return (
    own.name ??
    (holder?.name === undefined
      ? "an account of the agent's customer"
      : `account of ${holder.name}`)
  );
}

/** What a person decides about, in a few lines; the title repeats the amount and who receives it. */
export interface Summary {
  readonly title: string;
  readonly facts: readonly Fact[];
}

const OWN_FEES = 'the service names none';

/** The shortest description of a payment: who receives how much from where, and at which cost. */
export function summaryOf(
  title: string,
  row: OperationRow,
  input: Fields,
  found: readonly Resolved[],
): Summary {
  const payment = found.find(({ amounts }) => amounts !== undefined);
  const given = input.amount ?? input.amountToSend;
  const amount = typeof given === 'number' ? amountText(given, currencyOf(found)) : undefined;
  const sends = payment?.amounts?.sends ?? amount;
  const to = payment?.parties?.to ?? partyOn('To', found);
  const from = payment?.parties?.from ?? partyOn('From', found);
  if (input.accountInfo !== undefined && to === undefined) {
    return { title: `${title}: ${payeeName(input.accountInfo)}`, facts: [] };
  }
  if (sends === undefined && payment?.amounts?.receives === undefined) return { title, facts: [] };
  const receives = payment === undefined ? amount : payment.amounts?.receives;
  const inviter = found.find(({ id }) => id === input.inviterUma);
  const isPayment = to !== undefined || from !== undefined;
  const receiver = to ?? (inviter === undefined ? 'not known' : 'whoever claims the invitation');
  const facts = factsOf({
    Receives: receiver,
    From: from ?? inviter?.name,
    'Leaves the sender': sends,
    'Reaches the receiver': isPayment ? receives : undefined,
    Fees: row.risk === 'moves-money' ? (payment?.amounts?.fees ?? OWN_FEES) : undefined,
  });
  return { title: `${title}: ${sends ?? receives} to ${receiver}`, facts };
}
