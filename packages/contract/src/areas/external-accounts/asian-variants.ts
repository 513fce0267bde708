import * as z from 'zod/mini';
import {
  accountNumber,
  bankName,
  branchCode,
  pattern,
  phoneNumber,
  swiftCode,
  upTo,
} from './account-fields.ts';

/** Bank accounts in Asia; some of the types also cover mobile wallets. */
export const asianVariants = {
  AED_ACCOUNT: {
    currency: 'AED',
    fields: {
      /** International bank account number, without spaces. */
      iban: pattern(/^AE[0-9]{21}$/),
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode: z.optional(swiftCode),
    },
    rails: ['BANK_TRANSFER'],
    person: ['address'],
  },
  BDT_ACCOUNT: {
    currency: 'BDT',
    fields: {
      /** Number of the account. */
      accountNumber: z.optional(accountNumber),
      /** Name of the bank. */
      bankName,
      /** Code of the branch, 5 digits. */
      branchCode: z.optional(branchCode),
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode: z.optional(swiftCode),
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: z.optional(phoneNumber),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  CNY_ACCOUNT: {
    currency: 'CNY',
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
  HKD_ACCOUNT: {
    currency: 'HKD',
    fields: {
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber,
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode,
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  IDR_ACCOUNT: {
    currency: 'IDR',
    fields: {
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber,
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode,
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: pattern(/^\+62[0-9]{9,12}$/),
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  INR_ACCOUNT: {
    currency: 'INR',
    fields: {
      /** Virtual payment address, such as `ada@bank`. */
      vpa: z.optional(pattern(/^[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$/).check(z.maxLength(255))),
      /** Number of the account. */
      accountNumber: z.optional(pattern(/^[0-9]{9,18}$/)),
      /** Code of the branch (IFSC). */
      ifsc: z.optional(pattern(/^[A-Z]{4}0[A-Z0-9]{6}$/)),
      /** The rail to use, if the bank has several. */
      rail: z.optional(upTo(32)),
      /** Name of the bank. */
      bankName: z.optional(bankName),
    },
    rails: ['UPI', 'NEFT', 'RTGS'],
    person: [],
  },
  MYR_ACCOUNT: {
    currency: 'MYR',
    fields: {
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber,
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode,
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  PHP_ACCOUNT: {
    currency: 'PHP',
    fields: {
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber: pattern(/^[0-9]{8,16}$/),
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  PKR_ACCOUNT: {
    currency: 'PKR',
    fields: {
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber: z.optional(accountNumber),
      /** International bank account number, without spaces. */
      iban: z.optional(pattern(/^PK[0-9]{2}[A-Z]{4}[0-9]{16}$/)),
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: z.optional(phoneNumber),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  SGD_ACCOUNT: {
    currency: 'SGD',
    fields: {
      /** Name of the bank. */
      bankName: z.optional(bankName),
      /** Number of the account. */
      accountNumber,
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode,
    },
    rails: ['PAYNOW', 'FAST', 'BANK_TRANSFER'],
    person: [],
  },
  THB_ACCOUNT: {
    currency: 'THB',
    fields: {
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber,
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode,
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  VND_ACCOUNT: {
    currency: 'VND',
    fields: {
      /** Name of the bank. */
      bankName,
      /** Number of the account. */
      accountNumber,
      /** Code of the bank (BIC), 8 or 11 characters. */
      swiftCode,
    },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
} as const;
