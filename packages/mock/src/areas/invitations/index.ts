import { area } from '../../engine/area.ts';
import { invitationFixture } from './fixture.ts';
import { invitations } from './invitations.ts';
import { cancelInvitation, claimInvitation, createInvitation } from './operations.ts';
import { invitationRecipes } from './recipes.ts';

/** Invitations of people to UMA addresses. */
export const invitationsArea = area({
  resources: [invitations],
  operations: {
    'invitations.create': createInvitation,
    'invitations.claim': claimInvitation,
    'invitations.cancel': cancelInvitation,
  },
  fixtures: {
    /** Adds an invitation that waits to be claimed. */
    invitation: invitationFixture,
  },
  recipes: invitationRecipes,
});
