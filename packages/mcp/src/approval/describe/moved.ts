import type { Fields, NamedOperation, OperationName } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { isBegun } from './accounts.ts';
import { EARLIER, NOTICE, SAME } from './brief.ts';
import { type Fact, money, time } from './facts.ts';
import type { Lookup } from './lookup.ts';
import type { Resolved } from './resolve.ts';
import { SamePayee } from './same-payee.ts';

const fieldsOf = (value: unknown) => Object(value) as Fields;

/** A payment, by what others are compared with. */
export interface Payment {
  /** Whom it is to. Of what is pulled, that is an account of the payer's own: whom it is from tells it from others. */
  readonly parties: string;
  /** What is sent and received, as a person reads it. */
  readonly amounts: readonly string[];
}

const isOfAmount = (one: Payment, other: Payment): boolean =>
  one.amounts.some((amount) => other.amounts.includes(amount));

/** Whether two payments are of one amount between the same. */
export const isSame = (one: Payment, other: Payment): boolean =>
  one.parties === other.parties && isOfAmount(one, other);

/** The two sides of a payment, as an input, a quote, an action or a transaction names them. */
interface Moved extends Payment {
  readonly quoteId: unknown;
  readonly source: unknown;
  readonly payee: unknown;
  /** What leaves an account, as far as it is known. */
  readonly amount: unknown;
}

export function movedIn(made: Fields): Moved {
  const paid = fieldsOf(made.quote ?? made.transferDetails ?? made);
  const { currency: code, sendingCurrency, receivingCurrency, lockedCurrencySide } = paid;
  const { totalSendingAmount, totalReceivingAmount, sourceAccountId, destinationAccountId } = paid;
  const locked = lockedCurrencySide === 'SENDING' ? paid.lockedCurrencyAmount : undefined;
  const { externalAccountId = destinationAccountId, ...to } = fieldsOf(paid.destination);
  const { accountId = externalAccountId, umaAddress } = to;
  const source = fieldsOf(paid.fundingSource ?? paid.source).accountId ?? sourceAccountId;
  // An address is the same in capitals.
  const payee =
    accountId ?? (typeof umaAddress === 'string' ? umaAddress.toLowerCase() : undefined);
  const isPulled = String(payee).startsWith('InternalAccount:');
  return {
    quoteId: made.quoteId ?? fieldsOf(made.quote).id,
    ...{ source, payee, parties: isPulled ? `${source} ${payee}` : String(payee) },
    amount: totalSendingAmount ?? paid.amount ?? locked,
    amounts: [
      money(paid.sentAmount ?? { amount: totalSendingAmount, currency: sendingCurrency }),
      money(paid.receivedAmount ?? { amount: totalReceivingAmount, currency: receivingCurrency }),
      code === undefined ? undefined : money({ amount: paid.amount, currency: { code } }),
      paid.stablecoinId === undefined ? undefined : `${paid.amount} of ${paid.stablecoinId}`,
    ].filter((text) => text !== undefined),
  };
}

/** What a call moves: by the quote or the action that it names, or else by its arguments. */
export function movedBy(input: Fields, found: readonly Resolved[]): Moved {
  const made = found.find(({ id }) => /^(?:Quote|AgentAction):/.test(id))?.resource;
  return { ...movedIn(made ?? input), quoteId: fieldsOf(made?.quote ?? made).id };
}

/** What was read; of an account that has too little for the payment, that too. */
export function withCover(found: readonly Resolved[], { source, amount }: Moved, name: string) {
  return found.map((one) => {
    const available = fieldsOf(one.resource.balance).amount;
    const isShort = one.id === source && Number(available) < Number(amount);
    if (!isShort) return one;
    const end = name === 'agents.approveAction' ? ': approved now, the action fails for good' : '';
    const value = `less is available than the amount${end}`;
    const short = { label: 'Too little', value, row: NOTICE };
    const at = one.facts.findIndex(({ label }) => label === 'Available') + 1;
    return { ...one, facts: one.facts.toSpliced(at, 0, short) };
  });
}

/** The list of what agents asked for and the platform has to approve, for a reader of it. */
export const heldActions = ({ isAgent }: Lookup): readonly [name: string, input: Fields] =>
  isAgent
    ? ['agent.actions.list', { status: 'PENDING_APPROVAL', limit: 100 }]
    : ['agents.listApprovals', { limit: 100 }];

/** The payment of a call; undefined of one whose amount or payee is not known. */
export function paymentIn(
  { payee, parties, amounts: own }: Moved,
  summary: readonly Fact[],
): Payment | undefined {
  const amounts = summary.filter(({ row = '' }) => /^(?:sends|receives)$/.test(row));
  if (amounts.length === 0 || payee === undefined) return undefined;
  return { parties, amounts: [...own, ...amounts.map(({ value }) => value)] };
}

const UNREAD = 'not known in full: some cannot be read';
const UNCOMPARED = 'not compared with every payee of this amount';
/** Payments that are searched for one of the same amount, the newest first: of the customer, and of all. */
const MAX_COMPARED = 500;
const MAX_OF_OTHERS = 100;
/** What was sent lately and is in no list yet, the newest. */
const MAX_UNLISTED = 20;

