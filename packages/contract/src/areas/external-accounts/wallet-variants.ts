import * as z from 'zod/mini';
import { text } from '../../format/request-values.ts';
import { ofForm, reachedBy, required } from './account-fields.ts';

const mobile = ['MOBILE_MONEY'] as const;
const numberAtProvider = required('phoneNumber', 'provider');
const numberOf = (phoneNumber: RegExp) => ({
  ...ofForm({ phoneNumber }),
  ...required('provider'),
});

/** Mobile wallets, named by their currency. */
export const mobileVariants = {
  BWP_ACCOUNT: reachedBy('BWP', mobile, numberAtProvider),
  HTG_ACCOUNT: reachedBy('HTG', mobile, required('phoneNumber')),
  KES_ACCOUNT: reachedBy('KES', mobile, numberOf(/^\+254[0-9]{9}$/)),
  MWK_ACCOUNT: reachedBy('MWK', mobile, numberAtProvider),
  RWF_ACCOUNT: reachedBy('RWF', mobile, numberOf(/^\+250[0-9]{9}$/)),
  TZS_ACCOUNT: reachedBy('TZS', mobile, numberOf(/^\+255[0-9]{9}$/)),
  UGX_ACCOUNT: reachedBy('UGX', mobile, numberAtProvider),
  XAF_ACCOUNT: reachedBy('XAF', mobile, {
    ...numberAtProvider,
    /** Country of the wallet, ISO 3166-1 alpha-2. */
    region: z.enum(['CM', 'CG']),
  }),
  XOF_ACCOUNT: reachedBy('XOF', mobile, {
    ...numberAtProvider,
    /** Country of the wallet, ISO 3166-1 alpha-2. */
    region: z.enum(['BJ', 'CI', 'SN', 'TG']),
  }),
  ZMW_ACCOUNT: reachedBy('ZMW', mobile, numberOf(/^\+260[0-9]{9}$/)),
};

const onChain = {
  fields: {
    /** The address on the blockchain. */
    address: text,
    /** The provider that holds the wallet, if the owner does not hold it. */
    vaspName: z.optional(text),
  },
  rails: [],
  person: 'wallet',
} as const;

/** Blockchain addresses and Lightning. */
export const walletVariants = {
  BASE_WALLET: onChain,
  ETHEREUM_WALLET: onChain,
  LIGHTNING: {
    fields: {
      /** Lightning invoice (BOLT 11). */
      invoice: z.optional(text),
      /** Lightning offer (BOLT 12). */
      bolt12: z.optional(text),
      /** Lightning address, such as `ada@example.com`. */
      lightningAddress: z.optional(text),
    },
    needs: [['invoice'], ['bolt12'], ['lightningAddress']],
    isExclusive: true,
    rails: [],
    person: null,
  },
  PLASMA_WALLET: onChain,
  POLYGON_WALLET: onChain,
  SOLANA_WALLET: onChain,
  SPARK_WALLET: onChain,
  TRON_WALLET: onChain,
} as const;
