import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { externalAccounts } from './external-accounts.ts';
import { externalAccountFixture } from './fixture.ts';

const externalAccount: Recipe = (scene) => {
  const { id } = externalAccountFixture.add(scene, { status: 'PENDING' });
  const added = externalAccounts.require(scene, id);
  const changed = externalAccounts.change(scene, added, { status: 'ACTIVE' });
  return externalAccounts.view(changed, scene.world);
};

/** How the events of external accounts are triggered. */
export const externalAccountRecipes: Recipes = { EXTERNAL_ACCOUNT: externalAccount };
