import { iso } from '../../clock.ts';
import type { Recipes } from '../../engine/recipes.ts';
import type { Recipe } from '../../world.ts';
import { customers } from './customers.ts';
import { addCustomer } from './fixture.ts';

const customer: Recipe = (scene, name) => {
  const [check, status = ''] = name.split('_');
  const field = check === 'KYB' ? 'kybStatus' : 'kycStatus';
  const before = status === 'PENDING' ? 'UNVERIFIED' : 'PENDING';
  const added = addCustomer(scene, {
    ...(check === 'KYB' ? { customerType: 'BUSINESS', businessInfo: { legalName: 'Acme' } } : {}),
    [field]: before,
  });
  return customers.change(scene, added, { [field]: status });
};

const bulkUpload: Recipe = (scene, status) => {
  const failed = status === 'FAILED' ? 20 : 1;
  return {
    id: `Job:${scene.world.random.uuid('job')}`,
    status,
    progress: { total: 20, processed: 20, successful: 20 - failed, failed },
    completedAt: iso(scene.write.now),
  };
};

/** How the events of customers and of their bulk import are triggered. */
export const customerRecipes: Recipes = { CUSTOMER: customer, BULK_UPLOAD: bulkUpload };
