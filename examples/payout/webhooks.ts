import {
  createWebhookHandler,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from '@org/payments-sdk/webhooks';

/** The store of your orders. */
export interface Orders {
  /** Sets the status of the order that a transaction belongs to. Must be safe to repeat. */
  setStatus(transactionId: string, status: 'sent' | 'paid' | 'failed' | 'refunded'): void;
}

/** Receives the outcomes of payouts. Mount its `fetch` where your webhook endpoint is. */
export function payoutWebhooks(options: WebhookHandlerOptions, orders: Orders): WebhookHandler {
  return createWebhookHandler(options)
    .on('OUTGOING_PAYMENT.PROCESSING', ({ data }) => orders.setStatus(data.id, 'sent'))
    .on('OUTGOING_PAYMENT.COMPLETED', ({ data }) => orders.setStatus(data.id, 'paid'))
    .on('OUTGOING_PAYMENT.FAILED', ({ data }) => orders.setStatus(data.id, 'failed'))
    .on('OUTGOING_PAYMENT.REFUND_COMPLETED', ({ data }) => orders.setStatus(data.id, 'refunded'));
}
