import * as z from 'zod/mini';
import { accountNumber, bankName, pattern, phoneNumber } from './account-fields.ts';

/** Bank accounts in Africa; some of the types also cover mobile wallets. */
export const africanVariants = {
  EGP_ACCOUNT: {
    currency: 'EGP',
    fields: {
      /** International bank account number, without spaces. */
      iban: z.optional(pattern(/^EG[0-9]{27}$/)),
      /** Name of the bank. */
      bankName,
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: z.optional(phoneNumber),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  GHS_ACCOUNT: {
    currency: 'GHS',
    fields: {
      /** Number of the account. */
      accountNumber: z.optional(accountNumber),
      /** Name of the bank. */
      bankName,
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: z.optional(phoneNumber),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  NGN_ACCOUNT: {
    currency: 'NGN',
    fields: {
      /** Number of the account. */
      accountNumber: pattern(/^[0-9]{10}$/),
      /** Name of the bank. */
      bankName,
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  ZAR_ACCOUNT: {
    currency: 'ZAR',
    fields: {
      /** Number of the account. */
      accountNumber: pattern(/^[0-9]{9,13}$/),
      /** Name of the bank. */
      bankName,
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
} as const;
