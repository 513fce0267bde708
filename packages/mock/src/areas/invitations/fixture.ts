import { Invitation } from '@org/payments-contract';
import { scheduleMove } from '../../engine/due-moves.ts';
import { fixture } from '../../engine/resource/fixture.ts';
import type { Scene } from '../../world.ts';
import { configOf } from '../config/config.ts';
import { type InvitationRecord, invitations, newCode } from './invitations.ts';

/** Adds an invitation, which expires at its time if it is still pending. */
export function addInvitation(scene: Scene, given: Partial<Invitation> = {}): Invitation {
  const { world } = scene;
  const code = given.code ?? newCode(world);
  const record = invitations.add(scene, {
    id: code,
    code,
    url: `https://${configOf(world).umaDomain}/i/${code}`,
    inviterUma: '$ada@mock.payments.test',
    status: 'PENDING',
    ...given,
  } as InvitationRecord);
  if (record.expiresAt !== undefined && record.status === 'PENDING') {
    scheduleMove(scene, {
      id: `${code}/expire`,
      at: Date.parse(record.expiresAt),
      table: invitations.name,
      recordId: code,
      to: 'EXPIRED',
      fields: {},
    });
  }
  return invitations.view(record, world);
}

/** The fixture behind `mock.add.invitation`. */
export const invitationFixture = fixture({ schema: Invitation, add: addInvitation });
