import type {
  BusinessCustomer,
  Customer,
  Verification,
  VerificationError,
  VerificationStatus,
} from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import type { CallOf } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidField } from '../../engine/refusal.ts';
import { scheduledMoves } from '../../engine/tables.ts';
import { type CheckOutcome, outcomeOf } from '../../options/outcomes.ts';
import type { Recipe, World } from '../../world.ts';
import { beneficialOwners } from '../beneficial-owners/beneficial-owners.ts';
import { addCustomer, requireCustomer } from '../customers/customers.ts';
import {
  missingField,
  missingOf,
  rejectionOf,
  settleCustomer,
  type VerificationRecord,
  verifications,
} from './verifications.ts';

interface Findings {
  /** The status the verification ends in; undefined if it stays in progress. */
  readonly ends: VerificationStatus | undefined;
  readonly owners?: Readonly<Record<string, CheckOutcome>>;
}

function ownersOf(customer: BusinessCustomer, world: World): Record<string, CheckOutcome> {
  const table = world.settings.outcomes.beneficialOwner;
  const owners = beneficialOwners.in(world).find('customerId', customer.id);
  return Object.fromEntries(
    owners.map(({ id, personalInfo }) => [id, outcomeOf(table, personalInfo.lastName)]),
  );
}

/**
 * Decides a customer by the tables of outcomes (rule 81). The owners of a business are decided with it,
 * each by a name of their own, and do not decide about it.
 */
function findingsOf(customer: Customer, world: World): Findings {
  const { business, individual } = world.settings.outcomes;
  if (customer.customerType === 'INDIVIDUAL') {
    const outcome = outcomeOf(individual, customer.fullName);
    return { ends: outcome === 'PENDING' ? 'PENDING_MANUAL_REVIEW' : outcome };
  }
  const outcome = outcomeOf(business, customer.businessInfo?.registrationNumber);
  return { ends: outcome === 'PENDING' ? undefined : outcome, owners: ownersOf(customer, world) };
}

type CreateCall = CallOf<'verifications.create'>;
type Fields = Pick<VerificationRecord, 'verificationStatus' | 'errors' | 'owners'>;

function errorsAt(status: string | undefined, customerId: string): VerificationError[] {
  return status === 'REJECTED' ? [rejectionOf(customerId)] : [];
}

/** Adds the customer's verification, or moves the existing one to its next state. */
function store(call: CreateCall, customer: Customer, fields: Fields): VerificationRecord {
  const [former] = verifications.in(call.world).find('customerId', customer.id);
  if (former !== undefined) return verifications.change(call, former, fields);
  const record = verifications.add(call, { customerId: customer.id, ...fields });
  settleCustomer(call, record);
  return record;
}

function startCheck(call: CreateCall, customer: Customer): VerificationRecord {
  const { world, write } = call;
  const { ends, owners } = findingsOf(customer, world);
  const { verificationDuration } = world.settings.choices;
  const started = store(call, customer, {
    verificationStatus: 'IN_PROGRESS',
    errors: [],
    ...(owners === undefined ? {} : { owners }),
  });
  const { id } = started;
  write.delete(scheduledMoves, `${id}/check`);
  if (ends === undefined) return started;
  const fields = { errors: errorsAt(ends, customer.id) };
  if (verificationDuration === 0) return verifications.move(call, started, ends, fields);
  const at = world.clock.now() + verificationDuration;
  scheduleMove(call, verifications, { id, step: 'check', at, to: ends, fields });
  return started;
}

/** Returns a customer who is not decided. @throws Refusal 404, or 400 for one who is */
function requireUndecided(call: CreateCall): Customer {
  const customer = requireCustomer(call, call.input.customerId);
  const status = customer.kycStatus ?? customer.kybStatus;
  if (status !== 'APPROVED' && status !== 'REJECTED') return customer;
  throw invalidField('customerId', `names a customer who is ${status}`);
}

const verification: Recipe = (scene, name) => {
  const { id: customerId } = addCustomer(scene, { kycStatus: 'PENDING' });
  const lacking = name === 'RESOLVE_ERRORS' ? [missingField(customerId, 'address')] : [];
  return verifications.add(scene, {
    customerId,
    verificationStatus: name,
    errors: [...errorsAt(name, customerId), ...lacking],
  } as Verification);
};

/** Verification of customers: KYC of people, KYB of businesses. */
export const verificationsArea = area({
  resources: [verifications],
  operations: {
    /** Submits a customer, also again once details are supplied (rule 78). One under manual review stays as it is. */
    'verifications.create'(call) {
      const { world } = call;
      const customer = requireUndecided(call);
      const [former] = verifications.in(world).find('customerId', customer.id);
      if (former?.verificationStatus === 'PENDING_MANUAL_REVIEW') {
        call.note(`${former.id} is under review: submitting again changes nothing.`);
        return { body: verifications.view(former, world) };
      }
      const errors = missingOf(customer, world);
      if (errors.length === 0)
        return { body: verifications.view(startCheck(call, customer), world) };
      const lacking = store(call, customer, { verificationStatus: 'RESOLVE_ERRORS', errors });
      call.write.delete(scheduledMoves, `${lacking.id}/check`);
      return { body: verifications.view(lacking, world) };
    },
  },
  recipes: { VERIFICATION: verification },
});
