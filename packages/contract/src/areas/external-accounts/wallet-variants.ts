import { address, text, vaspName } from './account-fields.ts';

/** Blockchain addresses and Lightning. */
export const walletVariants = {
  BASE_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: vaspName.optional(),
    },
    rails: [],
    person: 'wallet',
  },
  ETHEREUM_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: vaspName.optional(),
    },
    rails: [],
    person: 'wallet',
  },
  LIGHTNING: {
    fields: {
      /** Lightning invoice (BOLT 11). */
      invoice: text.optional(),
      /** Lightning offer (BOLT 12). */
      bolt12: text.optional(),
      /** Lightning address, such as `ada@example.com`. */
      lightningAddress: text.optional(),
    },
    rails: [],
    person: null,
  },
  PLASMA_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: vaspName.optional(),
    },
    rails: [],
    person: 'wallet',
  },
  POLYGON_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: vaspName.optional(),
    },
    rails: [],
    person: 'wallet',
  },
  SOLANA_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: vaspName.optional(),
    },
    rails: [],
    person: 'wallet',
  },
  SPARK_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: vaspName.optional(),
    },
    rails: [],
    person: 'wallet',
  },
  TRON_WALLET: {
    fields: {
      /** The address on the blockchain. */
      address,
      /** The provider that holds the wallet, if the owner does not hold it. */
      vaspName: vaspName.optional(),
    },
    rails: [],
    person: 'wallet',
  },
} as const;
