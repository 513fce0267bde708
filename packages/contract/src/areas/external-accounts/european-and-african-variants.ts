import * as z from 'zod/mini';
import {
  accountNumber,
  bankName,
  iban,
  pattern,
  phoneNumber,
  swiftCode,
} from './account-fields.ts';

/** Bank accounts in Europe, and accounts that SWIFT reaches. */
export const europeanVariants = {
  DKK_ACCOUNT: {
    currency: 'DKK',
    fields: {
      /** International bank account number, without spaces. */
      iban: pattern(/^DK[0-9]{16}$/),
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode: z.optional(swiftCode),
    },
    rails: ['SEPA', 'SEPA_INSTANT'],
    person: [],
  },
  EUR_ACCOUNT: {
    currency: 'EUR',
    fields: {
      /** International bank account number, without spaces. */
      iban,
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode: z.optional(swiftCode),
    },
    rails: ['SEPA', 'SEPA_INSTANT'],
    person: ['countryOfResidence'],
  },
  GBP_ACCOUNT: {
    currency: 'GBP',
    fields: {
      /** Sort code, 6 digits without hyphens. */
      sortCode: pattern(/^[0-9]{6}$/),
      /** Number of the account. */
      accountNumber: pattern(/^[0-9]{8}$/),
    },
    rails: ['FASTER_PAYMENTS'],
    person: [],
  },
  SWIFT_ACCOUNT: {
    fields: {
      /** Country of the bank, ISO 3166-1 alpha-2. */
      country: pattern(/^[A-Z]{2}$/),
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode,
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber: z.optional(accountNumber),
      /** International bank account number, without spaces. */
      iban: z.optional(iban),
    },
    rails: ['SWIFT'],
    person: [],
  },
} as const;

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
