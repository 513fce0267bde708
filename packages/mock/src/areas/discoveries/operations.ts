import { plain } from '../../engine/behaviour.ts';
import { listResult } from '../../engine/resource/list.ts';
import { institutions } from './institutions.ts';
import { umaProviders } from './uma-providers.ts';

/** Lists the institutions of a country or currency, all in one response. */
export const listInstitutions = plain<'discoveries.list'>({
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
export const listUmaProviders = plain<'discoveries.listUmaProviders'>({
  run: (call) => listResult(umaProviders, call),
});
