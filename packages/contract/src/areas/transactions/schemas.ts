import * as z from 'zod';
import { CurrencyAmount } from '../../format/money.ts';
import { integer } from '../../format/request-values.ts';
import { id, openEnum, openVariants, resource, timestamp } from '../../format/response-values.ts';
import { PaymentInstructions } from '../internal-accounts/schemas.ts';
import { transactionStatuses } from './states.ts';

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
const refundStatuses = ['PENDING', 'COMPLETED', 'FAILED'] as const;
const refundReasons = ['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT'] as const;

/** One side of a payment. */
const party = {
  /** Internal or external account, where the type is `ACCOUNT`. */
  accountId: z.string().optional(),
  /** Where the type is `UMA_ADDRESS`. */
  umaAddress: z.string().optional(),
  currency: z.string().optional(),
};
const destination = resource({ destinationType: openEnum(['ACCOUNT', 'UMA_ADDRESS']), ...party });
const source = resource({
  sourceType: openEnum(['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING']),
  ...party,
  /** The remitter's fields, where the type is `REALTIME_FUNDING` and the bank sent them. */
  customerId: z.string().optional(),
  accountHolderName: z.string().optional(),
  accountIdentifier: z.string().optional(),
  bankName: z.string().optional(),
  bankIdentifier: z.string().optional(),
  paymentRail: z.string().optional(),
  remittanceInformation: z.string().optional(),
  endToEndId: z.string().optional(),
  traceNumber: z.string().optional(),
});

const serviceRate = {
  serviceApiMultiplier: z.number(),
  serviceApiFixedFee: integer,
  serviceApiVariableFeeRate: z.number(),
  serviceApiVariableFeeAmount: z.number(),
};

const refundShape = resource({
  reference: z.string(),
  initiatedAt: timestamp,
  settledAt: timestamp.optional(),
  status: openEnum(refundStatuses),
  reason: openEnum(refundReasons).optional(),
});

/** The return of a payment's money to its sender. */
export interface Refund extends z.output<typeof refundShape> {}
export const Refund: z.ZodType<Refund> = refundShape;

const commonFields = {
  id: id('Transaction'),
  status: openEnum(transactionStatuses),
  destination,
  /** Sender of an outgoing transaction, recipient of an incoming one. */
  customerId: id('Customer'),
  platformCustomerId: z.string(),
  settledAt: timestamp.optional(),
  createdAt: timestamp.optional(),
  updatedAt: timestamp.optional(),
  /** When the platform confirmed that its customer has the receipt. */
  receiptDeliveryConfirmedAt: timestamp.optional(),
  /** Only when an agent began the transaction. */
  agentId: z.string().optional(),
  description: z.string().optional(),
  /** What is known of the other party; keys such as `FULL_NAME`, `BIRTH_DATE`, `NATIONALITY`. */
  counterpartyInformation: z.record(z.string(), z.unknown()).optional(),
  /** Total fees, whole number of the smallest unit of the receiving currency. */
  fees: integer.optional(),
  /** On every transaction except those in `CREATED`. */
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
  rateDetails: resource(serviceRate).optional(),
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
  /** In the recipient's currency. */
  receivedAmount: CurrencyAmount.optional(),
  /** Units of the received currency for one unit of the sent one. */
  exchangeRate: z.number().optional(),
  quoteId: z.string().optional(),
  paymentInstructions: z.array(PaymentInstructions).optional(),
  /** Present once money is on its way back; the payment's status stays `FAILED`. */
  refund: Refund.optional(),
  rateDetails: resource({
    counterpartyMultiplier: z.number(),
    counterpartyFixedFee: integer,
    ...serviceRate,
  })
    .partial()
    .optional(),
  failureReason: openEnum(outgoingFailureReasons).optional(),
});

/** Money that a customer sends. */
export interface OutgoingTransaction extends z.output<typeof outgoingTransactionShape> {}
export const OutgoingTransaction: z.ZodType<OutgoingTransaction> = outgoingTransactionShape;

/** A payment of either direction; `type` tells which. */
export type Transaction = IncomingTransaction | OutgoingTransaction;
export const Transaction: z.ZodType<Transaction> = openVariants(
  'type',
  [incomingTransactionShape, outgoingTransactionShape],
  { id: z.string() },
);
