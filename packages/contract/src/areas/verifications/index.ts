export {
  Verification,
  VerificationError,
  verificationErrorTypes,
} from './schemas.ts';
export {
  settledVerificationStatuses,
  type VerificationStatus,
  verificationMachine,
  verificationStatuses,
} from './states.ts';
