import { Invitation } from '@org/payments-contract';
import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import type { CallOf } from '../../engine/behaviour.ts';
import { scheduleMove } from '../../engine/due-moves.ts';
import { invalidField, refuse } from '../../engine/refusal.ts';
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

type DecisionCall = CallOf<'invitations.claim'> | CallOf<'invitations.cancel'>;

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
    'invitations.create'(call) {
      const { world, input } = call;
      const { inviterUma, firstName, amountToSend, expiresAt } = input;
      requireUmaForm(inviterUma);
      const inviter = holderOfAddress(world, inviterUma);
      if (inviter === undefined) {
        throw invalidField('inviterUma', 'is not the address of a customer');
      }
      if (expiresAt !== undefined && Date.parse(expiresAt) <= world.clock.now()) {
        throw invalidField('expiresAt', 'is not in the future');
      }
      const body = addInvitation(call, {
        inviterUma,
        ...(firstName === undefined ? {} : { firstName }),
        ...(expiresAt === undefined ? {} : { expiresAt }),
        ...(amountToSend === undefined
          ? {}
          : { amountToSend: money(amountToSend, inviter.currencies?.[0] ?? 'USD') }),
      });
      return { body };
    },

    /** Claims an invitation, once. */
    'invitations.claim'(call) {
      const { inviteeUma } = call.input;
      const invitation = requirePending(call);
      requireUmaForm(inviteeUma);
      const claimedAt = new Date(call.world.clock.now()).toISOString();
      const claimed = invitations.move(call, invitation, 'CLAIMED', { inviteeUma, claimedAt });
      return { body: invitations.view(claimed, call.world) };
    },

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