/**
 * That the same amount was sent to the same payee, or waits for the platform: under another key, the
 * service pays it again. Or that not all is compared.
 */
export async function sameBefore(
  lookup: Lookup,
  input: Fields,
  { quoteId, source, payee }: Moved,
  payment: Payment,
  call: NamedOperation & {
    readonly found: readonly Resolved[];
    readonly isRepeat: boolean;
  },
): Promise<Fact[]> {
  const [unread, seen] = [new Set<string>(), new Set<unknown>()];
  const payees = new SamePayee(lookup, payee);
  const isLike = async (item: Fields) => {
    const other = movedIn(item);
    if (quoteId !== undefined && other.quoteId === quoteId) return false;
    if (isSame(payment, other) || !isOfAmount(payment, other)) return isSame(payment, other);
    return payees.hasNumberOf(other.payee).catch(() => {
      unread.add(UNREAD);
      return false;
    });
  };
  /** Whom a payment like this one was to. */
  const whom = (item: Fields) =>
    isSame(payment, movedIn(item)) ? 'this payee' : 'another saved account with this number';
  const search = async (
    name: string,
    asked: Fields,
    fits: (item: Fields) => Promise<boolean>,
    most = MAX_COMPARED + 1,
  ) => {
    let compared = 0;
    let same: Fields | undefined;
    const isLast = async (item: Fields) => {
      if (compared === MAX_COMPARED)
        unread.add(`not compared with those before the last ${compared}`);
      else if (await fits(item)) same = item;
      for (const id of [item.id, item.quoteId]) seen.add(id);
      compared += 1;
      return same !== undefined || compared === most;
    };
    await lookup.first(name, asked, isLast, String(payee)).catch(() => unread.add(UNREAD));
    return same;
  };
  const [held, asked] = heldActions(lookup);
  const waiting = await search(
    held,
    asked,
    async (item) => item.id !== input.actionId && (await isLike(item)),
  );
  const { stablecoinId } = input;
  const usual = lookup.isAgent ? 'agent.transactions.list' : 'transactions.list';
  const [list, all] = stablecoinId
    ? ['stablecoins.listOperations', { stablecoinId, limit: 100 }]
    : [usual, { limit: 100 }];
  const { customerId } = call.found.find(({ id }) => id === source)?.resource ?? {};
  const isSent = async (item: Fields) => {
    const begun = (await isLike(item)) && (await isBegun(lookup, item));
    if (begun === undefined) unread.add(UNREAD);
    return begun === true;
  };
  // The platform pays the payees of its customers too; any customer pays an address.
  const isAccount = /^(?:Ex|In)ternalAccount:/.test(String(payee));
  const isOfOne = isAccount && !lookup.isAgent && !stablecoinId && typeof customerId === 'string';
  const listed = [
    isOfOne && (await search(list, { ...all, customerId }, isSent)),
    await search(list, all, isSent, isOfOne ? MAX_OF_OTHERS : undefined),
  ].filter((one) => one !== undefined && one !== false);
  // What was just sent may be in no list yet.
  const { lost, applied } = await lookup
    .underOtherKeys(call.name as OperationName, input)
    .catch(() => ({ lost: void unread.add(UNREAD), applied: [] }));
  const isPaid = (id: string) => /^(?:Quote|Transaction|StablecoinOperation):/.test(id);
  const unlisted = applied.filter((id) => isPaid(id) && !seen.has(id));
  if (unlisted.length > MAX_UNLISTED)
    unread.add(`not compared with all ${unlisted.length} that were just sent`);
  const own = async (id: string) => {
    const made = await lookup.present(call.row, id);
    if (made === undefined) unread.add(UNREAD);
    const paid: Fields | undefined = made && {
      ...made,
      quoteId: id.startsWith('Quote:') ? id : made.quoteId,
    };
    return paid && (await isSent(paid)) ? paid : undefined;
  };
  const made = await Promise.all(unlisted.slice(-MAX_UNLISTED).map(own));
  if (payees.isCut) unread.add(UNCOMPARED);
  const [sent] = [...listed, ...made]
    .filter((one) => one !== undefined)
    .sort((one, other) => (String(one.createdAt) < String(other.createdAt) ? 1 : -1));
  const either = call.isRepeat ? ', by the call before or by another one' : '';
  const told = [
    sent && `the same amount was sent to ${whom(sent)} at ${time(sent.createdAt)}${either}`,
    waiting && `the same amount to ${whom(waiting)}${either && `${either},`} waits for approval`,
    lost && `it was sent under another key at ${time(lost)}, and what became of that is not known`,
  ].filter((text) => text !== undefined);
  const same = { label: SAME, value: visibleText(told.join('; ')), row: NOTICE };
  const rest = { label: EARLIER, value: [...unread].join('; ') };
  return [same, rest].filter(({ value }) => value !== '');
}
