import type { Institution } from '@org/payments-contract';
import { area } from '../../engine/area.ts';
import { listResult } from '../../engine/resource/list.ts';
import { umaProviderFixture, umaProviders, vaspFixture, vasps } from './discoveries.ts';

/** Banks and wallet providers that payments can reach. Invented, and constant. */
const institutions: readonly Institution[] = [
  { bankName: 'example-bank-us', displayName: 'Example Bank', country: 'US', currency: 'USD' },
  { bankName: 'harbor-savings-us', displayName: 'Harbor Savings', country: 'US', currency: 'USD' },
  { bankName: 'beispielbank-de', displayName: 'Beispielbank', country: 'DE', currency: 'EUR' },
  { bankName: 'banque-exemple-fr', displayName: 'Banque Exemple', country: 'FR', currency: 'EUR' },
  { bankName: 'example-bank-gb', displayName: 'Example Bank UK', country: 'GB', currency: 'GBP' },
  { bankName: 'banco-ejemplo-mx', displayName: 'Banco Ejemplo', country: 'MX', currency: 'MXN' },
  { bankName: 'banco-exemplo-br', displayName: 'Banco Exemplo', country: 'BR', currency: 'BRL' },
  {
    bankName: 'example-bank-in',
    displayName: 'Example Bank India',
    country: 'IN',
    currency: 'INR',
  },
  {
    bankName: 'example-bank-ph',
    displayName: 'Example Bank Manila',
    country: 'PH',
    currency: 'PHP',
  },
  { bankName: 'example-wallet-ph', displayName: 'Example Wallet', country: 'PH', currency: 'PHP' },
  {
    bankName: 'example-bank-ng',
    displayName: 'Example Bank Lagos',
    country: 'NG',
    currency: 'NGN',
  },
  { bankName: 'example-mobile-ke', displayName: 'Example Mobile', country: 'KE', currency: 'KES' },
];

export const discoveriesArea = area({
  resources: [umaProviders, vasps],
  operations: {
    /** Lists the institutions of a country or currency, all in one response. */
    'discoveries.list'({ input }) {
      const { country, currency } = input;
      const data = institutions.filter(
        (each) =>
          (country === undefined || each.country === country) &&
          (currency === undefined || each.currency === currency),
      );
      return { body: { data } };
    },

    /** Lists the providers of UMA addresses, also those that the platform blocks (rule 158). */
    'discoveries.listUmaProviders': (call) => listResult(umaProviders, call),

    'discoveries.listVasps': (call) => listResult(vasps, call),
  },
  fixtures: {
    /** Adds a provider of UMA addresses that the platform allows, unless `allowListStatus` is false. */
    umaProvider: umaProviderFixture,
    /** Adds an exchange or a custodian. */
    vasp: vaspFixture,
  },
});
