import * as z from 'zod/mini';
import { Currency } from '../../format/money.ts';
import { strictObject } from '../../format/objects.ts';
import { requestId, text } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import type { Echoes } from '../../format/result/echoes.ts';
import { basisPoints, exchangeRate, inUnit, minorUnits } from '../../format/units.ts';
import { CounterpartyField, fixedFee } from '../config/schemas.ts';
import { PaymentInstructions } from '../internal-accounts/schemas.ts';
import { ScaChallenge, scaFactorTypes } from '../strong-authentication/challenge.ts';
import { paymentRails, purposesOfPayment } from '../transfers/schemas.ts';
import { quoteStatuses } from './states.ts';

export const quoteLockSides = ['SENDING', 'RECEIVING'] as const;
export const cryptoNetworks = [
  'BITCOIN',
  'ETHEREUM',
  'SOLANA',
  'BASE',
  'POLYGON',
  'TRON',
  'PLASMA',
  'SPARK',
] as const;

const source = z.discriminatedUnion('sourceType', [
  strictObject({
    /** Where the money comes from: an account, or funds from outside. */
    sourceType: z.literal('ACCOUNT'),
    /** Account the money comes from; an external one if its rail lets the service collect. */
    accountId: requestId('InternalAccount', 'ExternalAccount'),
    /** The customer whose payment it is. Left out for an account of a customer, or of the platform. */
    customerId: z.optional(requestId('Customer')),
  }),
  strictObject({
    /** Where the money comes from: an account, or funds from outside. */
    sourceType: z.literal('REALTIME_FUNDING'),
    /** The customer whose payment it is; left out for a payment of the platform. */
    customerId: z.optional(requestId('Customer')),
    /** Code of the currency the customer will pay in. */
    currency: text,
    /** For a cryptocurrency: the network the customer will pay on. */
    cryptoNetwork: z.optional(text),
  }),
]);

const destination = z.discriminatedUnion('destinationType', [
  strictObject({
    /** Where the money goes: an account, or a UMA address. */
    destinationType: z.literal('ACCOUNT'),
    /** Internal or external account the money goes to. */
    accountId: requestId('ExternalAccount', 'InternalAccount'),
    /** The rail to use; the service chooses when left out. */
    paymentRail: z.optional(z.enum(paymentRails)),
  }),
  strictObject({
    /** Where the money goes: an account, or a UMA address. */
    destinationType: z.literal('UMA_ADDRESS'),
    /** UMA address of the receiver, such as `$ada@example.com`. */
    umaAddress: text,
    /** Code of the currency to receive. */
    currency: z.optional(text),
  }),
]);

/** The body of a request for a quote. */
export const quoteCreate = strictObject({
  /** The lookup of the receiver that this quote is based on; a payment to a UMA address needs one. */
  lookupId: z.optional(text),
  /** Where the money comes from. */
  source,
  /** Where the money goes. */
  destination,
  /** Which side's amount is fixed. */
  lockedCurrencySide: z.enum(quoteLockSides),
  /** The fixed amount, in the smallest unit of that side's currency. */
  lockedCurrencyAmount: minorUnits('lockedCurrencySide').check(
    z.positive(),
    z.lte(9_000_000_000_000_000),
  ),
  /** Whether the quote is executed at once. */
  immediatelyExecute: z.optional(z.boolean()),
  /** Memo of the payment. */
  description: z.optional(z.string()),
  /** Text the recipient's bank shows, at most 80 characters. */
  remittanceInformation: z.optional(z.string().check(z.maxLength(80))),
  /** What the payment is for; some corridors need it. */
  purposeOfPayment: z.optional(z.enum(purposesOfPayment)),
  /** The platform's fee for this quote, which replaces its configured fees. */
  platformFeeOverride: z.optional(
    strictObject({
      /** The fixed part of the fee, in the sending currency. */
      platformFixedFee: fixedFee,
      /** Share of the amount, in hundredths of a percent. */
      platformVariableFeeBps: basisPoints,
    }),
  ),
  /** How the customer wants to authenticate, where that is required. */
  scaFactor: z.optional(z.enum(scaFactorTypes)),
  /** Facts the receiver requires about the sender, by field name. */
  senderCustomerInfo: z.optional(z.record(z.string(), z.unknown())),
});

/** Where a quote shows what was asked for: the amount that it fixes is that of one side. */
export const quoteEchoes: Echoes = {
  lockedCurrencyAmount: {
    by: 'lockedCurrencySide',
    paths: { SENDING: 'totalSendingAmount', RECEIVING: 'totalReceivingAmount' },
  },
  // All of the platform's fee where it has no variable part, whose base no source says.
  'platformFeeOverride.platformFixedFee.amount': {
    by: 'platformFeeOverride.platformVariableFeeBps',
    paths: { 0: 'platformFeesIncluded' },
    currency: ['platformFeeOverride.platformFixedFee.currency', 'sendingCurrency.code'],
  },
  // The service may write a stablecoin in place of the currency of the fee: no source says otherwise.
  'platformFeeOverride.platformFixedFee.currency': null,
};

