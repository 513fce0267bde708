import { iso } from '../../clock.ts';
import { area } from '../../engine/area.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { addInvitation, invitationFixture } from './fixture.ts';
import { invitations } from './invitations.ts';
import { cancelInvitation, claimInvitation, createInvitation } from './operations.ts';

const invitation: Recipe = (scene) => {
  const { code } = addInvitation(scene, { firstName: 'Ada' });
  const claimed = invitations.move(scene, invitations.require(scene, code), 'CLAIMED', {
    inviteeUma: '$grace@wallet.example.com',
    claimedAt: iso(scene.write.now),
  });
  return invitations.view(claimed, scene.world);
};

/** How the events of invitations are triggered. */
const invitationRecipes: Recipes = { INVITATION: invitation };

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
