import * as z from 'zod';
import { responseFields } from '../../format/derive-response.ts';
import { integer, text } from '../../format/request-values.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';
import { transactionTypes } from '../transactions/schemas.ts';

const feeTypes = ['CROSS_CURRENCY_TRANSACTION'] as const;

/** Facts about a person or business that a payment may need. */
export const customerInfoFieldNames = [
  'FULL_NAME',
  'BIRTH_DATE',
  'NATIONALITY',
  'PHONE_NUMBER',
  'EMAIL',
  'POSTAL_ADDRESS',
  'TAX_ID',
  'REGISTRATION_NUMBER',
  'USER_TYPE',
  'COUNTRY_OF_RESIDENCE',
  'ACCOUNT_IDENTIFIER',
  'FI_LEGAL_ENTITY_NAME',
  'FI_ADDRESS',
  'PURPOSE_OF_PAYMENT',
  'ULTIMATE_INSTITUTION_COUNTRY',
  'IDENTIFIER',
  'BUSINESS_TYPE',
  'COMPANY_LEGAL_NAME',
  'ID_TYPE',
  'ID_NUMBER',
] as const;

/** A fact a payment needs about the other party, in a request. */
const counterpartyField = z.strictObject({
  name: z.enum(customerInfoFieldNames),
  /** Whether a payment without it is rejected. */
  mandatory: z.boolean(),
});

const counterpartyFieldShape = resource({
  name: openEnum(customerInfoFieldNames),
  /** Whether a payment without it is rejected. */
  mandatory: z.boolean(),
});

/** A fact a payment needs about the other party. */
export interface CounterpartyField extends z.output<typeof counterpartyFieldShape> {}
export const CounterpartyField: z.ZodType<CounterpartyField> = counterpartyFieldShape;

const currencyFields = {
  /** ISO 4217 code, or the ticker of a cryptocurrency. */
  currencyCode: text,
  /** Least amount of one payment, in the smallest unit. */
  minAmount: integer.min(0),
  /** Greatest amount of one payment, in the smallest unit. */
  maxAmount: integer.min(0),
  /** What the platform wants to know of the other party. */
  requiredCounterpartyFields: z.array(counterpartyField),
  /** The directions in which the currency may be used. */
  enabledTransactionTypes: z.array(z.enum(transactionTypes)),
};

/** An amount in the smallest unit of a currency named by its code. */
export const fixedFee = z.strictObject({ amount: integer.min(0), currency: text });

const feeConfig = z.strictObject({
  feeType: z.enum(feeTypes),
  /** Code of the currency the fee is taken in. */
  sourceCurrency: text,
  /** Share of the amount, in hundredths of a percent. */
  variableFeeBps: integer.min(0).max(10_000),
  fixedFee,
});

const embeddedWalletConfig = z.strictObject({
  /** Name in one-time code messages, at most 255 characters. */
  appName: z.string().max(255).optional(),
  /** Length of one-time codes, 4 to 12. */
  otpLength: integer.min(4).max(12).optional(),
  /** Whether one-time codes hold letters too. */
  alphanumeric: z.boolean().optional(),
  /** How long a one-time code is valid, 1 to 86,400 seconds. */
  expirationSeconds: integer.min(1).max(86_400).optional(),
  sendFromEmailAddress: z.string().max(255).optional(),
  sendFromEmailSenderName: z.string().max(255).optional(),
  replyToEmailAddress: z.string().max(255).optional(),
  logoUrl: z.string().max(512).optional(),
});

const cardTokenization2faConfig = z.strictObject({
  displayName: z.string().max(255).optional(),
  /** An `https://` URL, at most 512 characters. */
  logoUrl: z
    .string()
    .max(512)
    .regex(/^https:\/\//, 'expected an https URL')
    .optional(),
  email: z.looseObject({}).optional(),
  sms: z.looseObject({}).optional(),
});

const updateFields = {
  /** The domain of the platform's UMA addresses. */
  umaDomain: text.optional(),
  /** Where webhook events are delivered; a new one gets a `TEST` event. */
  webhookEndpoint: text.optional(),
  /** Replaces the whole list. */
  supportedCurrencies: z.array(z.strictObject(currencyFields)).optional(),
  embeddedWalletConfig: embeddedWalletConfig.optional(),
  cardTokenization2faConfig: cardTokenization2faConfig.optional(),
  /** Replaces the whole list. */
  feeConfigs: z.array(feeConfig).optional(),
};

/** The body that changes the configuration. */
export const configUpdate = z
  .strictObject(updateFields)
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'give at least one field to change',
  });

const infoFieldNames = z.array(openEnum(customerInfoFieldNames));

const configShape = resource({
  ...responseFields(updateFields),
  id: z.string().optional(),
  proxyUmaSubdomain: z.string().optional(),
  supportedCurrencies: z
    .array(
      resource({
        ...responseFields(currencyFields),
        currencyCode: z.string(),
        /** What the provider needs to know of the platform's customer. */
        providerRequiredCustomerFields: infoFieldNames.optional(),
        /** What the provider needs to know of the other party. */
        providerRequiredCounterpartyCustomerFields: infoFieldNames.optional(),
      }),
    )
    .optional(),
  isRegulatedFinancialInstitution: z.boolean().optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
});

/** The platform's configuration. */
export interface PlatformConfig extends z.output<typeof configShape> {}
export const PlatformConfig: z.ZodType<PlatformConfig> = configShape;
