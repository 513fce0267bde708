import * as z from 'zod';
import { event } from '../../format/event.ts';
import { CurrencyAmount } from '../../format/money.ts';
import { id, openEnum, resource, timestamp } from '../../format/response-values.ts';
import { CounterpartyField } from '../config/schemas.ts';
import { incomingFailureReasons, OutgoingTransaction, Refund } from './schemas.ts';
import { transactionStatuses } from './states.ts';

const incomingPaymentShape = resource({
  /** `Transaction:<id>`. */
  id: id('Transaction'),
  /** How far the payment has come. */
  status: openEnum(transactionStatuses),
  /** Always `INCOMING`. */
  type: openEnum(['INCOMING']),
  /** Why the payment is pending, where it is. */
  pendingReason: z.string().optional(),
  /** The customer who receives. */
  customerId: id('Customer'),
  /** Your own id of the customer. */
  platformCustomerId: z.string(),
  /** Where the money goes. */
  destination: z.looseObject({}),
  /** Where the money comes from. */
  source: z.looseObject({}).optional(),
  /** In the recipient's currency. */
  receivedAmount: CurrencyAmount,
  /** In the sender's currency. */
  sentAmount: CurrencyAmount.optional(),
  /** Units of the received currency for one unit of the sent one. */
  exchangeRate: z.number().optional(),
  /** The quote behind the payment, where there is one. */
  quoteId: z.string().optional(),
  /** When the money was posted. */
  settledAt: timestamp.optional(),
  /** When the payment arrived. */
  createdAt: timestamp.optional(),
  /** When it last changed. */
  updatedAt: timestamp.optional(),
  /** When the platform confirmed that its customer has the receipt. */
  receiptDeliveryConfirmedAt: timestamp.optional(),
  /** Only when an agent began the payment. */
  agentId: z.string().optional(),
  /** Memo of the payment. */
  description: z.string().optional(),
  /** The return of the money, where it goes back. */
  refund: Refund.optional(),
  /** What is known of the sender, by field name. */
  counterpartyInformation: z.record(z.string(), z.unknown()).optional(),
  /** Total fees, in the smallest unit of the receiving currency. */
  fees: z.number().optional(),
  /** How to find the payment in other records. */
  reconciliationInstructions: z.looseObject({}).optional(),
  /** Why the payment failed, where it did. */
  failureReason: openEnum(incomingFailureReasons).optional(),
  /** What the sender's provider wants to know of the receiving customer. */
  requestedReceiverCustomerInfoFields: z.array(CounterpartyField).optional(),
});

/** An incoming payment, in an event. */
export interface IncomingPayment extends z.output<typeof incomingPaymentShape> {}
export const IncomingPayment: z.ZodType<IncomingPayment> = incomingPaymentShape;

/** What the endpoint tells of the receiving customer when it approves a payment. */
const approval = z.strictObject({
  /** By the names in `requestedReceiverCustomerInfoFields`. */
  receiverCustomerInfo: z.record(z.string(), z.unknown()).optional(),
});

const rejection = z.strictObject({
  /** A code of your own. */
  code: z.string().optional(),
  /** Text for people. */
  message: z.string().optional(),
  /** Anything else there is to say. */
  details: z.record(z.string(), z.unknown()).optional(),
  /** Why the payment is rejected; free text. */
  reason: z.string().optional(),
});

const moreInformation = z.strictObject({
  /** A code of your own. */
  code: z.string().optional(),
  /** Text for people. */
  message: z.string().optional(),
  /** Anything else there is to say. */
  details: z.record(z.string(), z.unknown()).optional(),
  /** What the platform must know of the sender before it decides. */
  requiredFields: z.array(z.string()).optional(),
});

/**
 * An incoming payment waits for the platform's decision: 200 approves it, 403 rejects it, 422 asks for
 * more information, 202 leaves the decision to a later approve or reject. The service waits 5 seconds
 * and does not deliver this event again.
 */
export const paymentApprovalEvent = event({
  types: ['INCOMING_PAYMENT.PENDING'],
  data: IncomingPayment,
  responses: { 200: approval, 202: null, 403: rejection, 422: moreInformation },
  emittedBy: 'an incoming payment that needs approval',
  isRetried: false,
});

/** An incoming payment has moved on. `data` is the payment. */
export const incomingPaymentEvent = event({
  types: [
    'INCOMING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.FAILED',
    'INCOMING_PAYMENT.REFUND_PENDING',
    'INCOMING_PAYMENT.REFUND_COMPLETED',
    'INCOMING_PAYMENT.REFUND_FAILED',
  ],
  data: IncomingPayment,
  emittedBy: 'a change of the status or the refund of an incoming payment',
});

/** An outgoing payment has moved on. `data` is the transaction. */
export const outgoingPaymentEvent = event({
  types: [
    'OUTGOING_PAYMENT.PENDING',
    'OUTGOING_PAYMENT.PENDING_AUTHORIZATION',
    'OUTGOING_PAYMENT.PROCESSING',
    'OUTGOING_PAYMENT.COMPLETED',
    'OUTGOING_PAYMENT.FAILED',
    'OUTGOING_PAYMENT.EXPIRED',
    'OUTGOING_PAYMENT.REFUND_PENDING',
    'OUTGOING_PAYMENT.REFUND_COMPLETED',
    'OUTGOING_PAYMENT.REFUND_FAILED',
  ],
  data: OutgoingTransaction,
  emittedBy: 'a change of the status or the refund of an outgoing payment',
});
