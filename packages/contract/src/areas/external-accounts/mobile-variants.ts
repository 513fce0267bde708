import * as z from 'zod/mini';
import { pattern, phoneNumber, provider } from './account-fields.ts';

/** Mobile wallets, named by their currency. */
export const mobileVariants = {
  BWP_ACCOUNT: {
    currency: 'BWP',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber,
      /** The provider of the mobile wallet. */
      provider,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  HTG_ACCOUNT: {
    currency: 'HTG',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  KES_ACCOUNT: {
    currency: 'KES',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: pattern(/^\+254[0-9]{9}$/),
      /** The provider of the mobile wallet. */
      provider,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  MWK_ACCOUNT: {
    currency: 'MWK',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber,
      /** The provider of the mobile wallet. */
      provider,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  RWF_ACCOUNT: {
    currency: 'RWF',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: pattern(/^\+250[0-9]{9}$/),
      /** The provider of the mobile wallet. */
      provider,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  TZS_ACCOUNT: {
    currency: 'TZS',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: pattern(/^\+255[0-9]{9}$/),
      /** The provider of the mobile wallet. */
      provider,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  UGX_ACCOUNT: {
    currency: 'UGX',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber,
      /** The provider of the mobile wallet. */
      provider,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  XAF_ACCOUNT: {
    currency: 'XAF',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber,
      /** The provider of the mobile wallet. */
      provider,
      /** Country of the wallet, ISO 3166-1 alpha-2. */
      region: z.enum(['CM', 'CG']),
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  XOF_ACCOUNT: {
    currency: 'XOF',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber,
      /** The provider of the mobile wallet. */
      provider,
      /** Country of the wallet, ISO 3166-1 alpha-2. */
      region: z.enum(['BJ', 'CI', 'SN', 'TG']),
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
  ZMW_ACCOUNT: {
    currency: 'ZMW',
    fields: {
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: pattern(/^\+260[0-9]{9}$/),
      /** The provider of the mobile wallet. */
      provider,
    },
    rails: ['MOBILE_MONEY'],
    person: [],
  },
} as const;
