import type { IndividualCustomer, VerificationError } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { plain } from '../engine/behaviour.ts';
import { refuse } from '../engine/refusal.ts';
import { freshId, requireRecord } from './shared.ts';

const requiredOfIndividuals = ['fullName', 'birthDate', 'nationality'] as const;

function missingFields(customer: IndividualCustomer): VerificationError[] {
  return requiredOfIndividuals
    .filter((field) => customer[field] === undefined)
    .map((field) => ({
      resourceId: customer.id,
      type: 'MISSING_FIELD',
      field,
      reason: `${field} is missing.`,
    }));
}

/** Submits a customer for verification, and again after what was missing is supplied (rule 78). */
export const createVerification = plain<'verifications.create'>({
  answer(call) {
    const { world, write, input } = call;
    const customer = requireRecord(call, 'customers', input.customerId);
    if (customer.customerType === 'BUSINESS') {
      throw refuse('NOT_IMPLEMENTED', 'This version of the mock verifies individuals only');
    }
    const errors = missingFields(customer);
    const now = iso(world.clock.now());
    const result = {
      verificationStatus: errors.length > 0 ? 'RESOLVE_ERRORS' : 'IN_PROGRESS',
      errors,
      updatedAt: now,
    };
    if (errors.length === 0 && customer.kycStatus !== 'APPROVED') {
      write.update('customers', customer, { kycStatus: 'PENDING', updatedAt: now });
    }
    const [former] = world.store.tables.verifications.find('customerId', customer.id);
    if (former !== undefined) return { body: write.update('verifications', former, result) };
    const id = freshId(world, 'Verification');
    const fresh = { id, customerId: customer.id, createdAt: now, ...result };
    return { body: write.insert('verifications', fresh) };
  },
});
