import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { Invitation } from './schemas.ts';

const invitation: Invitation = {
  code: 'INV-3f9c',
  createdAt: '2026-01-05T09:00:00Z',
  expiresAt: '2026-02-05T09:00:00Z',
  url: 'https://example.com/i/INV-3f9c',
  inviterUma: '$ada@pay.example.com',
  status: 'PENDING',
  firstName: 'Ada',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  create: { input: { inviterUma: '$ada@pay.example.com', firstName: 'Ada' }, result: invitation },
  get: { input: { invitationCode: 'INV-3f9c' }, result: invitation },
  claim: {
    input: { invitationCode: 'INV-3f9c', inviteeUma: '$grace@wallet.example.com' },
    result: {
      ...invitation,
      status: 'CLAIMED',
      inviteeUma: '$grace@wallet.example.com',
      claimedAt: '2026-01-06T09:00:00Z',
    },
  },
  cancel: { input: { invitationCode: 'INV-3f9c' }, result: { ...invitation, status: 'CANCELLED' } },
};
