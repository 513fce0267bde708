import * as z from 'zod';
import { responseFields } from '../../format/derive-response.ts';
import { basisPoints } from '../../format/rates.ts';
import { emailAddress } from '../../format/request-forms.ts';
import { integer, text } from '../../format/request-values.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';
import { inUnit, minorUnits } from '../../format/units.ts';
import { transactionTypes } from '../transactions/schemas.ts';

/** The kinds of payment to which a platform fee applies. */
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

/** A fact that a payment needs about the other party, in a request. */
const counterpartyField = z.strictObject({
  /** Name of the fact. */
  name: z.enum(customerInfoFieldNames),
  /** Whether a payment without it is rejected. */
  mandatory: z.boolean(),
});

const counterpartyFieldShape = resource({
  /** Name of the fact. */
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
  /** Minimum amount of one payment, in the smallest unit. */
  minAmount: minorUnits('currencyCode').min(0),
  /** Maximum amount of one payment, in the smallest unit. */
  maxAmount: minorUnits('currencyCode').min(0),
  /** Facts the platform requires about the other party. */
  requiredCounterpartyFields: z.array(counterpartyField),
  /** The directions in which the currency may be used. */
  enabledTransactionTypes: z.array(z.enum(transactionTypes)),
};

/** An amount in the smallest unit of a currency named by its code. */
export const fixedFee = z.strictObject({
  /** In the smallest unit. */
  amount: minorUnits('currency').min(0),
  /** Code of the currency. */
  currency: text,
});

const feeConfig = z.strictObject({
  /** The kind of payment the fee applies to. */
  feeType: z.enum(feeTypes),
  /** Code of the currency the fee is charged in. */
  sourceCurrency: text,
  /** Share of the amount, in hundredths of a percent. */
  variableFeeBps: basisPoints,
  /** A fixed amount, charged in addition to the share. */
  fixedFee,
});

const httpUrl = (expected: string, protocol: RegExp) =>
  z.url({ protocol, error: `expected ${expected}` }).max(512);

const senderAddress = emailAddress.max(255);

const embeddedWalletConfig = z.strictObject({
  /** Name in one-time code messages, at most 255 characters. */
  appName: z.string().max(255).optional(),
  /** Length of one-time codes, 4 to 12; 6 if never set. */
  otpLength: inUnit(integer.min(4).max(12), 'characters').optional(),
  /** Whether one-time codes contain letters as well as digits. */
  alphanumeric: z.boolean().optional(),
  /** How long a one-time code is valid, 1 to 86,400 seconds; 300 if never set. */
  expirationSeconds: inUnit(integer.min(1).max(86_400), 'seconds').optional(),
  /** The address one-time codes come from. */
  sendFromEmailAddress: senderAddress.optional(),
  /** The name one-time codes come from. */
  sendFromEmailSenderName: z.string().max(255).optional(),
  /** The address replies to one-time codes go to. */
  replyToEmailAddress: senderAddress.optional(),
  /** The logo in one-time code messages, at most 512 characters. */
  logoUrl: httpUrl('a URL', /^https?$/).optional(),
});

const cardTokenization2faConfig = z.strictObject({
  /** Name in the messages that confirm a card in a phone's wallet. */
  displayName: z.string().max(255).optional(),
  /** An `https://` URL, at most 512 characters. */
  logoUrl: httpUrl('an https URL', /^https$/).optional(),
  /** Settings of confirmation by e-mail. */
  email: z
    .strictObject({
      /** The address the messages come from. */
      fromAddress: senderAddress.optional(),
      /** The name the messages come from. */
      fromName: z.string().max(255).optional(),
      /** The address replies go to. */
      replyToAddress: senderAddress.optional(),
      /** Subject of the messages. */
      subject: z.string().max(255).optional(),
      /** Text of the messages, at most 2,000 characters. */
      bodyText: z.string().max(2000).optional(),
    })
    .optional(),
  /** Settings of confirmation by text message. */
  sms: z
    .strictObject({
      /** Id of the message template. */
      templateSid: z.string().max(64).optional(),
      /** Text of the messages, at most 480 characters. */
      bodyText: z.string().max(480).optional(),
    })
    .optional(),
});

const updateFields = {
  /** The domain of the platform's UMA addresses. */
  umaDomain: text.optional(),
  /** Where webhook events are delivered; a new one gets a `TEST` event. */
  webhookEndpoint: z
    .url({ protocol: /^https?$/, error: 'expected an http or https URL' })
    .optional(),
  /** The currencies the platform's customers can hold and send. Replaces the whole list. */
  supportedCurrencies: z.array(z.strictObject(currencyFields)).optional(),
  /** Settings of embedded wallets' one-time codes. Fields that are left out stay unchanged. */
  embeddedWalletConfig: embeddedWalletConfig.optional(),
  /**
   * Confirmation of cards that are added to a phone's wallet. Fields that are left out stay
   * unchanged.
   */
  cardTokenization2faConfig: cardTokenization2faConfig.optional(),
  /** The platform's own fees. Replaces the whole list. */
  feeConfigs: z.array(feeConfig).optional(),
};

/** The body that changes the configuration. */
export const configUpdate = z
  .strictObject(updateFields)
  .refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'provide at least one field to change',
  });

const infoFieldNames = z.array(openEnum(customerInfoFieldNames));

const configShape = resource({
  ...responseFields(updateFields),
  /** `PlatformConfig:<id>`. */
  id: z.string().meta({ prefix: 'PlatformConfig' }).optional(),
  /** The subdomain under which the service responds for the platform's UMA addresses. */
  proxyUmaSubdomain: z.string().optional(),
  /** The currencies the platform's customers can hold and send. */
  supportedCurrencies: z
    .array(
      resource({
        ...responseFields(currencyFields),
        /** ISO 4217 code, or the ticker of a cryptocurrency. */
        currencyCode: z.string(),
        /** Facts the provider requires about the platform's customer. */
        providerRequiredCustomerFields: infoFieldNames.optional(),
        /** Facts the provider requires about the other party. */
        providerRequiredCounterpartyCustomerFields: infoFieldNames.optional(),
      }),
    )
    .optional(),
  /** Whether the platform is itself a regulated financial institution. */
  isRegulatedFinancialInstitution: z.boolean().optional(),
  /** When the configuration was first set. */
  createdAt: timestamp.optional(),
  /** When the configuration was last changed. */
  updatedAt: timestamp.optional(),
});

/** The platform's configuration. */
export interface PlatformConfig extends z.output<typeof configShape> {}
export const PlatformConfig: z.ZodType<PlatformConfig> = configShape;
