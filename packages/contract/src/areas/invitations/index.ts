export { Invitation, umaAddressPattern } from './schemas.ts';
export {
  type InvitationStatus,
  invitationMachine,
  invitationStatuses,
} from './states.ts';
