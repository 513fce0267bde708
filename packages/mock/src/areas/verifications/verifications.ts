import {
  type Customer,
  type Verification,
  type VerificationError,
  verificationMachine,
} from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import type { CheckOutcome } from '../../outcomes.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene } from '../../world.ts';
import { beneficialOwners } from '../beneficial-owners/beneficial-owners.ts';
import { customers } from '../customers/customers.ts';

/** A verification, and the result its check will have. */
export interface VerificationRecord extends Verification {
  /** The outcome of each owner's check, by the owner's id; stored with the owners when it ends. */
  readonly owners?: Readonly<Record<string, CheckOutcome>>;
}

const statusEvent = ({ verificationStatus }: Verification) => `VERIFICATION.${verificationStatus}`;

/**
 * The customer's status for each status of the verification; other statuses do not change the
 * customer.
 */
const customerStatus: Readonly<Record<string, CheckOutcome>> = {
  IN_PROGRESS: 'PENDING',
  PENDING_MANUAL_REVIEW: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
};

/** Sets the status of the customer, and of the owners whose check has ended. */
export function settleCustomer(scene: Scene, verification: VerificationRecord): void {
  const status = customerStatus[verification.verificationStatus];
  const customer = customers.in(scene.world).get(verification.customerId);
  if (status === undefined || customer === undefined) return;
  const field = customer.customerType === 'BUSINESS' ? 'kybStatus' : 'kycStatus';
  if (customer[field] !== status) {
    customers.change(scene, customer, { [field]: status } as Partial<Customer>);
  }
  for (const [id, outcome] of Object.entries(verification.owners ?? {})) {
    const owner = beneficialOwners.in(scene.world).get(id);
    const kycStatus = status === 'PENDING' ? 'PENDING' : outcome;
    if (owner === undefined || owner.kycStatus === kycStatus) continue;
    beneficialOwners.change(scene, owner, { kycStatus });
  }
}

/** Returns the problem of a rejected customer. */
export function rejectionOf(customerId: string): VerificationError {
  const reason = 'The customer, or one of the owners of the business, was rejected.';
  return { resourceId: customerId, type: 'APPLICANT_REJECTED', reason };
}

/** Verifications, at most one for each customer. */
export const verifications = resource({
  name: 'verifications',
  record: recordOf<VerificationRecord>(),
  id: 'Verification',
  indexes: ['customerId'],
  states: { field: 'verificationStatus', machine: verificationMachine },
  emits: { created: statusEvent, changed: { verificationStatus: statusEvent } },
  changed(scene, before, after) {
    if (before.verificationStatus !== after.verificationStatus) settleCustomer(scene, after);
  },
  view: ({ owners: _owners, ...verification }): Verification => verification,
});
