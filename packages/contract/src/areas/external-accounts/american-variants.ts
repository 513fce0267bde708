import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import {
  accountNumber,
  bankAccountType,
  bankName,
  branchCode,
  pattern,
  phoneNumber,
  text,
  upTo,
} from './account-fields.ts';

/** Bank accounts in the Americas; some of the types also cover mobile wallets. */
export const americanVariants = {
  BRL_ACCOUNT: {
    currency: 'BRL',
    fields: {
      /** Key of the account in PIX. */
      pixKey: upTo(77),
      /** The kind of the PIX key. */
      pixKeyType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
      /** The holder's CPF or CNPJ, 11 to 14 digits. */
      taxId: secret(pattern(/^[0-9]{11,14}$/)),
    },
    rails: ['PIX'],
    person: [],
  },
  CAD_ACCOUNT: {
    currency: 'CAD',
    fields: {
      /** Code of the bank, 3 digits. */
      bankCode: pattern(/^[0-9]{3}$/),
      /** Code of the branch, 5 digits. */
      branchCode,
      /** Number of the account. */
      accountNumber: pattern(/^[0-9]{7,12}$/),
    },
    rails: ['BANK_TRANSFER'],
    person: [],
    details: {
      /** Number of a person in business in the register. */
      registrationNumber: z.optional(text),
    },
  },
  COP_ACCOUNT: {
    currency: 'COP',
    fields: {
      /** Number of the account. */
      accountNumber: z.optional(accountNumber),
      /** Checking or savings account. */
      bankAccountType: z.optional(bankAccountType),
      /** Name of the bank. */
      bankName,
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: z.optional(phoneNumber),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
    details: {
      /** Kind of identity document. */
      documentType: z.optional(z.enum(['CC', 'CE', 'TI', 'NIT', 'PP'])),
      /** Number of the identity document. */
      documentNumber: z.optional(upTo(50)),
    },
  },
  GTQ_ACCOUNT: {
    currency: 'GTQ',
    fields: {
      /** Number of the account. */
      accountNumber,
      /** Checking or savings account. */
      bankAccountType,
      /** Name of the bank. */
      bankName,
    },
    rails: ['BANK_TRANSFER'],
    person: ['phoneNumber', 'countryOfResidence'],
  },
  JMD_ACCOUNT: {
    currency: 'JMD',
    fields: {
      /** Number of the account. */
      accountNumber,
      /** Code of the branch, 5 digits. */
      branchCode,
      /** Checking or savings account. */
      bankAccountType,
      /** Name of the bank. */
      bankName,
    },
    rails: ['BANK_TRANSFER'],
    person: ['phoneNumber', 'address'],
  },
  MXN_ACCOUNT: {
    currency: 'MXN',
    fields: {
      /** CLABE number of the account, 18 digits. */
      clabeNumber: pattern(/^[0-9]{18}$/),
    },
    rails: ['SPEI'],
    person: [],
  },
  SLV_ACCOUNT: {
    currency: 'USD',
    fields: {
      /** Name of the bank. */
      bankName: z.optional(bankName),
      /** Number of the account. */
      accountNumber: z.optional(accountNumber),
      /** Checking or savings account. */
      bankAccountType: z.optional(bankAccountType),
      /** Phone number of the mobile wallet, with the country code. */
      phoneNumber: z.optional(phoneNumber),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  USD_ACCOUNT: {
    currency: 'USD',
    fields: {
      /** Number of the account. */
      accountNumber,
      /** Routing number of the bank, 9 digits. */
      routingNumber: pattern(/^[0-9]{9}$/),
      /** Name of the bank. */
      bankName: z.optional(upTo(140)),
      /** Checking or savings account. */
      bankAccountType: z.optional(bankAccountType),
      /** Name of the intermediary bank, for wires that need one. */
      intermediaryBankName: z.optional(upTo(140)),
      /** Routing number of the intermediary bank, 9 digits. */
      intermediaryRoutingNumber: z.optional(pattern(/^[0-9]{9}$/)),
      /** Text for the receiving bank, at most 210 characters. */
      fiToFiInformation: z.optional(upTo(210)),
    },
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    person: [],
  },
} as const;
