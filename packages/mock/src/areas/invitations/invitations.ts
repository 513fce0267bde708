import { type Invitation, invitationMachine } from '@org/payments-contract';
import { resource } from '../../engine/resource/resource.ts';
import { recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';

/** An invitation; its code is its id. */
export interface InvitationRecord extends Invitation {
  readonly id: string;
  readonly updatedAt?: string;
  /** The customer whose address it names. */
  readonly inviterId?: string | undefined;
}

export function newCode({ random }: World): string {
  return `INV-${random.hex('invitation', 5).toUpperCase()}`;
}

/** Invitations of people to UMA addresses. Only a claim emits an event. */
export const invitations = resource({
  name: 'invitations',
  record: recordOf<InvitationRecord>(),
  indexes: ['inviterId'],
  id: newCode,
  label: 'Invitation',
  notFound: 'INVITATION_NOT_FOUND',
  states: { field: 'status', machine: invitationMachine },
  emits: {
    changed: {
      status: ({ status }) => (status === 'CLAIMED' ? 'INVITATION.CLAIMED' : undefined),
    },
  },
  view: ({ id: _code, updatedAt: _updated, inviterId: _of, ...invitation }): Invitation =>
    invitation,
});

/** The invitations of an inviter that nobody has claimed yet. */
export const waitingOf = ({ world }: Scene, inviterId: string): readonly InvitationRecord[] =>
  invitations
    .in(world)
    .find('inviterId', inviterId)
    .filter(({ status }) => status === 'PENDING');

/** Writes the new address of a customer into the invitations that wait to be claimed. */
export function readdress(scene: Scene, inviterId: string, inviterUma: string): void {
  for (const invitation of waitingOf(scene, inviterId)) {
    invitations.change(scene, invitation, { inviterUma });
  }
}
