import * as z from 'zod/mini';
import { CurrencyAmount } from '../../format/money.ts';
import { pageQuery, sortOrder } from '../../format/page.ts';
import { dateTime } from '../../format/request-forms.ts';
import { nonEmpty } from '../../format/request-values.ts';
import { id, openEnum, openVariants, resource, timestamp } from '../../format/response-values.ts';
import { exchangeRate, inUnit, minorUnits } from '../../format/units.ts';
import { PaymentInstructions } from '../internal-accounts/schemas.ts';
import { paymentRails } from '../transfers/schemas.ts';
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
  /** Id of the internal or external account, if the type is `ACCOUNT`. */
  accountId: z.optional(z.string()),
  /** UMA address, if the type is `UMA_ADDRESS`. */
  umaAddress: z.optional(z.string()),
  /** Code of the currency. */
  currency: z.optional(z.string()),
};
const destination = resource({
  /** Where the money goes. */
  destinationType: openEnum(['ACCOUNT', 'UMA_ADDRESS']),
  ...party,
});
const source = resource({
  /** Where the money comes from. */
  sourceType: openEnum(['ACCOUNT', 'UMA_ADDRESS', 'REALTIME_FUNDING']),
  ...party,
  /** The remitter's fields, if the type is `REALTIME_FUNDING` and the bank sent them. */
  customerId: z.optional(z.string()),
  /** Name of the remitter. */
  accountHolderName: z.optional(z.string()),
  /** Number of the remitter's account. */
  accountIdentifier: z.optional(z.string()),
  /** The remitter's bank. */
  bankName: z.optional(z.string()),
  /** Code of the remitter's bank, such as its BIC. */
  bankIdentifier: z.optional(z.string()),
  /** The rail the money came by. */
  paymentRail: z.optional(openEnum(paymentRails)),
  /** The text the remitter wrote. */
  remittanceInformation: z.optional(z.string()),
  /** The remitter's own reference. */
  endToEndId: z.optional(z.string()),
  /** The number the rail assigned to the payment. */
  traceNumber: z.optional(z.string()),
});

const serviceRate = {
  /** The service's rate: units of the sending currency for one unit of the receiving one. */
  serviceApiMultiplier: exchangeRate,
  /** The service's fixed fee, in the smallest unit of the sending currency. */
  serviceApiFixedFee: minorUnits('the sending currency'),
  /** The service's fee as a share of the amount. */
  serviceApiVariableFeeRate: inUnit(z.number(), 'share'),
  /** The service's fee that depends on the amount, in the smallest unit of the sending currency. */
  serviceApiVariableFeeAmount: minorUnits('the sending currency'),
};

const refundShape = resource({
  /** The service's reference of the refund. */
  reference: z.string(),
  /** When the refund began. */
  initiatedAt: timestamp,
  /** When the money arrived. */
  settledAt: z.optional(timestamp),
  /** The refund's status. */
  status: openEnum(refundStatuses),
  /** Why the money goes back. */
  reason: z.optional(openEnum(refundReasons)),
});

/** The return of a payment's money to its sender. */
export interface Refund extends z.output<typeof refundShape> {}
export const Refund: z.ZodMiniType<Refund> = refundShape;

const commonFields = {
  /** `Transaction:<id>`. */
  id: id('Transaction'),
  /** The payment's status. */
  status: openEnum(transactionStatuses),
  /** Where the money goes. */
  destination,
  /** Sender of an outgoing transaction, recipient of an incoming one. */
  customerId: id('Customer'),
  /** Your own id for the customer. */
  platformCustomerId: z.string(),
  /** When the money arrived. */
  settledAt: z.optional(timestamp),
  /** When the transaction was created. */
  createdAt: z.optional(timestamp),
  /** When it last changed. */
  updatedAt: z.optional(timestamp),
  /** When the platform confirmed that its customer has the receipt. */
  receiptDeliveryConfirmedAt: z.optional(timestamp),
  /** The agent that began the transaction, if one did. */
  agentId: z.optional(z.string()),
  /** Memo of the payment. */
  description: z.optional(z.string()),
  /** Details of the other party; keys such as `FULL_NAME`, `BIRTH_DATE`, `NATIONALITY`. */
  counterpartyInformation: z.optional(z.record(z.string(), z.unknown())),
  /**
   * Total fees, whole number of the smallest unit: of the receiving currency for an incoming
   * transaction, of the sending currency for an outgoing one.
   */
  fees: z.optional(
    minorUnits('the receiving currency if incoming, of the sending one if outgoing'),
  ),
  /** How to find the payment elsewhere; on every transaction except those in `CREATED`. */
  reconciliationInstructions: z.optional(
    resource({
      /** Text that finds the payment in a bank statement. */
      reference: z.optional(z.string()),
      /** Hash of the transaction on the blockchain. */
      transactionHash: z.optional(z.string()),
    }),
  ),
};

