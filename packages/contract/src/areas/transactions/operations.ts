import * as z from 'zod/mini';
import { strictObject } from '../../format/objects.ts';
import { operation } from '../../format/operation.ts';
import { page } from '../../format/page.ts';
import { byRepeat, byValue } from '../../format/reconcile.ts';
import { dateTime } from '../../format/request-forms.ts';
import { nonEmpty, requestId } from '../../format/request-values.ts';
import { Transaction, transactionQuery } from './schemas.ts';
import { type TransactionStatus, transactionMachine } from './states.ts';

/** A payment in one of the statuses shows the decision; in one of `unclear` something else may have led to it. */
function byStatus(statuses: readonly TransactionStatus[], unclear: readonly TransactionStatus[]) {
  const rule = byValue('transactions.get', 'transactionId', 'status', statuses, unclear);
  // What fails with `PAYMENT_APPROVAL_TIMED_OUT`, or because a webhook did, nobody decided about.
  const isApplied: typeof rule.isApplied = (write, found) =>
    !/^PAYMENT_APPROVAL_/.test(String(found?.failureReason)) && rule.isApplied(write, found);
  return { ...rule, isApplied };
}

const params = strictObject({
  /** The transaction's id. */
  transactionId: requestId('Transaction'),
});

const decision = () =>
  z.optional(
    strictObject({
      /** Free text for your own use. */
      reason: z.optional(z.string()),
    }),
  );

/**
 * Rejects a payment, including one held for approval.
 *
 * @see Specification, part 4, `POST /transactions/{transactionId}/reject`
 */
export const reject = operation('POST /transactions/{transactionId}/reject', {
  permission: 'TRANSACT',
  params,
  body: decision(),
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  moves: {
    field: 'status',
    machine: transactionMachine,
    from: ['CREATED', 'PENDING', 'PROCESSING'],
    to: ['REJECTED', 'FAILED'],
  },
  // A payment fails when it is rejected, and for other reasons too.
  reconcile: byStatus(['REJECTED'], ['FAILED', 'REFUNDED']),
});

/**
 * Reads a transaction.
 *
 * @see Public reference, `GET /transactions/{transactionId}`
 */
export const get = operation('GET /transactions/{transactionId}', {
  params,
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND'],
});

/**
 * Lists the transactions of all customers, newest first.
 *
 * @see Public reference, `GET /transactions`
 */
export const list = operation('GET /transactions', {
  query: strictObject({
    /** Only transactions of this customer. */
    customerId: z.optional(requestId('Customer')),
    /** Only transactions of the customer with this platform-assigned id. */
    platformCustomerId: z.optional(nonEmpty),
    ...transactionQuery,
  }),
  responses: { 200: page(Transaction) },
});

/**
 * Approves an incoming payment that waits for the platform's decision.
 *
 * @see Specification, part 4, named: `POST /transactions/{transactionId}/approve`
 */
export const approve = operation('POST /transactions/{transactionId}/approve', {
  permission: 'TRANSACT',
  params,
  body: z.optional(
    strictObject({
      /** Facts the payment requires about the receiving customer, by field name. */
      receiverCustomerInfo: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL'],
  moves: {
    field: 'status',
    machine: transactionMachine,
    from: ['PENDING'],
    to: ['PROCESSING', 'COMPLETED'],
  },
  reconcile: byStatus(['PROCESSING', 'COMPLETED'], ['FAILED', 'REFUNDED', 'REJECTED', 'EXPIRED']),
});

/**
 * Cancels a bank transfer, out or in, that no bank has carried out yet; held money is returned.
 *
 * @see Public reference, `POST /transactions/{transactionId}/cancel`
 */
export const cancel = operation('POST /transactions/{transactionId}/cancel', {
  permission: 'TRANSACT',
  params,
  body: decision(),
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND', 'TRANSACTION_NOT_CANCELLABLE'],
  moves: {
    field: 'status',
    machine: transactionMachine,
    from: ['CREATED', 'PENDING'],
    to: ['FAILED', 'EXPIRED'],
  },
  // A cancelled payment has failed, as one that a bank refused.
  reconcile: byStatus([], ['FAILED', 'REFUNDED', 'REJECTED', 'EXPIRED']),
});

/**
 * Records that the platform has delivered the receipt to its customer.
 *
 * @see Public reference, `POST /transactions/{transactionId}/confirm`
 */
export const confirmReceipt = operation('POST /transactions/{transactionId}/confirm', {
  params,
  body: z.optional(
    strictObject({
      /** When it was delivered; defaults to the present time. */
      receiptDeliveryConfirmedAt: z.optional(dateTime),
    }),
  ),
  responses: { 200: Transaction },
  errors: ['TRANSACTION_NOT_FOUND'],
  reconcile: byRepeat('A repeat records the time of delivery again.'),
});
