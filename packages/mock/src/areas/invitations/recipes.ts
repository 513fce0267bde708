import { iso } from '../../clock.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { addInvitation } from './fixture.ts';
import { invitations } from './invitations.ts';

const invitation: Recipe = (scene) => {
  const { code } = addInvitation(scene, { firstName: 'Ada' });
  const claimed = invitations.move(scene, invitations.require(scene, code), 'CLAIMED', {
    inviteeUma: '$grace@wallet.example.com',
    claimedAt: iso(scene.write.now),
  });
  return invitations.view(claimed, scene.world);
};

/** How the events of invitations are triggered. */
export const invitationRecipes: Recipes = { INVITATION: invitation };
