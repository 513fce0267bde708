import * as z from 'zod/mini';
import { responseFields } from '../../format/derive-response.ts';
import { withMeta } from '../../format/meta.ts';
import { strictObject } from '../../format/objects.ts';
import { emailAddress } from '../../format/request-forms.ts';
import { integer, text } from '../../format/request-values.ts';
import { openEnum, resource, timestamp } from '../../format/response-values.ts';
import { basisPoints, inUnit, minorUnits } from '../../format/units.ts';
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
const counterpartyField = strictObject({
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
export const CounterpartyField: z.ZodMiniType<CounterpartyField> = counterpartyFieldShape;

const currencyFields = {
  /** ISO 4217 code, or the ticker of a cryptocurrency. */
  currencyCode: text,
  /** Minimum amount of one payment, in the smallest unit. */
  minAmount: minorUnits('currencyCode').check(z.gte(0)),
  /** Maximum amount of one payment, in the smallest unit. */
  maxAmount: minorUnits('currencyCode').check(z.gte(0)),
  /** Facts the platform requires about the other party. */
  requiredCounterpartyFields: z.array(counterpartyField),
  /** The directions in which the currency may be used. */
  enabledTransactionTypes: z.array(z.enum(transactionTypes)),
};

/** An amount in the smallest unit of a currency named by its code. */
export const fixedFee = strictObject({
  /** In the smallest unit. */
  amount: minorUnits('currency').check(z.gte(0)),
  /** Code of the currency. */
  currency: text,
});

const feeConfig = strictObject({
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
  z.url({ protocol, error: `expected ${expected}` }).check(z.maxLength(512));

const senderAddress = emailAddress.check(z.maxLength(255));

const embeddedWalletConfig = strictObject({
  /** Name in one-time code messages, at most 255 characters. */
  appName: z.optional(z.string().check(z.maxLength(255))),
  /** Length of one-time codes, 4 to 12; 6 if never set. */
  otpLength: z.optional(inUnit(integer.check(z.gte(4), z.lte(12)), 'characters')),
  /** Whether one-time codes contain letters as well as digits. */
  alphanumeric: z.optional(z.boolean()),
  /** How long a one-time code is valid, 1 to 86,400 seconds; 300 if never set. */
  expirationSeconds: z.optional(inUnit(integer.check(z.gte(1), z.lte(86_400)), 'seconds')),
  /** The address one-time codes come from. */
  sendFromEmailAddress: z.optional(senderAddress),
  /** The name one-time codes come from. */
  sendFromEmailSenderName: z.optional(z.string().check(z.maxLength(255))),
  /** The address replies to one-time codes go to. */
  replyToEmailAddress: z.optional(senderAddress),
  /** The logo in one-time code messages, at most 512 characters. */
  logoUrl: z.optional(httpUrl('a URL', /^https?$/)),
});

const cardTokenization2faConfig = strictObject({
  /** Name in the messages that confirm a card in a phone's wallet. */
  displayName: z.optional(z.string().check(z.maxLength(255))),
  /** An `https://` URL, at most 512 characters. */
  logoUrl: z.optional(httpUrl('an https URL', /^https$/)),
  /** Settings of confirmation by e-mail. */
  email: z.optional(
    strictObject({
      /** The address the messages come from. */
      fromAddress: z.optional(senderAddress),
      /** The name the messages come from. */
      fromName: z.optional(z.string().check(z.maxLength(255))),
      /** The address replies go to. */
      replyToAddress: z.optional(senderAddress),
      /** Subject of the messages. */
      subject: z.optional(z.string().check(z.maxLength(255))),
      /** Text of the messages, at most 2,000 characters. */
      bodyText: z.optional(z.string().check(z.maxLength(2000))),
    }),
  ),
  /** Settings of confirmation by text message. */
  sms: z.optional(
    strictObject({
      /** Id of the message template. */
      templateSid: z.optional(z.string().check(z.maxLength(64))),
      /** Text of the messages, at most 480 characters. */
      bodyText: z.optional(z.string().check(z.maxLength(480))),
    }),
  ),
});

const updateFields = {
  /** The domain of the platform's UMA addresses. */
  umaDomain: z.optional(text),
  /** Where webhook events are delivered; a new one gets a `TEST` event. */
  webhookEndpoint: z.optional(
    z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
  ),
  /** The currencies the platform's customers can hold and send. Replaces the whole list. */
  supportedCurrencies: z.optional(z.array(strictObject(currencyFields))),
  /** Settings of embedded wallets' one-time codes. Fields that are left out stay unchanged. */
  embeddedWalletConfig: z.optional(embeddedWalletConfig),
  /** Confirmation of cards that are added to a phone's wallet. Fields that are left out stay unchanged. */
  cardTokenization2faConfig: z.optional(cardTokenization2faConfig),
  /**
   * The platform's own fees, in USD. Each replaces the one of its kind and currency; others stay, and
   * one whose parts are both 0 ends it.
   */
  feeConfigs: z.optional(z.array(feeConfig)),
};

/** The body that changes the configuration. */
export const configUpdate = strictObject(updateFields).check(
  z.refine((update) => Object.values(update).some((value) => value !== undefined), {
    error: 'provide at least one field to change',
  }),
);

const infoFieldNames = z.array(openEnum(customerInfoFieldNames));

const configShape = resource({
  ...responseFields(updateFields),
  /** `PlatformConfig:<id>`. */
  id: z.optional(withMeta(z.string(), { prefix: 'PlatformConfig' })),
  /** The subdomain under which the service responds for the platform's UMA addresses. */
  proxyUmaSubdomain: z.optional(z.string()),
  /** The currencies the platform's customers can hold and send. */
  supportedCurrencies: z.optional(
    z.array(
      resource({
        ...responseFields(currencyFields),
        /** ISO 4217 code, or the ticker of a cryptocurrency. */
        currencyCode: z.string(),
        /** Facts the provider requires about the platform's customer. */
        providerRequiredCustomerFields: z.optional(infoFieldNames),
        /** Facts the provider requires about the other party. */
        providerRequiredCounterpartyCustomerFields: z.optional(infoFieldNames),
      }),
    ),
  ),
  /** Whether the platform is itself a regulated financial institution. */
  isRegulatedFinancialInstitution: z.optional(z.boolean()),
  /** When the configuration was first set. */
  createdAt: z.optional(timestamp),
  /** When the configuration was last changed. */
  updatedAt: z.optional(timestamp),
});

/** The platform's configuration. */
export interface PlatformConfig extends z.output<typeof configShape> {}
export const PlatformConfig: z.ZodMiniType<PlatformConfig> = configShape;
