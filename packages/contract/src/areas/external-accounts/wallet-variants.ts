import { address, text, vaspName } from './account-fields.ts';

/** Blockchain addresses and Lightning. */
export const walletVariants = {
  BASE_WALLET: {
    fields: { address, vaspName: vaspName.optional() },
    rails: [],
    person: 'wallet',
  },
  ETHEREUM_WALLET: {
    fields: { address, vaspName: vaspName.optional() },
    rails: [],
    person: 'wallet',
  },
  LIGHTNING: {
    fields: {
      invoice: text.optional(),
      bolt12: text.optional(),
      lightningAddress: text.optional(),
    },
    rails: [],
    person: null,
  },
  PLASMA_WALLET: {
    fields: { address, vaspName: vaspName.optional() },
    rails: [],
    person: 'wallet',
  },
  POLYGON_WALLET: {
    fields: { address, vaspName: vaspName.optional() },
    rails: [],
    person: 'wallet',
  },
  SOLANA_WALLET: {
    fields: { address, vaspName: vaspName.optional() },
    rails: [],
    person: 'wallet',
  },
  SPARK_WALLET: {
    fields: { address, vaspName: vaspName.optional() },
    rails: [],
    person: 'wallet',
  },
  TRON_WALLET: {
    fields: { address, vaspName: vaspName.optional() },
    rails: [],
    person: 'wallet',
  },
} as const;
