import { Invitation } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import { type CallOf, type Result, withFieldChecks } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { checkAll, invalidField, refuse } from '../../engine/refusal.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import { money } from '../../ledger/currencies.ts';
import type { Recipe, Scene } from '../../world.ts';
import { configOf } from '../config/config.ts';
import { holderOfAddress, requireUmaForm } from '../customers/customers.ts';
import { type InvitationRecord, invitations, newCode } from './invitations.ts';

/** Adds an invitation, which expires at its time if it is still pending. */
function addInvitation(scene: Scene, given: Partial<Invitation> = {}): Invitation {
  const { world } = scene;
  const { code = newCode(world), inviterUma = '$ada@mock.payments.test' } = given;
  const record = invitations.add(scene, {
    id: code,
    code,
    url: `https://${configOf(world).umaDomain}/i/${code}`,
    inviterUma,
    inviterId: holderOfAddress(world, inviterUma)?.id,
    status: 'PENDING',
    ...given,
  } as InvitationRecord);
  if (record.expiresAt !== undefined && record.status === 'PENDING') {
    scheduleMove(scene, invitations, {
      id: code,
      step: 'expire',
      at: Date.parse(record.expiresAt),
      to: 'EXPIRED',
    });
  }
  return invitations.view(record, world);
}

type DecisionCall = ClaimCall | CallOf<'invitations.cancel'>;

/** Returns an invitation that can be claimed. @throws Refusal 404, or 400 for one that cannot */
function requirePending(call: DecisionCall): InvitationRecord {
  const invitation = invitations.require(call, call.input.invitationCode);
  const explanation = `The invitation is ${invitation.status}.`;
  switch (invitation.status) {
    case 'PENDING':
      return invitation;
    case 'CLAIMED':
      throw refuse('INVITATION_ALREADY_CLAIMED', 'The invitation was claimed', explanation);
    case 'CANCELLED':
      throw refuse('INVITATION_CANCELLED', 'The invitation was cancelled', explanation);
    default:
      throw invalidField('invitationCode', 'names an invitation that has expired');
  }
}

type CreateCall = CallOf<'invitations.create'>;

/** The checks of the fields of an invitation, of which any may be left out. */
const createChecks = ({ world, input: { inviterUma, expiresAt } }: CreateCall) => [
  () => {
    requireUmaForm(inviterUma, 'inviterUma');
    if (inviterUma === undefined || holderOfAddress(world, inviterUma) !== undefined) return;
    throw invalidField('inviterUma', 'is not the address of a customer');
  },
  () => {
    if (expiresAt === undefined || Date.parse(expiresAt) > world.clock.now()) return;
    throw invalidField('expiresAt', 'is not in the future');
  },
];

function createInvitation(call: CreateCall): Result {
  checkAll(...createChecks(call));
  const { inviterUma, firstName, amountToSend, expiresAt } = call.input;
  const currency = holderOfAddress(call.world, inviterUma)?.currencies?.[0] ?? 'USD';
  const body = addInvitation(call, {
    inviterUma,
    ...(firstName === undefined ? {} : { firstName }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(amountToSend === undefined ? {} : { amountToSend: money(amountToSend, currency) }),
  });
  return { body };
}

type ClaimCall = CallOf<'invitations.claim'>;

const claimChecks = ({ input: { inviteeUma } }: ClaimCall) => [
  () => requireUmaForm(inviteeUma, 'inviteeUma'),
];

function claimInvitation(call: ClaimCall): Result {
  const invitation = requirePending(call);
  checkAll(...claimChecks(call));
  const { inviteeUma } = call.input;
  const claimedAt = iso(call.world.clock.now());
  const claimed = invitations.move(call, invitation, 'CLAIMED', { inviteeUma, claimedAt });
  return { body: invitations.view(claimed, call.world) };
}

const invitation: Recipe = (scene) => {
  const { code } = addInvitation(scene, { firstName: 'Ada' });
  const claimed = invitations.move(scene, invitations.require(scene, code), 'CLAIMED', {
    inviteeUma: '$grace@wallet.example.com',
    claimedAt: iso(scene.write.now),
  });
  return invitations.view(claimed, scene.world);
};

export const invitationsArea = area({
  resources: [invitations],
  operations: {
    'invitations.create': withFieldChecks(createInvitation, createChecks),

    /** Claims an invitation, once. */
    'invitations.claim': withFieldChecks(claimInvitation, claimChecks),

    'invitations.cancel'(call) {
      const cancelled = invitations.move(call, requirePending(call), 'CANCELLED');
      return { body: invitations.view(cancelled, call.world) };
    },
  },
  fixtures: {
    /** Adds an invitation that waits to be claimed. */
    invitation: fixture({ schema: Invitation, add: addInvitation }),
  },
  recipes: { INVITATION: invitation },
});
