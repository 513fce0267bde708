import { area } from '../../engine/area.ts';
import { createCustomer } from './create.ts';
import { customers } from './customers.ts';
import { customerFixture } from './fixture.ts';
import { createKycLink } from './kyc-link.ts';
import { customerRecipes } from './recipes.ts';
import { updateCustomer } from './update.ts';

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
