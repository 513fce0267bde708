import * as z from 'zod/mini';
import { CurrencyAmount } from '../../format/money.ts';
import { strictObject } from '../../format/objects.ts';
import { integer, text } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { inUnit, minorUnits } from '../../format/units.ts';

/** A declined use is an `EXCEPTION`, which nothing settles; see `declineReason`. */
export const cardTransactionStatuses = [
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'REFUNDED',
  'EXCEPTION',
] as const;
export const cardDeclineReasons = [
  'CARD_PAUSED',
  'CARD_CLOSED',
  'CARD_NOT_ISSUED',
  'INSUFFICIENT_FUNDS',
] as const;

/** Where a card is used, in a request. */
export const cardMerchant = strictObject({
  /** The text on the cardholder's statement; its last three characters decide the outcome. */
  descriptor: text,
  /** Merchant category code, four digits. */
  mcc: z.optional(z.string()),
  /** ISO 3166-1 alpha-2. */
  country: z.optional(z.string()),
});

/** The currency of a card, in a request. */
export const cardCurrency = strictObject({
  /** ISO 4217 code. */
  code: text,
  /** The currency's name; not read. */
  name: z.optional(z.string()),
  /** The currency's symbol; not read. */
  symbol: z.optional(z.string()),
  /** Decimals of the smallest unit; not read. */
  decimals: z.optional(inUnit(integer.check(z.gte(0)), 'decimals')),
});

const summaryFields = {
  /** Number of entries. */
  count: inUnit(integer, 'count'),
  /** Sum of the entries, in the smallest unit. */
  totalAmount: minorUnits('authorizedAmount.currency'),
};

const cardTransactionShape = resource({
  /** `CardTransaction:<id>`. */
  id: id('CardTransaction'),
  /** The card that was used. */
  cardId: id('Card'),
  /** The issuer's identifier of the use. */
  issuerTransactionToken: z.optional(z.string()),
  /** The card transaction's status. */
  status: openEnum(cardTransactionStatuses),
  /** Why the use was declined; left out for a use that was approved. */
  declineReason: z.optional(openEnum(cardDeclineReasons)),
  /** Where the card was used. */
  merchant: resource({
    /** The text on the cardholder's statement. */
    descriptor: z.string(),
    /** Merchant category code, four digits. */
    mcc: z.optional(z.string()),
    /** ISO 3166-1 alpha-2. */
    country: z.optional(z.string()),
  }),
  /** The authorized amount. */
  authorizedAmount: CurrencyAmount,
  /** The amount settled so far. */
  settledAmount: z.optional(CurrencyAmount),
  /** The amount returned so far. */
  refundedAmount: z.optional(CurrencyAmount),
  /** The funding source that pays. */
  accountId: id('InternalAccount'),
  /** The pulls of funds from the funding source. */
  pullSummary: resource({
    ...summaryFields,
    /** Number of pulls that are not confirmed yet. */
    pendingCount: z.optional(inUnit(integer, 'count')),
  }),
  /** The returns to the funding source. */
  refundSummary: resource(summaryFields),
  /** The settlements with the merchant. */
  settlementSummary: resource(summaryFields),
  /** When the use was authorized. */
  authorizedAt: timestamp,
  /** When the last activity took place. */
  lastEventAt: z.optional(timestamp),
  /** When the record was created. */
  createdAt: timestamp,
  /** When the record last changed. */
  updatedAt: timestamp,
});

/** One use of a card, from its authorization to its settlement and return. */
export interface CardTransaction extends z.output<typeof cardTransactionShape> {}
export const CardTransaction: z.ZodMiniType<CardTransaction> = cardTransactionShape;
