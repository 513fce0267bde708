import { type BusinessCustomer, Customer, type IndividualCustomer } from '@org/payments-contract';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { customers } from './customers.ts';

/** Fields of a customer to set; the others have defaults. */
export type CustomerFields = Partial<IndividualCustomer> | Partial<BusinessCustomer>;

/** Adds a customer to a scene. */
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

/** The fixture behind `mock.add.customer`. */
export const customerFixture = fixture({ schema: Customer, add: addCustomer });
