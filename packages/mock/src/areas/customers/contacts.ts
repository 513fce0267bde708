import type { Customer } from '@org/payments-contract';

type ContactState = Customer['contactVerification'];
type Contacts = Pick<Customer, 'email' | 'phoneNumber' | 'region' | 'contactVerification'>;

/** The regions whose customers must verify their contacts (rule 63): those of the EU. */
const regions: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE'],
  ...['IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE'],
]);

/**
 * Returns the verification state of a new customer's contacts; undefined if none needs
 * verification.
 */
export function newContactState(customer: Contacts): ContactState {
  if (!regions.has(customer.region ?? '')) return undefined;
  return {
    ...(customer.email === undefined ? {} : { email: 'PENDING' }),
    ...(customer.phoneNumber === undefined ? {} : { phone: 'PENDING' }),
  };
}

/** Returns the verification state after an update. A changed contact must be verified again. */
export function changedContactState(
  before: Contacts,
  update: Pick<Contacts, 'email' | 'phoneNumber'>,
): ContactState {
  const { contactVerification } = before;
  if (contactVerification === undefined) return undefined;
  const { email = before.email, phoneNumber = before.phoneNumber } = update;
  return {
    ...contactVerification,
    ...(email === before.email ? {} : { email: 'PENDING' }),
    ...(phoneNumber === before.phoneNumber ? {} : { phone: 'PENDING' }),
  };
}