/** The fields of money that comes to a customer; those of its events build on them. */
export const incomingTransactionFields = {
  ...commonFields,
  /** The direction of the payment: money comes in. */
  type: z.literal('INCOMING'),
  /** Where the money comes from. */
  source: z.optional(source),
  /** The amount that arrives, in the recipient's currency. */
  receivedAmount: CurrencyAmount,
  /** The parts of the rate and fees. */
  rateDetails: z.optional(resource(serviceRate)),
  /** Why the payment failed, if it did. */
  failureReason: z.optional(openEnum(incomingFailureReasons)),
};

const incomingTransactionShape = resource(incomingTransactionFields);

/** Money that comes to a customer. */
export interface IncomingTransaction extends z.output<typeof incomingTransactionShape> {}
export const IncomingTransaction: z.ZodMiniType<IncomingTransaction> = incomingTransactionShape;

const outgoingTransactionShape = resource({
  ...commonFields,
  /** The direction of the payment: money goes out. */
  type: z.literal('OUTGOING'),
  /** Where the money comes from. */
  source,
  /** The amount that leaves the sender, in the sender's currency. */
  sentAmount: CurrencyAmount,
  /** The amount that arrives, in the recipient's currency. */
  receivedAmount: z.optional(CurrencyAmount),
  /** Units of the sent currency for one unit of the received one. */
  exchangeRate: z.optional(exchangeRate),
  /** The quote that the payment carries out. */
  quoteId: z.optional(z.string()),
  /** How to pay for the quote. */
  paymentInstructions: z.optional(z.array(PaymentInstructions)),
  /** The refund, once money is on its way back; the payment's status stays `FAILED`. */
  refund: z.optional(Refund),
  /** The parts of the rate and fees. */
  rateDetails: z.optional(
    z.partial(
      resource({
        /** The provider's rate: units of the sending currency for one unit of the receiving one. */
        counterpartyMultiplier: exchangeRate,
        /** The fixed fee of the receiver's provider, in the smallest unit of the receiving currency. */
        counterpartyFixedFee: minorUnits('the receiving currency'),
        ...serviceRate,
      }),
    ),
  ),
  /** Why the payment failed, if it did. */
  failureReason: z.optional(openEnum(outgoingFailureReasons)),
});

/** Money that a customer sends. */
export interface OutgoingTransaction extends z.output<typeof outgoingTransactionShape> {}
export const OutgoingTransaction: z.ZodMiniType<OutgoingTransaction> = outgoingTransactionShape;

/** A payment of either direction; `type` shows which. */
export type Transaction = IncomingTransaction | OutgoingTransaction;
export const Transaction: z.ZodMiniType<Transaction> = openVariants(
  'type',
  [incomingTransactionShape, outgoingTransactionShape],
  { id: id('Transaction') },
);

/** The filters of every list of transactions. */
export const transactionQuery = {
  /** Only transactions whose sender or receiver has this identifier. */
  accountIdentifier: z.optional(nonEmpty),
  /** Only transactions whose sender has this identifier. */
  senderAccountIdentifier: z.optional(nonEmpty),
  /** Only transactions whose receiver has this identifier. */
  receiverAccountIdentifier: z.optional(nonEmpty),
  /** Only transactions in this status. */
  status: z.optional(z.enum(transactionStatuses)),
  /** Only incoming or only outgoing transactions. */
  type: z.optional(z.enum(transactionTypes)),
  /** Only the transaction with this `reference` in its reconciliation instructions. */
  reference: z.optional(nonEmpty),
  /** Created at this time or later. */
  startDate: z.optional(dateTime),
  /** Created at this time or earlier. */
  endDate: z.optional(dateTime),
  /** Order by creation. Default `desc`. */
  sortOrder,
  ...pageQuery,
};
