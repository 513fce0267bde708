import { machine, type StateMachine } from '../../format/state-machine.ts';

export const verificationStatuses = [
  'RESOLVE_ERRORS',
  'PENDING_MANUAL_REVIEW',
  'IN_PROGRESS',
  'APPROVED',
  'REJECTED',
  'READY_FOR_VERIFICATION',
] as const;

export type VerificationStatus = (typeof verificationStatuses)[number];

/** The transitions of a verification: submitting again after resolving errors restarts the check. */
export const verificationMachine: StateMachine<VerificationStatus> = machine<VerificationStatus>({
  READY_FOR_VERIFICATION: [
    'RESOLVE_ERRORS',
    'IN_PROGRESS',
    'PENDING_MANUAL_REVIEW',
    'APPROVED',
    'REJECTED',
  ],
  RESOLVE_ERRORS: [
    'READY_FOR_VERIFICATION',
    'IN_PROGRESS',
    'PENDING_MANUAL_REVIEW',
    'APPROVED',
    'REJECTED',
  ],
  IN_PROGRESS: ['RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW', 'APPROVED', 'REJECTED'],
  PENDING_MANUAL_REVIEW: ['RESOLVE_ERRORS', 'APPROVED', 'REJECTED'],
  APPROVED: [],
  REJECTED: [],
});

/** Statuses in which the service waits for the platform, or has finished. */
export const settledVerificationStatuses: readonly VerificationStatus[] = [
  'APPROVED',
  'REJECTED',
  'RESOLVE_ERRORS',
];
