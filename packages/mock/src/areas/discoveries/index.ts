import { area } from '../../engine/area.ts';
import { plain } from '../../engine/behaviour.ts';
import { listResult } from '../../engine/resource/list.ts';
import { institutions } from './institutions.ts';
import { umaProviderFixture, umaProviders } from './uma-providers.ts';

/** Lists the institutions of a country or currency, all in one response. */
const listInstitutions = plain<'discoveries.list'>({
  run({ input }) {
    const { country, currency } = input;
    const data = institutions.filter(
      (each) =>
        (country === undefined || each.country === country) &&
        (currency === undefined || each.currency === currency),
    );
    return { body: { data } };
  },
});

/** Lists the providers of UMA addresses; blocked ones only on request. */
const listUmaProviders = plain<'discoveries.listUmaProviders'>({
  run: (call) => listResult(umaProviders, call),
});

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
