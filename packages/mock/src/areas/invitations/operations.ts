import { umaAddressPattern } from '@org/payments-contract';
import { money } from '../../currencies.ts';
import { type CallOf, plain } from '../../engine/behaviour.ts';
import { invalidInput, refuse } from '../../engine/refusal.ts';
import type { World } from '../../world.ts';
import { holderOfAddress } from '../customers/customers.ts';
import { addInvitation } from './fixture.ts';
import { type InvitationRecord, invitations } from './invitations.ts';

/** Checks that a string is a UMA address. @throws Refusal 400 */
function requireUmaAddress(field: string, address: string): void {
  if (umaAddressPattern.test(address)) return;
  const explanation = `${field} is ${address}; expected an address such as $ada@pay.example.com.`;
  throw refuse('INVALID_UMA_ADDRESS', `${field} is not a UMA address`, explanation);
}

/** Returns the currency in which the inviter sends: the customer's first one, or USD. */
function currencyOf(world: World, umaAddress: string): string {
  return holderOfAddress(world, umaAddress)?.currencies?.[0] ?? 'USD';
}

/** Creates an invitation. */
export const createInvitation = plain<'invitations.create'>({
  run(call) {
    const { world, input } = call;
    const { inviterUma, firstName, amountToSend, expiresAt } = input;
    requireUmaAddress('inviterUma', inviterUma);
    if (expiresAt !== undefined && Date.parse(expiresAt) <= world.clock.now()) {
      throw invalidInput([{ field: 'expiresAt', message: 'is not in the future' }]);
    }
    const body = addInvitation(call, {
      inviterUma,
      ...(firstName === undefined ? {} : { firstName }),
      ...(expiresAt === undefined ? {} : { expiresAt }),
      ...(amountToSend === undefined
        ? {}
        : { amountToSend: money(amountToSend, currencyOf(world, inviterUma)) }),
    });
    return { body };
  },
});

type DecisionCall = CallOf<'invitations.claim'> | CallOf<'invitations.cancel'>;

/**
 * Returns an invitation that can be claimed. @throws Refusal 404 for an unknown one, 400 for one
 * that is claimed, cancelled or expired
 */
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
      throw invalidInput([
        { field: 'invitationCode', message: 'names an invitation that has expired' },
      ]);
  }
}

/** Claims an invitation, once. */
export const claimInvitation = plain<'invitations.claim'>({
  run(call) {
    const { inviteeUma } = call.input;
    const invitation = requirePending(call);
    requireUmaAddress('inviteeUma', inviteeUma);
    const claimedAt = new Date(call.world.clock.now()).toISOString();
    const claimed = invitations.move(call, invitation, 'CLAIMED', { inviteeUma, claimedAt });
    return { body: invitations.view(claimed, call.world) };
  },
});

/** Cancels a pending invitation. */
export const cancelInvitation = plain<'invitations.cancel'>({
  run(call) {
    const cancelled = invitations.move(call, requirePending(call), 'CANCELLED');
    return { body: invitations.view(cancelled, call.world) };
  },
});
