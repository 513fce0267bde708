import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { byHand, byValue, type ReconcileByRead } from '../../format/reconcile.ts';
import { pathId, text } from '../../format/request-values.ts';
import { Invitation, invitationCreate, invitationMachine } from './schemas.ts';

const params = strictObject({
  /** The invitation's code. */
  invitationCode: pathId,
});

/**
 * Creates an invitation of a person to a UMA address.
 *
 * @see Public reference, `POST /invitations`
 */
export const create = operation('POST /invitations', {
  risk: 'moves-money',
  isRisk: ({ amountToSend }) => amountToSend !== undefined,
  body: invitationCreate,
  responses: { 201: Invitation },
  errors: ['INVITATIONS_NOT_CONFIGURED', 'INVALID_UMA_ADDRESS'],
  reconcile: byHand('Create it again: an invitation whose link was never sent stays unclaimed.'),
});

/**
 * Reads an invitation.
 *
 * @see Public reference, `GET /invitations/{invitationCode}`
 */
export const get = operation('GET /invitations/{invitationCode}', {
  params,
  responses: { 200: Invitation },
  result: { same: { code: 'invitationCode' } },
  errors: ['INVITATION_NOT_FOUND'],
});

/** Reads whom an invitation was claimed for: anybody with its code may have been first. */
const byClaim: ReconcileByRead = {
  ...byValue('invitations.get', 'invitationCode', 'status', ['CLAIMED']),
  isApplied({ inviteeUma: wanted }, found) {
    if (found?.status !== 'CLAIMED') return found === undefined ? undefined : false;
    const { inviteeUma } = found;
    if (typeof inviteeUma !== 'string') return undefined;
    return inviteeUma.toLowerCase() === String(wanted).toLowerCase();
  },
};

/**
 * Claims an invitation for a UMA address; possible once.
 *
 * @see Public reference, `POST /invitations/{invitationCode}/claim`
 */
export const claim = operation('POST /invitations/{invitationCode}/claim', {
  // It decides who receives what the inviter promised.
  risk: 'moves-money',
  params,
  body: strictObject({
    /** UMA address of the invited person. */
    inviteeUma: text,
  }),
  responses: { 200: Invitation },
  result: { same: { code: 'invitationCode' } },
  errors: [
    'INVITATION_NOT_FOUND',
    'INVITATION_ALREADY_CLAIMED',
    'INVITATION_CANCELLED',
    'INVALID_UMA_ADDRESS',
  ],
  moves: { field: 'status', machine: invitationMachine, from: ['PENDING'], to: ['CLAIMED'] },
  reconcile: byClaim,
});

/**
 * Cancels an invitation that is not claimed.
 *
 * @see Public reference, `POST /invitations/{invitationCode}/cancel`
 */
export const cancel = operation('POST /invitations/{invitationCode}/cancel', {
  params,
  responses: { 200: Invitation },
  result: { same: { code: 'invitationCode' } },
  errors: [
    'INVALID_INPUT',
    'INVITATION_NOT_FOUND',
    'INVITATION_ALREADY_CLAIMED',
    'INVITATION_CANCELLED',
    'FORBIDDEN',
  ],
  moves: { field: 'status', machine: invitationMachine, from: ['PENDING'], to: ['CANCELLED'] },
  reconcile: byValue('invitations.get', 'invitationCode', 'status', ['CANCELLED']),
});
