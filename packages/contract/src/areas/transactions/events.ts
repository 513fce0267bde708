import * as z from 'zod/mini';
import { event, orderedBy } from '../../format/event.ts';
import { CurrencyAmount } from '../../format/money.ts';
import { strictObject } from '../../format/objects.ts';
import { resource } from '../../format/response-values.ts';
import { exchangeRate } from '../../format/units.ts';
import { CounterpartyField } from '../config/schemas.ts';
import { incomingTransactionFields, OutgoingTransaction, Refund } from './schemas.ts';
import { refundMachine, transactionMachine } from './states.ts';

const paymentOrder = orderedBy('id', {
  status: transactionMachine,
  'refund.status': refundMachine,
});

const incomingPaymentShape = resource({
  ...incomingTransactionFields,
  /** Why the payment is pending, if it is. */
  pendingReason: z.optional(z.string()),
  /** The amount that leaves the sender, in the sender's currency. */
  sentAmount: z.optional(CurrencyAmount),
  /** Units of the sent currency for one unit of the received one. */
  exchangeRate: z.optional(exchangeRate),
  /** The quote it was sent with. */
  quoteId: z.optional(z.string()),
  /** The refund, once money is on its way back to the sender. */
  refund: z.optional(Refund),
  /** Facts the sender's provider requires about the receiving customer. */
  requestedReceiverCustomerInfoFields: z.optional(z.array(CounterpartyField)),
});

/** An incoming payment, in an event. */
export interface IncomingPayment extends z.output<typeof incomingPaymentShape> {}
export const IncomingPayment: z.ZodMiniType<IncomingPayment> = incomingPaymentShape;

/**
 * The body of a 200 response: the facts about the receiving customer, when the endpoint approves a
 * payment.
 */
const approval = strictObject({
  /** The required facts, by the names in `requestedReceiverCustomerInfoFields`. */
  receiverCustomerInfo: z.optional(z.record(z.string(), z.unknown())),
});

const rejection = strictObject({
  /** Your own code. */
  code: z.optional(z.string()),
  /** Text for people. */
  message: z.optional(z.string()),
  /** Further details. */
  details: z.optional(z.record(z.string(), z.unknown())),
  /** Why the payment is rejected; free text. */
  reason: z.optional(z.string()),
});

const moreInformation = strictObject({
  /** Your own code. */
  code: z.optional(z.string()),
  /** Text for people. */
  message: z.optional(z.string()),
  /** Further details. */
  details: z.optional(z.record(z.string(), z.unknown())),
  /** Facts the platform requires about the sender before it decides. */
  requiredFields: z.optional(z.array(z.string())),
});

/**
 * An incoming payment waits for the platform's decision. The status of the response decides: 200
 * approves it, 403 rejects it, 422 asks for more information, 202 leaves the decision to a later
 * approve or reject. The service waits 5 seconds and does not deliver this event again.
 */
export const paymentApprovalEvent = event({
  types: ['INCOMING_PAYMENT.PENDING'],
  data: IncomingPayment,
  order: paymentOrder,
  responses: { 200: approval, 202: null, 403: rejection, 422: moreInformation },
  emittedBy: 'an incoming payment that needs approval',
  isRetried: false,
});

/** An incoming payment's status or refund changed. `data` is the payment. */
export const incomingPaymentEvent = event({
  types: [
    'INCOMING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.FAILED',
    'INCOMING_PAYMENT.REFUND_PENDING',
    'INCOMING_PAYMENT.REFUND_COMPLETED',
    'INCOMING_PAYMENT.REFUND_FAILED',
  ],
  data: IncomingPayment,
  order: paymentOrder,
  emittedBy: 'a change of the status or the refund of an incoming payment',
});

/** An outgoing payment's status or refund changed. `data` is the transaction. */
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
  order: paymentOrder,
  emittedBy: 'a change of the status or the refund of an outgoing payment',
});
