import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import type { Recipes } from '../../engine/recipes.ts';
import { refuse } from '../../engine/refusal.ts';
import type { Recipe } from '../../world.ts';
import { openCustomerAccounts, requireWalletEmail } from '../internal-accounts/opening.ts';
import { newContactState } from './contacts.ts';
import { type CustomerRecord, customers, requireCustomer } from './customers.ts';
import { addCustomer, customerFixture } from './fixture.ts';
import { requireCurrencies, requireFreeUmaAddress } from './requirements.ts';
import { updateCustomer } from './update.ts';

const customer: Recipe = (scene, name) => {
  const [check, status = ''] = name.split('_');
  const field = check === 'KYB' ? 'kybStatus' : 'kycStatus';
  const before = status === 'PENDING' ? 'UNVERIFIED' : 'PENDING';
  const added = addCustomer(scene, {
    ...(check === 'KYB' ? { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } } : {}),
    [field]: before,
  });
  return customers.change(scene, added, { [field]: status });
};

const bulkUpload: Recipe = (scene, status) => {
  const failed = status === 'FAILED' ? 20 : 1;
  return {
    id: `Job:${scene.world.random.uuid('job')}`,
    status,
    progress: { total: 20, processed: 20, successful: 20 - failed, failed },
    completedAt: iso(scene.write.now),
  };
};

/** How the events of customers and of their bulk import are triggered. */
const customerRecipes: Recipes = { CUSTOMER: customer, BULK_UPLOAD: bulkUpload };

/** How long a link works. */
const LINK_LIFETIME = 60 * 60_000;
const HOSTED_PAGE = 'https://verify.payments.test/kyc';

/** Creates a link to hosted verification (rule 80). The engine repeats responses by key. */
const createKycLink = plain<'customers.createKycLink'>({
  run(call) {
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
});

/** Creates a customer, not verified yet, and its internal accounts (rule 121). */
const createCustomer = plain<'customers.create'>({
  run(call) {
    const { world, input } = call;
    requireCurrencies(call);
    requireFreeUmaAddress(call, input.umaAddress);
    const id = `Customer:${world.random.uuid('Customer')}` as const;
    const status =
      input.customerType === 'BUSINESS' ? { kybStatus: 'UNVERIFIED' } : { kycStatus: 'UNVERIFIED' };
    const platformCustomerId = id.slice('Customer:'.length);
    const record = {
      id,
      platformCustomerId,
      ...status,
      ...input,
      contactVerification: newContactState(input),
      isDeleted: false,
    };
    requireWalletEmail(world, input, 'email');
    const customer = customers.add(call, record as CustomerRecord);
    openCustomerAccounts(call, customer);
    return { body: customer };
  },
});

/** Customers, and their links to hosted verification. */
export const customersArea = area({
  resources: [customers],
  operations: {
    'customers.create': createCustomer,
    'customers.createKycLink': createKycLink,
    'customers.update': updateCustomer,
  },
  fixtures: {
    /** Adds a customer: a verified individual with an e-mail address, unless the fields differ. */
    customer: customerFixture,
  },
  recipes: customerRecipes,
});
