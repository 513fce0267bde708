import type {
  BusinessCustomer,
  IndividualCustomer,
  Verification,
  VerificationError,
} from '@org/payments-contract';
import { iso } from '../clock.ts';
import { type CallOf, plain } from '../engine/behaviour.ts';
import { type CheckOutcome, outcomeOf } from '../outcomes.ts';
import { freshId, requireRecord } from './shared.ts';
import { missingOfBusiness, missingOfIndividual } from './verification-requirements.ts';

type CreateCall = CallOf<'verifications.create'>;
type Result = Pick<Verification, 'verificationStatus' | 'errors'>;

const statusOf: Readonly<Record<CheckOutcome, string>> = {
  PENDING: 'IN_PROGRESS',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
};

function verifyIndividual({ world, write }: CreateCall, customer: IndividualCustomer): Result {
  const errors = missingOfIndividual(customer);
  if (errors.length > 0) return { verificationStatus: 'RESOLVE_ERRORS', errors };
  if (customer.kycStatus !== 'APPROVED') {
    const updatedAt = iso(world.clock.now());
    write.update('customers', customer, { kycStatus: 'PENDING', updatedAt });
  }
  return { verificationStatus: 'IN_PROGRESS', errors };
}

/** The outcomes of the owners, each stored with its owner. */
function checkOwners({ world, write }: CreateCall, customer: BusinessCustomer): CheckOutcome[] {
  const updatedAt = iso(world.clock.now());
  const owners = world.store.tables.beneficialOwners.find('customerId', customer.id);
  return owners.map((owner) => {
    const { lastName } = owner.personalInfo;
    const kycStatus = outcomeOf(world.settings.outcomes.beneficialOwner, lastName);
    write.update('beneficialOwners', owner, { kycStatus, updatedAt });
    return kycStatus;
  });
}

function combine(outcomes: readonly CheckOutcome[]): CheckOutcome {
  if (outcomes.includes('REJECTED')) return 'REJECTED';
  return outcomes.includes('PENDING') ? 'PENDING' : 'APPROVED';
}

function rejection(customer: BusinessCustomer): VerificationError {
  const reason = 'The business or one of its owners was rejected.';
  return { resourceId: customer.id, type: 'APPLICANT_REJECTED', reason };
}

/** A complete business is decided by the table of outcomes, owners included (rule 81). */
function verifyBusiness(call: CreateCall, customer: BusinessCustomer): Result {
  const { world, write } = call;
  const errors = missingOfBusiness(customer, world);
  if (errors.length > 0) return { verificationStatus: 'RESOLVE_ERRORS', errors };
  const { business } = world.settings.outcomes;
  const own = outcomeOf(business, customer.businessInfo?.registrationNumber);
  const kybStatus = combine([own, ...checkOwners(call, customer)]);
  write.update('customers', customer, { kybStatus, updatedAt: iso(world.clock.now()) });
  const isRejected = kybStatus === 'REJECTED';
  return {
    verificationStatus: statusOf[kybStatus],
    errors: isRejected ? [rejection(customer)] : [],
  };
}

/** Submits a customer for verification, and again after what was missing is supplied (rule 78). */
export const createVerification = plain<'verifications.create'>({
  answer(call) {
    const { world, write, input } = call;
    const customer = requireRecord(call, 'customers', input.customerId);
    const result =
      customer.customerType === 'BUSINESS'
        ? verifyBusiness(call, customer)
        : verifyIndividual(call, customer);
    const now = iso(world.clock.now());
    const [former] = world.store.tables.verifications.find('customerId', customer.id);
    if (former !== undefined) {
      return { body: write.update('verifications', former, { ...result, updatedAt: now }) };
    }
    const id = freshId(world, 'Verification');
    const fresh = { id, customerId: customer.id, createdAt: now, updatedAt: now, ...result };
    return { body: write.insert('verifications', fresh) };
  },
});
