import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { requestId } from '../../format/request-values.ts';
import type { Echoes } from '../../format/result/echoes.ts';
import { minorUnits } from '../../format/units.ts';

export const purposesOfPayment = [
  'GIFT',
  'SELF',
  'GOODS_OR_SERVICES',
  'EDUCATION',
  'HEALTH_OR_MEDICAL',
  'REAL_ESTATE_PURCHASE',
  'TAX_PAYMENT',
  'LOAN_PAYMENT',
  'UTILITY_BILL',
  'DONATION',
  'TRAVEL',
  'FAMILY_SUPPORT',
  'SALARY_PAYMENT',
  'OTHER',
] as const;
export const paymentRails = [
  'ACH',
  'ACH_COLOMBIA',
  'BANK_TRANSFER',
  'BRE_B',
  'CIPS',
  'FAST',
  'FASTER_PAYMENTS',
  'FEDNOW',
  'INSTAPAY',
  'MOBILE_MONEY',
  'NEFT',
  'PAYNOW',
  'PESONET',
  'PIX',
  'RTGS',
  'RTP',
  'SEPA',
  'SEPA_INSTANT',
  'SPEI',
  'SWIFT',
  'UNIONPAY',
  'UPI',
  'WIRE',
] as const;

const internalAccount = strictObject({
  /** `InternalAccount:<id>`. */
  accountId: requestId('InternalAccount'),
});
const externalAccount = strictObject({
  /** `ExternalAccount:<id>`. */
  accountId: requestId('ExternalAccount'),
});

/** The body of a transfer from an external account. */
export const transferIn = strictObject({
  /** The account to pull the money from. */
  source: externalAccount,
  /** The account the money goes to. */
  destination: internalAccount,
  /** In the smallest unit of the accounts' currency. */
  amount: z.optional(minorUnits('the internal account').check(z.positive())),
});

/** The body of a transfer to an external account. */
export const transferOut = strictObject({
  /** The account the money comes from. */
  source: internalAccount,
  /** The account to send the money to. */
  destination: z.extend(externalAccount, {
    /** The rail to use; the service chooses when left out. */
    paymentRail: z.optional(z.enum(paymentRails)),
  }),
  /** In the smallest unit of the accounts' currency. */
  amount: z.optional(minorUnits('the internal account').check(z.positive())),
  /** Text the recipient's bank shows, at most 80 characters. */
  remittanceInformation: z.optional(z.string().check(z.maxLength(80))),
  /** What the payment is for; some corridors need it. */
  purposeOfPayment: z.optional(z.enum(purposesOfPayment)),
});

/** The payee's side of a transfer that its result has under names of the payer's. */
export const transferOutEchoes: Echoes = {
  // A result names the rail by which money came in, and the text that came with it.
  'destination.paymentRail': null,
  remittanceInformation: null,
};
