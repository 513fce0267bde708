import { area } from '../../engine/area.ts';
import { createVerification } from './create.ts';
import { verificationRecipes } from './recipes.ts';
import { verifications } from './verifications.ts';

/** Verification of customers: KYC of people, KYB of businesses. */
export const verificationsArea = area({
  resources: [verifications],
  operations: { 'verifications.create': createVerification },
  recipes: verificationRecipes,
});
