import * as z from 'zod/mini';
import { secret } from '../../format/meta.ts';
import { text } from '../../format/request-values.ts';
import { ofForm, optional, pattern, reachedBy, required, upTo } from './account-fields.ts';

const transfer = ['BANK_TRANSFER'] as const;
const transferOrMobile = ['BANK_TRANSFER', 'MOBILE_MONEY'] as const;
const numberAtBank = required('bankName', 'accountNumber', 'swiftCode');
const bankOrMobile = {
  ...optional('accountNumber'),
  ...required('bankName'),
  ...optional('phoneNumber'),
};
const numberOrPhone = [['accountNumber'], ['phoneNumber']] as const;

/** Bank accounts in Africa; some of the types also cover mobile wallets. */
export const africanVariants = {
  EGP_ACCOUNT: {
    ...reachedBy('EGP', transferOrMobile, {
      /** International bank account number, without spaces. */
      iban: z.optional(pattern(/^EG[0-9]{27}$/)),
      ...required('bankName'),
      ...optional('phoneNumber'),
    }),
    needs: [['iban'], ['phoneNumber']],
  },
  GHS_ACCOUNT: {
    ...reachedBy('GHS', transferOrMobile, bankOrMobile),
    needs: numberOrPhone,
  },
  NGN_ACCOUNT: reachedBy('NGN', transfer, {
    ...ofForm({ accountNumber: /^[0-9]{10}$/ }),
    ...required('bankName'),
  }),
  ZAR_ACCOUNT: reachedBy('ZAR', transfer, {
    ...ofForm({ accountNumber: /^[0-9]{9,13}$/ }),
    ...required('bankName'),
  }),
};

/** Bank accounts in the Americas; some of the types also cover mobile wallets. */
export const americanVariants = {
  BRL_ACCOUNT: reachedBy('BRL', ['PIX'], {
    /** Key of the account in PIX. */
    pixKey: upTo(77),
    /** The kind of the PIX key. */
    pixKeyType: z.enum(['CPF', 'CNPJ', 'EMAIL', 'PHONE', 'RANDOM']),
    /** The holder's CPF or CNPJ, 11 to 14 digits. */
    taxId: secret(pattern(/^[0-9]{11,14}$/)),
    ...optional('bankName'),
  }),
  CAD_ACCOUNT: {
    ...reachedBy('CAD', transfer, {
      /** Code of the bank, 3 digits. */
      bankCode: pattern(/^[0-9]{3}$/),
      ...required('branchCode'),
      ...ofForm({ accountNumber: /^[0-9]{7,12}$/ }),
    }),
    details: {
      /** Number of a person in business in the register. */
      registrationNumber: z.optional(text),
    },
  },
  COP_ACCOUNT: {
    ...reachedBy('COP', transferOrMobile, {
      ...optional('accountNumber', 'bankAccountType'),
      ...required('bankName'),
      ...optional('phoneNumber'),
    }),
    needs: [['accountNumber', 'bankAccountType'], ['phoneNumber']],
    details: {
      /** Kind of identity document. */
      documentType: z.optional(z.enum(['CC', 'CE', 'TI', 'NIT', 'PP'])),
      /** Number of the identity document. */
      documentNumber: z.optional(upTo(50)),
    },
  },
  GTQ_ACCOUNT: reachedBy(
    'GTQ',
    transfer,
    required('accountNumber', 'bankAccountType', 'bankName'),
    ['phoneNumber', 'countryOfResidence'],
  ),
  JMD_ACCOUNT: reachedBy(
    'JMD',
    transfer,
    required('accountNumber', 'branchCode', 'bankAccountType', 'bankName'),
    ['phoneNumber', 'address'],
  ),
  MXN_ACCOUNT: reachedBy('MXN', ['SPEI'], {
    /** CLABE number of the account, 18 digits. */
    clabeNumber: pattern(/^[0-9]{18}$/),
    ...optional('bankName'),
  }),
  SLV_ACCOUNT: {
    ...reachedBy(
      'USD',
      transferOrMobile,
      optional('bankName', 'accountNumber', 'bankAccountType', 'phoneNumber'),
    ),
    needs: [['accountNumber', 'bankAccountType'], ['phoneNumber']],
  },
  USD_ACCOUNT: reachedBy('USD', ['ACH', 'WIRE', 'RTP', 'FEDNOW'], {
    ...required('accountNumber'),
    /** Routing number of the bank, 9 digits. */
    routingNumber: pattern(/^[0-9]{9}$/),
    /** Name of the bank. */
    bankName: z.optional(upTo(140)),
    ...optional('bankAccountType'),
    /** Name of the intermediary bank, for wires that need one. */
    intermediaryBankName: z.optional(upTo(140)),
    /** Routing number of the intermediary bank, 9 digits. */
    intermediaryRoutingNumber: z.optional(pattern(/^[0-9]{9}$/)),
    /** Text for the receiving bank, at most 210 characters. */
    fiToFiInformation: z.optional(upTo(210)),
  }),
};

