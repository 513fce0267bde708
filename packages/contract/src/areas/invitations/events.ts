import { event, orderedBy } from '../../format/event.ts';
import { Invitation, invitationMachine } from './schemas.ts';

/** An invitation was claimed. `data` is the invitation. */
export const invitationEvent = event({
  types: ['INVITATION.CLAIMED'],
  data: Invitation,
  order: orderedBy('code', { status: invitationMachine }),
  emittedBy: '`invitations.claim`',
});