const quoteShape = resource({
  /** `Quote:<id>`. */
  id: id('Quote'),
  /** The quote's status. */
  status: openEnum(quoteStatuses),
  /** When the quote was created. */
  createdAt: timestamp,
  /** When the quote expires; it cannot be executed after that. */
  expiresAt: timestamp,
  /** Where the money comes from. */
  source: resource({
    /** Where the money comes from: an account, or funds from outside. */
    sourceType: openEnum(['ACCOUNT', 'REALTIME_FUNDING']),
    /** The account, if it is one. */
    accountId: z.optional(z.string()),
    /** The customer whose payment it is; left out for a payment of the platform. */
    customerId: z.optional(z.string()),
    /** Code of the currency. */
    currency: z.optional(z.string()),
    /** The network, for a cryptocurrency. */
    cryptoNetwork: z.optional(z.string()),
  }),
  /** Where the money goes. */
  destination: resource({
    /** Where the money goes: an account, or a UMA address. */
    destinationType: openEnum(['ACCOUNT', 'UMA_ADDRESS']),
    /** The account, if it is one. */
    accountId: z.optional(z.string()),
    /** UMA address of the receiver, such as `$ada@example.com`. */
    umaAddress: z.optional(z.string()),
    /** Code of the currency. */
    currency: z.optional(z.string()),
    /** The rail that pays out. */
    paymentRail: z.optional(openEnum(paymentRails)),
  }),
  /** The currency that is sent. */
  sendingCurrency: Currency,
  /** The currency that arrives. */
  receivingCurrency: Currency,
  /** The amount that leaves the sender, fees included, in the smallest unit. */
  totalSendingAmount: minorUnits('sendingCurrency'),
  /** The amount that arrives, in the smallest unit. */
  totalReceivingAmount: minorUnits('receivingCurrency'),
  /** Units of the sending currency for one unit of the receiving one. */
  exchangeRate,
  /** All fees, in the smallest unit of the sending currency. */
  feesIncluded: minorUnits('sendingCurrency'),
  /** The platform's part of the fees; 0 if it has none. */
  platformFeesIncluded: z.optional(minorUnits('sendingCurrency')),
  /**
   * How to pay for the quote. For an embedded wallet the entry of type `EMBEDDED_WALLET` carries
   * the payload to stamp.
   */
  paymentInstructions: z.optional(z.array(PaymentInstructions)),
  /** The transaction of the execution. */
  transactionId: id('Transaction'),
  /** Details of the receiver, by field name. */
  counterpartyInformation: z.optional(z.record(z.string(), z.unknown())),
  /** The parts of the rate and fees. */
  rateDetails: z.optional(
    resource({
      /** The provider's rate: units of the sending currency for one unit of the receiving one. */
      counterpartyMultiplier: z.optional(exchangeRate),
      /** The fixed fee of the receiver's provider, in the smallest unit of the receiving currency. */
      counterpartyFixedFee: z.optional(minorUnits('receivingCurrency')),
      /** The service's rate: units of the sending currency for one unit of the receiving one. */
      serviceApiMultiplier: z.optional(exchangeRate),
      /** The service's fixed fee, in the smallest unit of the sending currency. */
      serviceApiFixedFee: z.optional(minorUnits('sendingCurrency')),
      /** The service's fee as a share of the sent amount. */
      serviceApiVariableFeeRate: z.optional(inUnit(z.number(), 'share')),
      /** The service's fee that depends on the amount, in the smallest unit of the sending currency. */
      serviceApiVariableFeeAmount: z.optional(minorUnits('sendingCurrency')),
    }),
  ),
  /** What the customer has to prove before the payment starts, with `quotes.authorize`. */
  scaChallenge: z.optional(ScaChallenge),
});

/** A rate and an amount fixed for some minutes. */
export interface Quote extends z.output<typeof quoteShape> {}
export const Quote: z.ZodMiniType<Quote> = quoteShape;

const currencyPreference = resource({
  /** Code of the currency. */
  currency: Currency,
  /** Units of the sending currency for one unit of this one. */
  estimatedExchangeRate: exchangeRate,
  /** Minimum amount, in the smallest unit. */
  min: minorUnits('currency'),
  /** Maximum amount, in the smallest unit. */
  max: minorUnits('currency'),
});

const receiverLookupShape = resource({
  /** The lookup's id; pass it to the quote as `lookupId`. */
  lookupId: z.string(),
  /** The currencies the receiver accepts. */
  supportedCurrencies: z.array(currencyPreference),
  /** Facts the receiver requires about the sender. */
  requiredPayerDataFields: z.optional(z.array(CounterpartyField)),
  /** The address looked up, for a UMA receiver. */
  receiverUmaAddress: z.optional(z.string()),
  /** The account looked up, for an external account. */
  accountId: z.optional(z.string()),
});

/** The currencies a receiver accepts, and the facts it requires about the sender. */
export interface ReceiverLookup extends z.output<typeof receiverLookupShape> {}
export const ReceiverLookup: z.ZodMiniType<ReceiverLookup> = receiverLookupShape;

/** The body of a request for the fee of a withdrawal. */
export const withdrawalFeeRequest = strictObject({
  /** The account that the money would come from. */
  internalAccountId: requestId('InternalAccount'),
  /** Code of the currency. */
  currency: text,
  /** The network, for a cryptocurrency. */
  cryptoNetwork: text,
  /** In the smallest unit of the currency. */
  amount: minorUnits('currency').check(z.positive()),
  /** The address on the network. */
  destinationAddress: text,
});

const withdrawalFeeShape = resource({
  /** Fee of the network, in the smallest unit of `networkFeeAsset`. */
  networkFee: minorUnits('networkFeeAsset'),
  /** Code of the currency the network's fee is given in. */
  networkFeeAsset: z.string(),
  /** Fee of the service, in the smallest unit of the currency. */
  applicationFee: minorUnits('currency'),
  /** Both fees together. */
  totalFee: minorUnits('currency'),
  /** The amount that would arrive, in the smallest unit of the currency. */
  netAmount: minorUnits('currency'),
});

/** The estimated fees of a withdrawal to a blockchain address. */
export interface WithdrawalFee extends z.output<typeof withdrawalFeeShape> {}
export const WithdrawalFee: z.ZodMiniType<WithdrawalFee> = withdrawalFeeShape;
