import * as z from 'zod';
import { dateTime, id, integer, isKnown, openEnum, resource } from '../primitives.ts';
import { PaymentInstructions } from './internal-account.ts';
import { CurrencyAmount } from './money.ts';

export const transactionStatuses = [
  'CREATED',
  'PENDING',
  'PROCESSING',
  'COMPLETED',
  'REJECTED',
  'FAILED',
  'REFUNDED',
  'EXPIRED',
] as const;
export const transactionTypes = ['INCOMING', 'OUTGOING'] as const;

export const incomingFailureReasons = [
  'LNURLP_FAILED',
  'PAY_REQUEST_FAILED',
  'PAYMENT_APPROVAL_WEBHOOK_ERROR',
  'PAYMENT_APPROVAL_TIMED_OUT',
  'OFFRAMP_FAILED',
  'MISSING_MANDATORY_PAYEE_DATA',
  'QUOTE_EXPIRED',
  'QUOTE_EXECUTION_FAILED',
] as const;
export const outgoingFailureReasons = [
  'QUOTE_EXPIRED',
  'QUOTE_EXECUTION_FAILED',
  'LIGHTNING_PAYMENT_FAILED',
  'FUNDING_AMOUNT_MISMATCH',
  'COUNTERPARTY_POST_TX_FAILED',
] as const;

const party = {
  accountId: z.string().optional(),
  umaAddress: z.string().optional(),
  currency: z.string().optional(),
};
const destination = resource({ destinationType: openEnum(['ACCOUNT', 'UMA_ADDRESS']), ...party });
const source = resource({
  sourceType: openEnum(['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING']),
  ...party,
});

const rateDetails = resource({
  serviceApiMultiplier: z.number(),
  serviceApiFixedFee: integer,
  serviceApiVariableFeeRate: z.number(),
  serviceApiVariableFeeAmount: integer,
});

const commonFields = {
  id: id('Transaction'),
  status: openEnum(transactionStatuses),
  destination,
  /** Sender of an outgoing transaction, recipient of an incoming one. */
  customerId: id('Customer'),
  platformCustomerId: z.string(),
  settledAt: dateTime.optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
  /** When the platform confirmed that its customer has the receipt. */
  receiptDeliveryConfirmedAt: dateTime.optional(),
  /** Only when an agent began the transaction. */
  agentId: z.string().optional(),
  description: z.string().optional(),
  counterpartyInformation: z.record(z.string(), z.unknown()).optional(),
  /** Total fees, whole number of the smallest unit. */
  fees: integer.min(0).optional(),
  /** On every transaction but those in `CREATED`. */
  reconciliationInstructions: resource({
    reference: z.string().optional(),
    transactionHash: z.string().optional(),
  }).optional(),
};

const incomingTransactionShape = resource({
  ...commonFields,
  type: z.literal('INCOMING'),
  source: source.optional(),
  /** In the recipient's currency. */
  receivedAmount: CurrencyAmount,
  rateDetails: rateDetails.optional(),
  failureReason: openEnum(incomingFailureReasons).optional(),
});

/** Money that comes to a customer. */
export interface IncomingTransaction extends z.output<typeof incomingTransactionShape> {}
export const IncomingTransaction: z.ZodType<IncomingTransaction> = incomingTransactionShape;

const outgoingTransactionShape = resource({
  ...commonFields,
  type: z.literal('OUTGOING'),
  source,
  /** In the sender's currency. */
  sentAmount: CurrencyAmount,
  receivedAmount: CurrencyAmount.optional(),
  exchangeRate: z.number().positive().optional(),
  quoteId: z.string().optional(),
  paymentInstructions: z.array(PaymentInstructions).optional(),
  rateDetails: rateDetails.partial().optional(),
  failureReason: openEnum(outgoingFailureReasons).optional(),
});

/** Money that a customer sends. */
export interface OutgoingTransaction extends z.output<typeof outgoingTransactionShape> {}
export const OutgoingTransaction: z.ZodType<OutgoingTransaction> = outgoingTransactionShape;

/** A payment of either direction; `type` tells which. */
export type Transaction = IncomingTransaction | OutgoingTransaction;

const known = z.discriminatedUnion('type', [incomingTransactionShape, outgoingTransactionShape]);
const laterVariant = resource({
  id: id('Transaction'),
  type: z
    .string()
    .refine((type) => !isKnown(transactionTypes, type))
    .meta({ known: transactionTypes }),
});

/** Later kinds of transaction pass, so that one of them does not make a whole list unreadable. */
export const Transaction = z.union([known, laterVariant]) as unknown as z.ZodType<Transaction>;
