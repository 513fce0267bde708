import type { Customer, FieldError, InputOf } from '@org/payments-contract';
import type { Call, RowOf } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import { supportedCurrencies } from '../config/config.ts';
import { customers, holderOfAddress, requireUmaForm } from './customers.ts';

type ContactState = Customer['contactVerification'];
type Contacts = Pick<Customer, 'email' | 'phoneNumber' | 'contactVerification'>;
type NewCustomer = InputOf<RowOf<'customers.create'>>;

/** The regions whose customers must verify their contacts (rule 63): those of the EU. */
const regions: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'HR', 'CY', 'CZ', 'DK', 'EE', 'FI', 'FR', 'DE', 'GR', 'HU', 'IE'],
  ...['IT', 'LV', 'LT', 'LU', 'MT', 'NL', 'PL', 'PT', 'RO', 'SK', 'SI', 'ES', 'SE'],
]);

const ofPerson = ['email', 'phoneNumber'];
const ofBusiness = ['primaryContactFirstName', 'primaryContactLastName'];

/**
 * Returns the verification state of a new customer's contacts; undefined if none needs
 * verification.
 *
 * @throws Refusal 400 for a contact that is to be verified and missing, and for a name of the person
 *   who answers for a business
 */
export function newContactState({ region = '', ...customer }: NewCustomer): ContactState {
  if (!regions.has(region)) return undefined;
  const lacking = (names: readonly string[], fields: object) =>
    names.filter((name) => !Object.hasOwn(fields, name));
  const missing = lacking(ofPerson, customer);
  if (customer.customerType === 'BUSINESS') {
    const names = lacking(ofBusiness, customer.businessInfo ?? {});
    missing.push(...names.map((name) => `businessInfo.${name}`));
  }
  const message = `is required in ${region}, where it is verified first`;
  if (missing.length > 0) throw invalidInput(missing.map((field) => ({ field, message })));
  return { email: 'PENDING', phone: 'PENDING' };
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

/** Checks that currencies are supported (rule 62). @throws Refusal 400 with one entry for each that is not */
export function requireCurrencies({
  world,
  input,
}: Call<{ readonly currencies?: readonly string[] | undefined }>): void {
  const supported = supportedCurrencies(world);
  const errors = (input.currencies ?? []).flatMap((code, index): FieldError[] =>
    supported.includes(code)
      ? []
      : [{ field: `currencies.${index}`, message: `${code} is not supported` }],
  );
  if (errors.length > 0) throw invalidInput(errors);
}

/** Checks that no other customer has an id of the platform; one that is deleted counts no more. @throws Refusal 409 */
export function requireFreeCustomerId({ world }: Call<unknown>, id: string | undefined): void {
  const others = id === undefined ? [] : customers.in(world).find('platformCustomerId', id);
  const other = others.find(({ isDeleted }) => isDeleted !== true);
  if (other === undefined) return;
  throw refuse('CONFLICT', 'The platformCustomerId is taken', `${other.id} has ${id}.`);
}

/** Checks a UMA address, which no other customer may have. @throws Refusal 400 or 409 */
export function requireFreeUmaAddress(
  { world }: Call<unknown>,
  umaAddress: string | undefined,
  ownId?: string,
): void {
  if (umaAddress === undefined) return;
  requireUmaForm(umaAddress, 'umaAddress');
  const holder = holderOfAddress(world, umaAddress);
  if (holder === undefined || holder.id === ownId) return;
  throw refuse('UMA_ADDRESS_EXISTS', 'The UMA address is taken', `${umaAddress} is taken.`);
}
