import type { Verification } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { addCustomer } from '../customers/fixture.ts';
import { createVerification } from './create.ts';
import { verifications } from './verifications.ts';

const verification: Recipe = (scene, name) => {
  const { id: customerId } = addCustomer(scene, { kycStatus: 'PENDING' });
  const type = name === 'REJECTED' ? 'APPLICANT_REJECTED' : 'MISSING_FIELD';
  const reason = name === 'REJECTED' ? 'The applicant was rejected.' : 'The address is missing.';
  const hasErrors = name === 'REJECTED' || name === 'RESOLVE_ERRORS';
  return verifications.add(scene, {
    customerId,
    verificationStatus: name,
    errors: hasErrors ? [{ resourceId: customerId, type, reason }] : [],
  } as Verification);
};

/** How the events of verifications are triggered. */
const verificationRecipes: Recipes = { VERIFICATION: verification };

/** Verification of customers: KYC of people, KYB of businesses. */
export const verificationsArea = area({
  resources: [verifications],
  operations: { 'verifications.create': createVerification },
  recipes: verificationRecipes,
});
