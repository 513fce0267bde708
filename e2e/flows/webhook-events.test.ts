import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { createWebhookHandler, type WebhookEvent } from '@org/payments-sdk/webhooks';
import { expect, onTestFinished, test } from 'vitest';

/** A platform over HTTP whose webhook handler keeps what it handled. */
async function start() {
  const mock = createMock({ seed: 'events', checkResponses: true });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const handled: WebhookEvent[] = [];
  const errors: string[] = [];
  const webhooks = createWebhookHandler({
    publicKeys: mock.webhooks.publicKey,
    clock: mock.clock,
    onError: ({ code }) => void errors.push(code),
  }).on('*', (event) => void handled.push(event));
  mock.deliverTo(webhooks.fetch);
  const payments = createPaymentsClient(server.connection);
  const positionOf = ({ id }: WebhookEvent) => mock.events.findIndex((event) => event.id === id);
  /**
   * The events of what a function does, in the order in which they were emitted: deliveries run side
   * by side, so the handler may be called in another.
   */
  const eventsOf = async (change: () => Promise<unknown>) => {
    await mock.webhooks.flush();
    const before = handled.length;
    await change();
    await mock.webhooks.flush();
    return handled.slice(before).sort((one, other) => positionOf(one) - positionOf(other));
  };
  return { mock, payments, errors, eventsOf };
}

test('rule 93: each change of state arrives once at the handler, as a typed event', async () => {
  const { mock, payments, eventsOf, errors } = await start();
  const { id: customerId } = mock.add.customer();
  const { id: source } = mock.add.internalAccount({ customerId, available: 1_000_00 });
  const { id: destination } = mock.add.externalAccount({ customerId });
  const { account } = mock.add.wallet();
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey: stamper } = await mock.add.session({ accountId: account.id });
  const kinds = (events: readonly WebhookEvent[]) =>
    events.map(({ type, data }) => [type, (data as { id?: string }).id]);

  let paymentId = '';
  const paid = await eventsOf(async () => {
    const input = { source: { accountId: source }, destination: { accountId: destination } };
    const { id } = await payments.transfers.createOut({ ...input, amount: 400_00 });
    paymentId = id;
  });
  expect(kinds(paid).filter(([type]) => type?.startsWith('OUTGOING_PAYMENT.'))).toEqual([
    ['OUTGOING_PAYMENT.PENDING', paymentId],
    ['OUTGOING_PAYMENT.COMPLETED', paymentId],
  ]);
  const completed = paid.find(({ type }) => type === 'OUTGOING_PAYMENT.COMPLETED');
  expect(completed?.data).toEqual(
    await payments.transactions.get({ transactionId: paymentId as never }),
  );
  expect(new Set(paid.map(({ id }) => id)).size).toBe(paid.length);

  const freeze = () => payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
  expect(kinds(await eventsOf(freeze))).toEqual([['CARD.STATE_CHANGE', card.id]]);
  // What changes nothing emits nothing.
  const again = () => payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper });
  expect(await eventsOf(() => again().catch(() => undefined))).toEqual([]);
  expect(await eventsOf(() => payments.cards.get({ id: card.id }))).toEqual([]);
  expect(errors).toEqual([]);
});
