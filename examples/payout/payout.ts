import type { PaymentsClient } from '@org/payments-sdk';

/** A payout that your user requested. Another amount or payee is another order. */
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

/** The current attempt at an order: a quote that expired unpaid is followed by another attempt. */
export interface Attempt {
  /** Counts from 1. */
  readonly number: number;
  /** The only quote that may be paid; undefined until it is known. */
  readonly quoteId?: string | undefined;
}

/** Keeps the current attempt of each order: two columns of your table of orders. */
export interface Attempts {
  /** Number 1 without a quote for a new order. */
  current(orderId: string): Promise<Attempt>;
  /** Replaces the attempt unless it is another one by now: an UPDATE whose WHERE names `before`. */
  replace(orderId: string, before: Attempt, after: Attempt): Promise<void>;
}

/** The data to show before the user confirms. */
export interface Offer {
  readonly quoteId: string;
  readonly transactionId: string;
  /** `PENDING` until it is paid. */
  readonly status: string;
  /** In the smallest unit of the receiver's currency. */
  readonly receives: number;
  readonly fees: number;
  readonly expiresAt: string;
}

/** Requests a rate and the fees. Everything that two requests can differ in is in the key. */
async function requestQuote(payments: PaymentsClient, order: Order, attempt: number) {
  const { lookupId } = await payments.receivers.lookUpExternalAccount({
    accountId: order.payTo,
    customerId: order.customerId,
  });
  return payments.quotes.create(
    {
      source: { sourceType: 'ACCOUNT', accountId: order.fromAccountId },
      destination: { destinationType: 'ACCOUNT', accountId: order.payTo },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: order.amount,
      lookupId,
    },
    { idempotencyKey: `quote ${order.id} ${attempt} ${lookupId}` },
  );
}

/**
 * Returns the offer of an order. It is the same one until its quote has expired unpaid: only then
 * can no payment come of it any more, and another attempt begins.
 */
export async function offer(
  payments: PaymentsClient,
  attempts: Attempts,
  order: Order,
): Promise<Offer> {
  for (;;) {
    const attempt = await attempts.current(order.id);
    if (attempt.quoteId === undefined) {
      const { id: quoteId } = await requestQuote(payments, order, attempt.number);
      await attempts.replace(order.id, attempt, { ...attempt, quoteId });
      continue;
    }
    const quote = await payments.quotes.get({ quoteId: attempt.quoteId });
    if (quote.status === 'EXPIRED') {
      await attempts.replace(order.id, attempt, { number: attempt.number + 1 });
      continue;
    }
    return {
      quoteId: quote.id,
      transactionId: quote.transactionId,
      status: quote.status,
      receives: quote.totalReceivingAmount,
      fees: quote.feesIncluded,
      expiresAt: quote.expiresAt,
    };
  }
}

/**
 * Executes the quote that the user confirmed, which has to be that of the order. The key is made from
 * the quote: whatever happened before, the call can be repeated, and pays once.
 */
export async function pay(
  payments: PaymentsClient,
  attempts: Attempts,
  order: Order,
  confirmedQuoteId: string,
): Promise<void> {
  const { quoteId } = await attempts.current(order.id);
  if (quoteId === undefined || quoteId !== confirmedQuoteId) {
    throw new Error(`The offer of ${order.id} is another one by now: show it to the user.`);
  }
  await payments.quotes.execute({ quoteId }, { idempotencyKey: `pay ${quoteId}` });
}
