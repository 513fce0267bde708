import { endingOf, type Fields, payeeOf } from '@org/payments-contract';
import { quotedText } from '../../quoted-text.ts';
import { EARLIER } from './brief.ts';
import { type Describe, factsOf, labelOf, money, nameOf, plain, quoted, referTo } from './facts.ts';
import { causeOfUnread, type Lookup, MAX_SEARCHED } from './lookup.ts';
import { isLost } from './not-made.ts';

export const internalAccount: Describe = async (lookup, id, { customerId }) => {
  const filter = typeof customerId === 'string' ? { customerId } : {};
  const lists = lookup.isAgent
    ? [['agent.internalAccounts.list', { limit: 100 }] as const]
    : [
        ['internalAccounts.listPlatform', {}] as const,
        ['internalAccounts.list', { ...filter, limit: 100 }] as const,
        ['internalAccounts.list', { limit: 100 }] as const,
      ];
  const resource = await lookup.find(id, lists);
  const owner = resource.customerId;
  const isOfPlatform = owner === undefined && !lookup.isAgent;
  return {
    resource,
    name: isOfPlatform ? 'an account of the platform' : undefined,
    facts: factsOf({
      Account: plain(id),
      Owner: isOfPlatform ? 'the platform' : undefined,
      Available: money(resource.balance),
      Status: resource.status === 'ACTIVE' ? undefined : plain(resource.status),
    }),
    refers: lookup.isAgent ? [] : referTo('Owner', owner),
  };
};

/**
 * Whether a payment was begun and is not lost: that of a quote is listed before anybody executes it. Undefined if the
 * quote cannot be read, such as by an agent that has not made it.
 */
export async function isBegun(
  lookup: Lookup,
  { id, status, quoteId }: Fields,
): Promise<boolean | undefined> {
  if (isLost(id, status)) return false;
  if (typeof quoteId !== 'string' || !/^(?:CREATED|PENDING)$/.test(String(status))) return true;
  const name = lookup.isAgent ? 'agent.quotes.get' : 'quotes.get';
  const quote = await lookup.get(name, { quoteId }, quoteId).catch(() => undefined);
  return quote && quote.status !== 'PENDING';
}

/** Whether money was sent to an account before, in words. */
async function earlierPayments(lookup: Lookup, { id, customerId }: Fields): Promise<string> {
  const own = lookup.isAgent ? 'agent.transactions.list' : 'transactions.list';
  const filter = !lookup.isAgent && typeof customerId === 'string' ? { customerId } : {};
  let isSent = false;
  const isMade = async (item: Fields) => {
    const isTo = (item.destination as Fields | undefined)?.accountId === id;
    isSent ||= isTo && (await isBegun(lookup, item)) === true;
    return isTo && item.status === 'COMPLETED';
  };
  try {
    const all = { ...filter, limit: 100, type: 'OUTGOING' };
    const earlier = await lookup.first(own, all, isMade, String(id));
    if (earlier !== undefined) return 'money was sent to it before';
    const by = 'customerId' in filter ? ' by its customer' : '';
    const place = lookup.isCut ? ` among the first ${MAX_SEARCHED}` : '';
    return `${isSent ? 'none completed, one is under way' : `no completed payment${by} found`}${place}`;
  } catch {
    return 'not known: transactions cannot be read';
  }
}

/** An identifier of an account by its end: a person recognizes it, and a page does not repeat it. */
function ending(value: string): string {
  const end = endingOf(value);
  return end === undefined ? quotedText(value) : `ending ${end}`;
}

/** A label within a sentence: `account number`, and `IBAN` as it is. */
const inSentence = (label: string) =>
  label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());

/** The holder's name and the end of the number: `"Grace Hopper", account number ending 6789`. */
export function payeeName(accountInfo: unknown): string {
  const { name, field, number } = payeeOf(accountInfo);
  const holder = quoted(name) ?? 'an account without a name';
  if (field === undefined || number === undefined) return holder;
  return `${holder}, ${inSentence(labelOf(field))} ${ending(number)}`;
}

/** Reads an account outside the service: of a customer, or of the platform. @throws ToolError */
export async function readPayee(lookup: Lookup, externalAccountId: string): Promise<Fields> {
  const read = (name: string) => lookup.get(name, { externalAccountId }, externalAccountId);
  if (lookup.isAgent) return read('agent.externalAccounts.get');
  return read('externalAccounts.get').catch((error: unknown) => {
    if (causeOfUnread(error) !== undefined) throw error;
    return read('platformAccounts.get');
  });
}

export const externalAccount: Describe = async (lookup, externalAccountId) => {
  const resource = await readPayee(lookup, externalAccountId);
  const { accountInfo, beneficiaryVerifiedData, beneficiaryVerificationStatus } = resource;
  const { accountType, beneficiary, ...details } = Object(accountInfo) as Fields;
  const names = {
    'Name as entered': nameOf(Object(beneficiary) as Fields) ?? 'none was given',
    'Name at the bank': quoted((beneficiaryVerifiedData as Fields | undefined)?.fullName),
  };
  const checked = {
    'Check of the name': plain(beneficiaryVerificationStatus),
    'Kind of account': plain(accountType),
  };
  const ours = {
    Currency: plain(resource.currency),
    Status: plain(resource.status),
    [EARLIER]: await earlierPayments(lookup, resource),
  };
  // A field that is named as a row of ours, or as another field, has a row beside that.
  const taken = new Set(Object.keys({ ...names, ...checked, ...ours }));
  const parts = Object.entries(details).flatMap(([field, value]) => {
    if (typeof value !== 'string') return [];
    const label = labelOf(field);
    const isFree = !taken.has(label);
    taken.add(label);
    return [{ label: isFree ? label : quotedText(field), value: ending(value) }];
  });
  return {
    resource,
    name: payeeName(accountInfo),
    // First what tells it from another one of the same name.
    facts: [...factsOf(names), ...parts, ...factsOf(checked), ...factsOf(ours)],
    refers: lookup.isAgent ? [] : referTo('Owner', resource.customerId),
  };
};
