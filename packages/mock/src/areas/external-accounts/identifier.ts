import type { ExternalAccount } from '@org/payments-contract';

/** Fields of `accountInfo` that can be the primary identifier; the first one found counts. */
const identifierFields = [
  'iban',
  'accountNumber',
  'clabeNumber',
  'pixKey',
  'vpa',
  'umaAddress',
  'address',
  'lightningAddress',
  'invoice',
  'bolt12',
  'phoneNumber',
];

/** Returns an account's primary identifier, which decides its outcomes (rule 81). */
export function identifierOf({ accountInfo }: Pick<ExternalAccount, 'accountInfo'>): string {
  const fields = new Map<string, unknown>(Object.entries(accountInfo));
  const values = identifierFields.map((name) => fields.get(name));
  return values.find((value): value is string => typeof value === 'string') ?? '';
}
