import * as z from 'zod';
import {
  accountNumber,
  bankAccountType,
  bankName,
  branchCode,
  iban,
  pattern,
  phoneNumber,
  swiftCode,
  text,
  upTo,
} from './account-fields.ts';

/** Bank accounts, some of which mobile wallets can stand in for. */
export const bankVariants = {
  AED_ACCOUNT: {
    fields: { iban: pattern(/^AE[0-9]{21}$/), swiftCode: swiftCode.optional() },
    rails: ['BANK_TRANSFER'],
    person: ['address'],
  },
  BDT_ACCOUNT: {
    fields: {
      accountNumber: accountNumber.optional(),
      bankName,
      branchCode: branchCode.optional(),
      swiftCode: swiftCode.optional(),
      phoneNumber: phoneNumber.optional(),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  BRL_ACCOUNT: {
    fields: {
      pixKey: upTo(77),
      pixKeyType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
      taxId: pattern(/^[0-9]{11,14}$/),
    },
    rails: ['PIX'],
    person: [],
  },
  CAD_ACCOUNT: {
    fields: {
      bankCode: pattern(/^[0-9]{3}$/),
      branchCode,
      accountNumber: pattern(/^[0-9]{7,12}$/),
    },
    rails: ['BANK_TRANSFER'],
    person: [],
    details: {
      /** Number of a person in business in the register. */
      registrationNumber: text.optional(),
    },
  },
  CNY_ACCOUNT: {
    fields: {
      accountNumber: accountNumber.optional(),
      bankName,
      phoneNumber: phoneNumber.optional(),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  COP_ACCOUNT: {
    fields: {
      accountNumber: accountNumber.optional(),
      bankAccountType: bankAccountType.optional(),
      bankName,
      phoneNumber: phoneNumber.optional(),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
    details: {
      /** Kind of identity document. */
      documentType: z.enum(['CC', 'CE', 'TI', 'NIT', 'PP']).optional(),
      /** Number of the identity document. */
      documentNumber: upTo(50).optional(),
    },
  },
  DKK_ACCOUNT: {
    fields: { iban: pattern(/^DK[0-9]{16}$/), swiftCode: swiftCode.optional() },
    rails: ['SEPA', 'SEPA_INSTANT'],
    person: [],
  },
  EGP_ACCOUNT: {
    fields: {
      iban: pattern(/^EG[0-9]{27}$/).optional(),
      bankName,
      phoneNumber: phoneNumber.optional(),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  EUR_ACCOUNT: {
    fields: { iban, swiftCode: swiftCode.optional() },
    rails: ['SEPA', 'SEPA_INSTANT'],
    person: ['countryOfResidence'],
  },
  GBP_ACCOUNT: {
    fields: { sortCode: pattern(/^[0-9]{6}$/), accountNumber: pattern(/^[0-9]{8}$/) },
    rails: ['FASTER_PAYMENTS'],
    person: [],
  },
  GHS_ACCOUNT: {
    fields: {
      accountNumber: accountNumber.optional(),
      bankName,
      phoneNumber: phoneNumber.optional(),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  GTQ_ACCOUNT: {
    fields: { accountNumber, bankAccountType, bankName },
    rails: ['BANK_TRANSFER'],
    person: ['phoneNumber', 'countryOfResidence'],
  },
  HKD_ACCOUNT: {
    fields: { bankName, accountNumber, swiftCode },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  IDR_ACCOUNT: {
    fields: { bankName, accountNumber, swiftCode, phoneNumber: pattern(/^\+62[0-9]{9,12}$/) },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  INR_ACCOUNT: {
    fields: {
      vpa: pattern(/^[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$/).optional(),
      accountNumber: pattern(/^[0-9]{9,18}$/).optional(),
      ifsc: pattern(/^[A-Z]{4}0[A-Z0-9]{6}$/).optional(),
      rail: upTo(32).optional(),
      bankName: bankName.optional(),
    },
    rails: ['UPI', 'NEFT', 'RTGS'],
    person: [],
  },
  JMD_ACCOUNT: {
    fields: { accountNumber, branchCode, bankAccountType, bankName },
    rails: ['BANK_TRANSFER'],
    person: ['phoneNumber', 'address'],
  },
  MXN_ACCOUNT: {
    fields: { clabeNumber: pattern(/^[0-9]{18}$/) },
    rails: ['SPEI'],
    person: [],
  },
  MYR_ACCOUNT: {
    fields: { bankName, accountNumber, swiftCode },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  NGN_ACCOUNT: {
    fields: { accountNumber: pattern(/^[0-9]{10}$/), bankName },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  PHP_ACCOUNT: {
    fields: { bankName, accountNumber: pattern(/^[0-9]{8,16}$/) },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  PKR_ACCOUNT: {
    fields: {
      bankName,
      accountNumber: accountNumber.optional(),
      iban: pattern(/^PK[0-9]{2}[A-Z]{4}[0-9]{16}$/).optional(),
      phoneNumber: phoneNumber.optional(),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  SGD_ACCOUNT: {
    fields: { bankName: bankName.optional(), accountNumber, swiftCode },
    rails: ['PAYNOW', 'FAST', 'BANK_TRANSFER'],
    person: [],
  },
  SLV_ACCOUNT: {
    fields: {
      bankName: bankName.optional(),
      accountNumber: accountNumber.optional(),
      bankAccountType: bankAccountType.optional(),
      phoneNumber: phoneNumber.optional(),
    },
    rails: ['BANK_TRANSFER', 'MOBILE_MONEY'],
    person: [],
  },
  SWIFT_ACCOUNT: {
    fields: {
      country: pattern(/^[A-Z]{2}$/),
      swiftCode,
      bankName,
      accountNumber: accountNumber.optional(),
      iban: iban.optional(),
    },
    rails: ['SWIFT'],
    person: [],
  },
  THB_ACCOUNT: {
    fields: { bankName, accountNumber, swiftCode },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  USD_ACCOUNT: {
    fields: {
      accountNumber,
      routingNumber: pattern(/^[0-9]{9}$/),
      bankName: upTo(140).optional(),
      bankAccountType: bankAccountType.optional(),
      intermediaryBankName: upTo(140).optional(),
      intermediaryRoutingNumber: pattern(/^[0-9]{9}$/).optional(),
      fiToFiInformation: upTo(210).optional(),
    },
    rails: ['ACH', 'WIRE', 'RTP', 'FEDNOW'],
    person: [],
  },
  VND_ACCOUNT: {
    fields: { bankName, accountNumber, swiftCode },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
  ZAR_ACCOUNT: {
    fields: { accountNumber: pattern(/^[0-9]{9,13}$/), bankName },
    rails: ['BANK_TRANSFER'],
    person: [],
  },
} as const;
