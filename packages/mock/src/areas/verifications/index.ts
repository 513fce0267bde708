import type {
  BusinessCustomer,
  IndividualCustomer,
  Verification,
  VerificationError,
} from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { type CallOf, plain } from '../../engine/behaviour.ts';
import { resource } from '../../engine/resource/resource.ts';
import { type CheckOutcome, outcomeOf } from '../../outcomes.ts';
import { recordOf } from '../../store/table-handle.ts';
import { beneficialOwners } from '../beneficial-owners/beneficial-owners.ts';
import { customers } from '../customers/customers.ts';
import { missingOfBusiness, missingOfIndividual } from './requirements.ts';

const statusEvent = ({ verificationStatus }: Verification) => `VERIFICATION.${verificationStatus}`;

/** Verifications, at most one for each customer. */
const verifications = resource({
  name: 'verifications',
  record: recordOf<Verification>(),
  id: 'Verification',
  indexes: ['customerId'],
  emits: { created: statusEvent, changed: { verificationStatus: statusEvent } },
});

type CreateCall = CallOf<'verifications.create'>;
type Result = Pick<Verification, 'verificationStatus' | 'errors'>;

const statusOf: Readonly<Record<CheckOutcome, string>> = {
  PENDING: 'IN_PROGRESS',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
};

function verifyIndividual(call: CreateCall, customer: IndividualCustomer): Result {
  const errors = missingOfIndividual(customer);
  if (errors.length > 0) return { verificationStatus: 'RESOLVE_ERRORS', errors };
  if (customer.kycStatus !== 'APPROVED') customers.change(call, customer, { kycStatus: 'PENDING' });
  return { verificationStatus: 'IN_PROGRESS', errors };
}

/** The outcomes of the owners, each stored with its owner. */
function checkOwners(call: CreateCall, customer: BusinessCustomer): CheckOutcome[] {
  const { world } = call;
  return beneficialOwners
    .in(world)
    .find('customerId', customer.id)
    .map((owner) => {
      const { lastName } = owner.personalInfo;
      const kycStatus = outcomeOf(world.settings.outcomes.beneficialOwner, lastName);
      beneficialOwners.change(call, owner, { kycStatus });
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
  const { world } = call;
  const errors = missingOfBusiness(customer, world);
  if (errors.length > 0) return { verificationStatus: 'RESOLVE_ERRORS', errors };
  const { business } = world.settings.outcomes;
  const own = outcomeOf(business, customer.businessInfo?.registrationNumber);
  const kybStatus = combine([own, ...checkOwners(call, customer)]);
  customers.change(call, customer, { kybStatus });
  const isRejected = kybStatus === 'REJECTED';
  return {
    verificationStatus: statusOf[kybStatus],
    errors: isRejected ? [rejection(customer)] : [],
  };
}

/** Submits a customer for verification, and again after what was missing is supplied (rule 78). */
const createVerification = plain<'verifications.create'>({
  run(call) {
    const customer = customers.require(call, call.input.customerId);
    const result =
      customer.customerType === 'BUSINESS'
        ? verifyBusiness(call, customer)
        : verifyIndividual(call, customer);
    const [former] = verifications.in(call.world).find('customerId', customer.id);
    const body =
      former === undefined
        ? verifications.add(call, { customerId: customer.id, ...result })
        : verifications.change(call, former, result);
    return { body };
  },
});

/** Verification of customers: KYC of people, KYB of businesses. */
export const verificationsArea = area({
  resources: [verifications],
  operations: { 'verifications.create': createVerification },
});
