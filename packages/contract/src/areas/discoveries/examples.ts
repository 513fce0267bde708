import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  list: {
    input: { country: 'NG' },
    result: {
      data: [{ bankName: 'First Bank', displayName: 'First Bank', country: 'NG', currency: 'NGN' }],
    },
  },
  listUmaProviders: {
    input: { countryCode: 'US' },
    result: {
      data: [
        {
          name: 'Example Wallet',
          domain: 'wallet.example.com',
          supportedRegions: ['US'],
          allowListStatus: true,
        },
      ],
      hasMore: false,
      totalCount: 1,
    },
  },
  listVasps: {
    input: { limit: 20 },
    result: {
      data: [{ vaspName: 'Example Exchange', url: 'https://exchange.example.com' }],
      hasMore: false,
    },
  },
};
