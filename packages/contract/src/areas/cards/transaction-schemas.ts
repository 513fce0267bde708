import * as z from 'zod';
import { CurrencyAmount } from '../../format/money.ts';
import { integer, text } from '../../format/request-values.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';

/**
 * The first five are those of the public reference. It shows neither a declined nor an expired
 * authorization; the last two stand for them.
 */
export const cardTransactionStatuses = [
  'AUTHORIZED',
  'PARTIALLY_SETTLED',
  'SETTLED',
  'REFUNDED',
  'EXCEPTION',
  'DECLINED',
  'EXPIRED',
] as const;
export const cardDeclineReasons = [
  'CARD_PAUSED',
  'CARD_CLOSED',
  'CARD_NOT_ISSUED',
  'INSUFFICIENT_FUNDS',
] as const;

/** Where a card is used, in a request. */
export const cardMerchant = z.strictObject({
  descriptor: text,
  mcc: z.string().optional(),
  country: z.string().optional(),
});

const summaryFields = { count: integer, totalAmount: integer };

const cardTransactionShape = resource({
  id: id('CardTransaction'),
  cardId: id('Card'),
  issuerTransactionToken: z.string().optional(),
  status: openEnum(cardTransactionStatuses),
  /** Only when the status is `DECLINED`. */
  declineReason: openEnum(cardDeclineReasons).optional(),
  merchant: resource({
    descriptor: z.string(),
    mcc: z.string().optional(),
    country: z.string().optional(),
  }),
  authorizedAmount: CurrencyAmount,
  settledAmount: CurrencyAmount.optional(),
  refundedAmount: CurrencyAmount.optional(),
  /** The funding source that pays. */
  accountId: id('InternalAccount'),
  pullSummary: resource({ ...summaryFields, pendingCount: integer.optional() }),
  refundSummary: resource(summaryFields),
  settlementSummary: resource(summaryFields),
  authorizedAt: timestamp,
  lastEventAt: timestamp.optional(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

/** One use of a card, from its authorization to its settlement and return. */
export interface CardTransaction extends z.output<typeof cardTransactionShape> {}
export const CardTransaction: z.ZodType<CardTransaction> = cardTransactionShape;
