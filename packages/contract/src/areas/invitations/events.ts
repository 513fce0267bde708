import { event } from '../../format/event.ts';
import { Invitation } from './schemas.ts';

/** An invitation was claimed. `data` is the invitation. */
export const invitationEvent = event({
  types: ['INVITATION.CLAIMED'],
  data: Invitation,
  emittedBy: '`invitations.claim`',
});
