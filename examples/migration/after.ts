import type { PaymentsClient, Stamper } from '@org/payments-sdk';

/** All ids of a customer's payments: pages are read as they are needed, and reads are repeated. */
export async function paymentIds(payments: PaymentsClient, customerId: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of payments.transactions.list({ customerId, limit: 100 })) ids.push(id);
  return ids;
}

/**
 * Pays from an account. With your own key the request is repeated after a lost connection, and the
 * payment is made once.
 */
export async function payOut(
  payments: PaymentsClient,
  from: string,
  to: string,
  amount: number,
  idempotencyKey: string,
): Promise<string> {
  const { id } = await payments.transfers.createOut(
    { source: { accountId: from }, destination: { accountId: to }, amount },
    { idempotencyKey },
  );
  return id;
}

/** Freezes a card: both requests, the signature and the checks of both responses are one call. */
export async function freezeCard(
  payments: PaymentsClient,
  id: string,
  stamper: Stamper,
): Promise<string> {
  const { state } = await payments.cards.update({ id, state: 'FROZEN' }, { stamper });
  return state;
}
