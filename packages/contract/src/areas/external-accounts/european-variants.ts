import * as z from 'zod/mini';
import { accountNumber, bankName, iban, pattern, swiftCode } from './account-fields.ts';

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
