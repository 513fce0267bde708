import { area } from '../../engine/area.ts';
import { umaProviderFixture } from './fixture.ts';
import { listInstitutions, listUmaProviders } from './operations.ts';
import { umaProviders } from './uma-providers.ts';

/** The institutions and providers that payments can reach. */
export const discoveriesArea = area({
  resources: [umaProviders],
  operations: {
    'discoveries.list': listInstitutions,
    'discoveries.listUmaProviders': listUmaProviders,
  },
  fixtures: {
    /**
     * Adds a provider of UMA addresses that the platform allows, unless `allowListStatus` is false.
     */
    umaProvider: umaProviderFixture,
  },
});
