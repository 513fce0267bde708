import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { createWebhookHandler, type WebhookEvent } from '@org/payments-sdk/webhooks';
import { expect, onTestFinished, test } from 'vitest';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A platform over HTTP whose webhook handler keeps what it handled; `respond` may fail first. */
async function start() {
  const mock = createMock({ seed: 'events', checkResponses: true });
  const server = await listen(mock);
  onTestFinished(() => server.close());
  const handled: WebhookEvent[] = [];
  const errors: string[] = [];
  const bodies: string[] = [];
  const state = { fails: false };
  const webhooks = createWebhookHandler({
    publicKeys: mock.webhooks.publicKey,
    clock: mock.clock,
    onError: ({ code }) => void errors.push(code),
  }).on('*', (event) => {
    if (state.fails) throw new Error('The database is away.');
    handled.push(event);
  });
  mock.deliverTo(async (request) => {
    bodies.push(await request.clone().text());
    return webhooks.fetch(request);
  });
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
  return { mock, payments, handled, errors, bodies, state, eventsOf };
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

test('rule 93: an event whose handler failed is delivered again, at most 30 minutes apart, for 7 days', async () => {
  const { mock, payments, handled, errors, state } = await start();
  const { account } = mock.add.wallet();
  await mock.webhooks.flush();
  state.fails = true;
  await payments.sandbox.fundInternalAccount({ accountId: account.id, amount: 500 });
  await mock.webhooks.flush();
  expect(handled).toEqual([]);
  const waits: number[] = [];
  const startedAt = mock.clock.now();
  while (mock.clock.now() - startedAt < 8 * DAY) {
    mock.clock.advance({ minutes: 30 });
    await mock.webhooks.flush();
  }
  const [delivery] = mock.webhooks.deliveries.slice(-1);
  const times = delivery?.attempts.map(({ at }) => Date.parse(at)) ?? [];
  for (let index = 1; index < times.length; index += 1) {
    waits.push((times[index] ?? 0) - (times[index - 1] ?? 0));
  }
  expect(Math.max(...waits)).toBeLessThanOrEqual(30 * MINUTE);
  expect((times.at(-1) ?? 0) - startedAt).toBeLessThanOrEqual(7 * DAY);
  expect((times.at(-1) ?? 0) - startedAt).toBeGreaterThan(7 * DAY - 60 * MINUTE);
  expect(delivery?.state).toBe('failed');
  expect(new Set(errors)).toEqual(new Set(['WEBHOOK_HANDLER_FAILED']));

  // Once the platform works again, the same event can be sent again, and is handled once.
  state.fails = false;
  const eventId = delivery?.eventId ?? '';
  await mock.webhooks.resend(eventId);
  await mock.webhooks.resend(eventId);
  expect(handled.map(({ id }) => id)).toEqual([eventId]);
  expect(mock.webhooks.deliveries.at(-1)).toMatchObject({
    state: 'duplicate',
    attempts: [{ status: 409 }],
  });
});

test('rule 93: a test is delivered once, and no delivery carries a secret', async () => {
  const { mock, payments, bodies, state, errors } = await start();
  state.fails = true;
  const sent = await payments.sandbox.sendTestWebhook({});
  expect(sent.response_status).toBe(500);
  expect(errors).toEqual(['WEBHOOK_HANDLER_FAILED']);
  mock.clock.advance({ days: 1 });
  await mock.webhooks.flush();
  expect(bodies.filter((body) => body.includes('"TEST"'))).toHaveLength(1);

  state.fails = false;
  const { id: customerId } = mock.add.customer();
  const { accessToken } = mock.add.agent({ customerId });
  const token = await payments.tokens.create({ name: 'Reports', permissions: ['VIEW'] });
  const { account } = mock.add.wallet({ customerId });
  await payments.sandbox.fundInternalAccount({ accountId: account.id, amount: 500 });
  await mock.webhooks.flush();
  expect(bodies.length).toBeGreaterThan(1);
  for (const secret of [accessToken, token.clientSecret, mock.connection.clientSecret]) {
    expect(secret.length).toBeGreaterThan(8);
    expect(bodies.join('\n')).not.toContain(secret);
  }
});
