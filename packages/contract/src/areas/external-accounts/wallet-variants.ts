import * as z from 'zod/mini';
import { address, text, vaspName } from './account-fields.ts';

/** Blockchain addresses and Lightning. */
export const walletVariants = {
  BASE_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: z.optional(vaspName),
    },
    rails: [],
    person: 'wallet',
  },
  ETHEREUM_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: z.optional(vaspName),
    },
    rails: [],
    person: 'wallet',
  },
  LIGHTNING: {
    fields: {
      /** Lightning invoice (BOLT 11). */
      invoice: z.optional(text),
      /** Lightning offer (BOLT 12). */
      bolt12: z.optional(text),
      /** Lightning address, such as `ada@example.com`. */
      lightningAddress: z.optional(text),
    },
    rails: [],
    person: null,
  },
  PLASMA_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: z.optional(vaspName),
    },
    rails: [],
    person: 'wallet',
  },
  POLYGON_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: z.optional(vaspName),
    },
    rails: [],
    person: 'wallet',
  },
  SOLANA_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: z.optional(vaspName),
    },
    rails: [],
    person: 'wallet',
  },
  SPARK_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: z.optional(vaspName),
    },
    rails: [],
    person: 'wallet',
  },
  TRON_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: z.optional(vaspName),
    },
    rails: [],
    person: 'wallet',
  },
} as const;
