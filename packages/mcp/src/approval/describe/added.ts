import { type Fields, payeeOf } from '@org/payments-contract';
import { numberKey } from '../../number-key.ts';
import { payeeName } from './accounts.ts';
import { ADDED, NOTICE } from './brief.ts';
import type { Fact } from './facts.ts';
import type { Lookup } from './lookup.ts';
import type { Resolved } from './resolve.ts';

/** Of an account that is added: that one of its name or its number is saved already. */
const SAVED = 'Saved already';

const nameKey = (name = '') =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What a person compares before money can go to a new account: a stranger's invoice has a known name. */
async function savedBefore(lookup: Lookup, input: Fields): Promise<Fact[]> {
  const { name, number } = payeeOf(input.accountInfo);
  const { customerId } = input;
  const ofCustomer = customerId === undefined ? 'platformAccounts.list' : 'externalAccounts.list';
  const list = lookup.isAgent ? 'agent.externalAccounts.list' : ofCustomer;
  const asked = { limit: 100, ...(customerId !== undefined && { customerId }) };
  let named: Fields | undefined;
  const isNumbered = (one: Fields) => {
    const saved = payeeOf(one.accountInfo);
    if (nameKey(name) !== '' && nameKey(saved.name) === nameKey(name)) named = one;
    return number !== undefined && numberKey(saved.number ?? '') === numberKey(number);
  };
  const fact = (value: string) => [{ label: SAVED, value, row: NOTICE }];
  try {
    const numbered = await lookup.first(list, asked, isNumbered, 'the saved accounts');
    const [same, is] = numbered
      ? [numbered, 'with the same number']
      : [named, 'with the same name: ask the payee if the new one is theirs too'];
    return same === undefined ? [] : fact(`${payeeName(same.accountInfo)}, ${is}`);
  } catch {
    return fact('not known: the saved accounts cannot be read');
  }
}

/** Which account a call adds, and for whom: two of one customer are told apart. */
export async function addedBy(
  lookup: Lookup,
  input: Fields,
  found: readonly Resolved[],
): Promise<Fact[]> {
  if (input.accountInfo === undefined) return [];
  const { name } = found.find(({ role }) => role === 'Customer') ?? {};
  return [
    { label: ADDED, value: `${payeeName(input.accountInfo)}, as entered`, row: 'receiver' },
    ...(name === undefined ? [] : [{ label: 'For', value: name }]),
    ...(await savedBefore(lookup, input)),
  ];
}
