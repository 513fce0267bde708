import {
  type BusinessCustomer,
  Customer,
  type IndividualCustomer,
  type InputOf,
  type Transaction,
  umaAddressPattern,
} from '@org/payments-contract';
import type { RowOf } from '../../engine/behaviour.ts';
import { notFound, ofField, refuse } from '../../engine/refusal.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';

/** A customer, with those fields of both kinds that the mock reads without checking the kind. */
export type CustomerRecord = Customer & {
  readonly kycStatus?: string | undefined;
  readonly kybStatus?: string | undefined;
};

type ListInput = InputOf<RowOf<'customers.list'>>;

/** The event of a status; the other statuses have none. */
function statusEvent(check: string, status = ''): string | undefined {
  return /PENDING|APPROVED|REJECTED/.test(status) ? `CUSTOMER.${check}_${status}` : undefined;
}

export const customers = resource({
  name: 'customers',
  record: recordOf<CustomerRecord>(),
  id: 'Customer',
  notFound: 'USER_NOT_FOUND',
  indexes: ['platformCustomerId', 'umaAddress'],
  softDelete: { field: 'isDeleted', code: 'CUSTOMER_DELETED' },
  listed: ({ isDeleted }, { input }) =>
    isDeleted !== true || (input as ListInput).isIncludingDeleted === true,
  filters: {
    currency: ({ currencies = [] }, currency: string) => currencies.includes(currency),
    isIncludingDeleted: () => true,
  },
  changed(scene, before, { id, isDeleted }) {
    if (isDeleted === true && before.isDeleted !== true) scene.world.ports.endCustomer(scene, id);
  },
  emits: {
    changed: {
      kycStatus: ({ kycStatus }) => statusEvent('KYC', kycStatus),
      kybStatus: ({ kybStatus }) => statusEvent('KYB', kybStatus),
    },
  },
});

/** Returns a customer who is not deleted. @throws Refusal 404 */
export function requireCustomer(scene: { readonly world: World }, id: string): CustomerRecord {
  const customer = customers.require(scene, id);
  if (customer.isDeleted !== true) return customer;
  throw notFound('Customer', id, 'USER_NOT_FOUND');
}

/** The status of a customer's verification; payments need `APPROVED`. */
export const verificationOf = (customer: CustomerRecord): string | undefined =>
  customer.customerType === 'BUSINESS' ? customer.kybStatus : customer.kycStatus;

const platform = { customerId: 'Customer:platform', platformCustomerId: 'platform' } as const;

/** Returns the customer fields of a payment. One without a customer is the platform's own. */
export function ownerFields(
  customer: Pick<Customer, 'id' | 'platformCustomerId'> | undefined,
): Pick<Transaction, 'customerId' | 'platformCustomerId'> {
  if (customer === undefined) return platform;
  return { customerId: customer.id, platformCustomerId: customer.platformCustomerId };
}

/** Checks that an owner is not a deleted customer: it may be the platform itself. @throws Refusal 404 */
export function requireOwner(scene: { readonly world: World }, customerId?: string): void {
  if (customerId !== undefined && customerId !== platform.customerId) {
    requireCustomer(scene, customerId);
  }
}

/** False for undefined, as resources of the platform itself have no customer. */
export function isDeletedCustomer(world: World, id: string | undefined): boolean {
  return id !== undefined && customers.in(world).get(id)?.isDeleted === true;
}

/** Checks that a field, if it is given, is a UMA address. @throws Refusal 400 */
export function requireUmaForm(address: string | undefined, field: string): void {
  if (address === undefined || umaAddressPattern.test(address)) return;
  const explanation = `Expected $name@domain; received ${address}.`;
  const refusal = refuse('INVALID_UMA_ADDRESS', 'The UMA address is not valid', explanation);
  throw ofField(refusal, field);
}

/** Returns the customer with a UMA address, in whatever case. A deleted customer no longer has one. */
export function holderOfAddress(world: World, umaAddress: string): CustomerRecord | undefined {
  const holders = customers.in(world).find('umaAddress', umaAddress);
  return holders.find(({ isDeleted }) => isDeleted !== true);
}

/** Fields of a customer to set; the others have defaults. */
export type CustomerFields = Partial<IndividualCustomer> | Partial<BusinessCustomer>;

export function addCustomer(scene: Scene, fields: CustomerFields = {}): Customer {
  const number = customers.in(scene.world).size + 1;
  const common = {
    platformCustomerId: `customer-${number}`,
    region: 'US',
    currencies: ['USD'],
    email: `customer-${number}@example.com`,
    isDeleted: false,
  };
  if (fields.customerType === 'BUSINESS') {
    const business = { ...common, customerType: 'BUSINESS', kybStatus: 'UNVERIFIED', ...fields };
    return customers.add(scene, business as BusinessCustomer);
  }
  const individual = {
    ...common,
    customerType: 'INDIVIDUAL',
    kycStatus: 'APPROVED',
    fullName: `Customer ${number}`,
    birthDate: '1990-01-01',
    nationality: 'US',
    ...fields,
  };
  return customers.add(scene, individual as IndividualCustomer);
}

export const customerFixture = fixture({ schema: Customer, add: addCustomer });
