import {
  createWebhookHandler,
  type HandlerContext,
  type WebhookHandler,
  type WebhookHandlerOptions,
} from '@org/payments-sdk/webhooks';

/** What is known of a payout; `lost` is neither with the payee nor back, and for a person to look at. */
export type PayoutStatus = 'sent' | 'paid' | 'failed' | 'refunded' | 'lost';

/** The store of your orders. */
export interface Orders {
  /**
   * Sets the status of the order that a transaction belongs to. Must be safe to repeat. Throws if no
   * order has it yet: the event is then delivered again.
   */
  setStatus(transactionId: string, status: PayoutStatus): void | Promise<void>;
}

/** Receives the outcomes of payouts. Mount its `fetch` where your webhook endpoint is. */
export function payoutWebhooks(options: WebhookHandlerOptions, orders: Orders): WebhookHandler {
  const setTo =
    (status: PayoutStatus) =>
    async ({ data }: { data: { id: string } }, { latest }: HandlerContext) => {
      // Events arrive in any order: an earlier one must not undo a later one.
      if (await latest()) await orders.setStatus(data.id, status);
    };
  return createWebhookHandler(options)
    .on('OUTGOING_PAYMENT.PROCESSING', setTo('sent'))
    .on('OUTGOING_PAYMENT.COMPLETED', setTo('paid'))
    .on('OUTGOING_PAYMENT.FAILED', setTo('failed'))
    .on('OUTGOING_PAYMENT.REFUND_COMPLETED', setTo('refunded'))
    .on('OUTGOING_PAYMENT.REFUND_FAILED', setTo('lost'));
}