/** Bank accounts in Asia; some of the types also cover mobile wallets. */
export const asianVariants = {
  AED_ACCOUNT: reachedBy(
    'AED',
    transfer,
    { ...ofForm({ iban: /^AE[0-9]{21}$/ }), ...optional('swiftCode') },
    ['address'],
  ),
  BDT_ACCOUNT: {
    ...reachedBy('BDT', transferOrMobile, {
      ...optional('accountNumber'),
      ...required('bankName'),
      ...optional('branchCode', 'swiftCode', 'phoneNumber'),
    }),
    needs: numberOrPhone,
  },
  CNY_ACCOUNT: {
    ...reachedBy('CNY', transferOrMobile, bankOrMobile),
    needs: numberOrPhone,
  },
  HKD_ACCOUNT: reachedBy('HKD', transfer, numberAtBank),
  IDR_ACCOUNT: reachedBy('IDR', transfer, {
    ...numberAtBank,
    ...ofForm({ phoneNumber: /^\+62[0-9]{9,12}$/ }),
  }),
  INR_ACCOUNT: {
    ...reachedBy('INR', ['UPI', 'NEFT', 'RTGS'], {
      /** Virtual payment address, such as `ada@bank`. */
      vpa: z.optional(pattern(/^[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$/).check(z.maxLength(255))),
      /** Number of the account. */
      accountNumber: z.optional(pattern(/^[0-9]{9,18}$/)),
      /** Code of the branch (IFSC). */
      ifsc: z.optional(pattern(/^[A-Z]{4}0[A-Z0-9]{6}$/)),
      /** The rail to use, if the bank has several. */
      rail: z.optional(upTo(32)),
      ...optional('bankName'),
    }),
    needs: [['accountNumber', 'ifsc', 'rail'], ['vpa']],
  },
  MYR_ACCOUNT: reachedBy('MYR', transfer, numberAtBank),
  PHP_ACCOUNT: reachedBy('PHP', transfer, {
    ...required('bankName'),
    ...ofForm({ accountNumber: /^[0-9]{8,16}$/ }),
  }),
  PKR_ACCOUNT: {
    ...reachedBy('PKR', transferOrMobile, {
      ...required('bankName'),
      ...optional('accountNumber'),
      /** International bank account number, without spaces. */
      iban: z.optional(pattern(/^PK[0-9]{2}[A-Z]{4}[0-9]{16}$/)),
      ...optional('phoneNumber'),
    }),
    needs: numberOrPhone,
  },
  SGD_ACCOUNT: reachedBy('SGD', ['PAYNOW', 'FAST', 'BANK_TRANSFER'], {
    ...optional('bankName'),
    ...required('accountNumber', 'swiftCode'),
  }),
  THB_ACCOUNT: reachedBy('THB', transfer, numberAtBank),
  VND_ACCOUNT: reachedBy('VND', transfer, numberAtBank),
};

/** Bank accounts in Europe, and accounts that SWIFT reaches. */
export const europeanVariants = {
  DKK_ACCOUNT: reachedBy('DKK', ['SEPA', 'SEPA_INSTANT'], {
    ...ofForm({ iban: /^DK[0-9]{16}$/ }),
    ...optional('swiftCode'),
  }),
  EUR_ACCOUNT: reachedBy(
    'EUR',
    ['SEPA', 'SEPA_INSTANT'],
    { ...required('iban'), ...optional('swiftCode', 'bankName') },
    ['countryOfResidence'],
  ),
  GBP_ACCOUNT: reachedBy('GBP', ['FASTER_PAYMENTS'], {
    /** Sort code, 6 digits without hyphens. */
    sortCode: pattern(/^[0-9]{6}$/),
    ...ofForm({ accountNumber: /^[0-9]{8}$/ }),
  }),
  SWIFT_ACCOUNT: {
    fields: {
      /** Country of the bank, ISO 3166-1 alpha-2. */
      country: pattern(/^[A-Z]{2}$/),
      ...required('swiftCode', 'bankName'),
      ...optional('accountNumber', 'iban'),
    },
    needs: [['accountNumber'], ['iban']],
    rails: ['SWIFT'],
    person: [],
  },
} as const;
