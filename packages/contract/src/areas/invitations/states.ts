import { machine, type StateMachine } from '../../format/state-machine.ts';

export const invitationStatuses = ['PENDING', 'CLAIMED', 'EXPIRED', 'CANCELLED'] as const;

export type InvitationStatus = (typeof invitationStatuses)[number];

/** An invitation is claimed, cancelled or left to expire; each is final. */
export const invitationMachine: StateMachine<InvitationStatus> = machine<InvitationStatus>({
  PENDING: ['CLAIMED', 'EXPIRED', 'CANCELLED'],
  CLAIMED: [],
  EXPIRED: [],
  CANCELLED: [],
});
