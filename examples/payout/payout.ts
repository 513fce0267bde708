import type { PaymentsClient } from '@org/payments-sdk';

/** A payout that your user requested. */
export interface Order {
  /** Your own id of the order. */
  readonly id: string;
  readonly customerId: string;
  readonly fromAccountId: string;
  /** The payee's external account. */
  readonly payTo: string;
  /** In cents. */
  readonly amount: number;
}

/** The data to show before the user confirms. */
export interface Offer {
  readonly quoteId: string;
  readonly transactionId: string;
  /** In the smallest unit of the receiver's currency. */
  readonly receives: number;
  readonly fees: number;
  readonly expiresAt: string;
}

/**
 * Requests a rate and the fees. The key is the id of your order: another request returns the same
 * quote.
 */
export async function offer(payments: PaymentsClient, order: Order): Promise<Offer> {
  const { lookupId } = await payments.receivers.lookUpExternalAccount({
    accountId: order.payTo,
    customerId: order.customerId,
  });
  const quote = await payments.quotes.create(
    {
      source: { sourceType: 'ACCOUNT', accountId: order.fromAccountId },
      destination: { destinationType: 'ACCOUNT', accountId: order.payTo },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: order.amount,
      lookupId,
    },
    { idempotencyKey: `quote ${order.id}` },
  );
  return {
    quoteId: quote.id,
    transactionId: quote.transactionId,
    receives: quote.totalReceivingAmount,
    fees: quote.feesIncluded,
    expiresAt: quote.expiresAt,
  };
}

/**
 * Executes the quote that the user confirmed. With the key it can be sent again after a lost
 * connection, and never pays twice.
 */
export async function pay(payments: PaymentsClient, order: Order, quoteId: string): Promise<void> {
  await payments.quotes.execute({ quoteId }, { idempotencyKey: `pay ${order.id}` });
}
