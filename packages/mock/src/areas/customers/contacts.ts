import type { Customer } from '@org/payments-contract';
import type { World } from '../../world.ts';

type ContactState = Customer['contactVerification'];
type Contacts = Pick<Customer, 'email' | 'phoneNumber' | 'region' | 'contactVerification'>;

/** Whether customers of a region must verify their contacts (rule 63). */
function isRequired(region: string | undefined, { settings }: World): boolean {
  return settings.choices.contactVerificationRegions.includes(region ?? '');
}

/** The state of the contacts of a new customer; undefined where none need be verified. */
export function newContactState(customer: Contacts, world: World): ContactState {
  if (!isRequired(customer.region, world)) return undefined;
  return {
    ...(customer.email === undefined ? {} : { email: 'PENDING' }),
    ...(customer.phoneNumber === undefined ? {} : { phone: 'PENDING' }),
  };
}

/** The state after an update: a contact that changed is to be verified again. */
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
