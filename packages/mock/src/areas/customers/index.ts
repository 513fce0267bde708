import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import { type CallOf, withFieldChecks } from '../../engine/behaviour.ts';
import { refuse } from '../../engine/refusal.ts';
import type { Recipe } from '../../world.ts';
import { createCustomer, newCustomerChecks } from './create.ts';
import {
  addCustomer,
  type CustomerFields,
  customerFixture,
  customers,
  requireCustomer,
} from './customers.ts';
import { endCustomer } from './end-customer.ts';
import { changedFieldChecks, updateCustomer } from './update.ts';

const customer: Recipe = (scene, name) => {
  const [check, status] = name.split('_');
  const business = { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } };
  const fields = check === 'KYB' ? { ...business, kybStatus: status } : { kycStatus: status };
  return addCustomer(scene, fields as CustomerFields);
};

const LINK_LIFETIME = 60 * 60_000;
const HOSTED_PAGE = 'https://verify.payments.test/kyc';

export const customersArea = area({
  resources: [customers],
  operations: {
    /** Creates a customer, not verified yet, and its internal accounts (rule 121). */
    'customers.create': withFieldChecks(
      (call: CallOf<'customers.create'>) => ({ body: createCustomer(call, call.input) }),
      (call) => newCustomerChecks(call, call.input),
    ),

    'customers.getEndUserTerms': () => ({
      body: { version: '2026-01', url: 'https://terms.payments.test/2026-01' },
    }),

    /** Creates a link to hosted verification (rule 80). The engine repeats responses by key. */
    'customers.createKycLink'(call) {
      const { world, input } = call;
      const customer = requireCustomer(call, input.customerId);
      if (Object.values(customer.contactVerification ?? {}).includes('PENDING')) {
        throw refuse('CONFLICT', 'The contact verification of the customer is not complete');
      }
      const url = new URL(`${HOSTED_PAGE}/${world.random.hex('kyc-link', 16)}`);
      if (input.redirectUri !== undefined) url.searchParams.set('redirectUri', input.redirectUri);
      const expiresAt = world.clock.now() + LINK_LIFETIME;
      return { body: { kycUrl: url.href, expiresAt: iso(expiresAt), provider: 'MOCK' } };
    },

    'customers.update': withFieldChecks(updateCustomer, changedFieldChecks),
  },
  fixtures: {
    /** Adds a customer: a verified individual with an e-mail address, unless the fields differ. */
    customer: customerFixture,
  },
  ports: { endCustomer },
  recipes: { CUSTOMER: customer },
});
