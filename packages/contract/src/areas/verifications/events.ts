import { event, orderedBy } from '../../format/event.ts';
import { Verification } from './schemas.ts';
import { verificationMachine } from './states.ts';

/** A verification's status changed. `data` is the verification. */
export const verificationEvent = event({
  types: [
    'VERIFICATION.APPROVED',
    'VERIFICATION.REJECTED',
    'VERIFICATION.RESOLVE_ERRORS',
    'VERIFICATION.IN_PROGRESS',
    'VERIFICATION.PENDING_MANUAL_REVIEW',
    'VERIFICATION.READY_FOR_VERIFICATION',
  ],
  data: Verification,
  order: orderedBy('id', { verificationStatus: verificationMachine }),
  emittedBy: "a change of a verification's status",
});
