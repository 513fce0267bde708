import { createWebhookHandler } from '@org/payments-sdk/webhooks';
import { expect, test } from 'vitest';
import { openInspector, openPanel, seeCount, story, useInspector } from './support/inspector.ts';

useInspector();

test('it shows the world, and each signed change as one entry, live', async () => {
  const { page, payments, card, sessionKey, complaints, hosts, server, response } =
    await openInspector();
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  await page.getByText('1250.00 USD').waitFor();
  await page.getByText('No request has arrived yet.').waitFor();

  await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper: sessionKey });
  await story(page, 'applied').getByText('202 → 200').waitFor();
  await story(page, 'applied').locator('summary').first().click();
  await page.getByText('What was to be signed').waitFor();
  await story(page, 'applied').locator('ins', { hasText: 'FROZEN' }).waitFor();
  await page.locator('.world .badge', { hasText: 'frozen' }).waitFor();
  await story(page, 'applied').getByText('signed and applied').waitFor();

  const wrong = { stamp: (payload: string) => sessionKey.stamp(`${payload} `) };
  const change = { id: card.id, state: 'ACTIVE' } as const;
  await expect(payments.cards.update(change, { stamper: wrong })).rejects.toThrow();
  await story(page, 'refused').getByText('does not match payloadToSign').first().waitFor();
  await page.getByRole('radio', { name: 'Refused' }).check();
  await seeCount(page.locator('.story'), 1);
  expect(complaints).toEqual([]);
  expect([...hosts]).toEqual([server.url]);
});

test('the outbox copies a code with one press of a key', async () => {
  const { page, payments, credential } = await openInspector();
  await payments.credentials.challenge({ id: credential.id });
  await page.getByRole('button', { name: /Copy the code for/ }).press('Enter');
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('000000');
});

test('it shows each event with its deliveries, and delivers it again', async () => {
  const { mock, page, payments, card, sessionKey, complaints } = await openInspector();
  let isFull = true;
  let count = 0;
  mock.deliverTo(() => {
    count += 1;
    return isFull ? new Response('no room', { status: 500 }) : new Response(null, { status: 204 });
  });
  await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper: sessionKey });
  await openPanel(page, 'Webhooks');
  const event = page.locator('.event[data-type="CARD.STATE_CHANGE"]');
  await event.getByText('waiting').first().click();
  await event.getByText('no room').waitFor();
  await event.getByText('next attempt at').waitFor();
  isFull = false;
  await page.getByRole('button', { name: /^Send again CARD.STATE_CHANGE/ }).press('Enter');
  await event.getByRole('button').getByText('Delivered').waitFor();
  await event.getByText('204').waitFor();
  await page.getByRole('button', { name: 'Forward one minute' }).click();
  await event.locator('summary .badge', { hasText: 'delivered' }).waitFor();
  await event.locator('.json', { hasText: card.id }).waitFor();
  expect(count).toBe(3);
  expect(complaints).toEqual([]);
});

test('a payout is watched from its quote to its webhooks', async () => {
  const { mock, page, payments, complaints } = await openInspector();
  const { id: customerId } = mock.add.customer();
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 1_000_00 });
  // The suffix 003: it completes after about 6 minutes.
  const accountInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532003' };
  const external = mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo });
  const received: string[] = [];
  const webhooks = createWebhookHandler({
    publicKeys: mock.webhooks.publicKey,
    clock: mock.clock,
  }).on('*', ({ type }) => void received.push(type));
  mock.deliverTo((request) => webhooks.fetch(request));
  await openPanel(page, 'Webhooks');

  const quote = await payments.quotes.create({
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: external.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_00,
  });
  await page.locator('.story', { hasText: 'quotes.create' }).waitFor();
  await payments.quotes.execute({ quoteId: quote.id });
  await page.locator('.story', { hasText: 'quotes.execute' }).waitFor();
  const event = (kind: string) => page.locator(`.event[data-type="OUTGOING_PAYMENT.${kind}"]`);
  await event('PROCESSING').locator('summary .badge', { hasText: 'delivered' }).waitFor();
  const customer = page.locator('.customer', { hasText: '900.00 USD' });
  await customer.locator('summary').first().click();
  await customer.getByText('900.00 USD').first().waitFor();
  expect(await event('COMPLETED').count()).toBe(0);
  for (let minute = 0; minute < 7; minute += 1) {
    await page.getByRole('button', { name: 'Forward one minute' }).click();
  }
  await event('COMPLETED').locator('summary .badge', { hasText: 'delivered' }).waitFor();
  await event('COMPLETED').locator('summary').click();
  await event('COMPLETED').locator('.json', { hasText: quote.transactionId }).waitFor();
  expect(received).toContain('OUTGOING_PAYMENT.COMPLETED');
  expect(complaints).toEqual([]);
});

test('buttons advance the clock, take a snapshot, restore it and reset', async () => {
  const { mock, page } = await openInspector();
  await page.getByRole('button', { name: 'Snapshot' }).click();
  await page.getByText('Snapshot taken').waitFor();
  await page.getByRole('button', { name: 'Forward fifteen minutes' }).click();
  await page.locator('.clock').getByText('09:15:00').waitFor();
  await page.locator('.world .badge', { hasText: 'expired' }).waitFor();
  expect(new Date(mock.clock.now()).toISOString()).toBe('2026-01-05T09:15:00.000Z');
  await page.getByRole('button', { name: 'Restore 09:00:00' }).click();
  await page.locator('.world .badge', { hasText: 'live' }).waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  expect(mock.snapshot().tables.cards.rows).toHaveLength(1);
  await page.getByRole('button', { name: 'Really reset?' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  expect(mock.snapshot().tables.cards.rows).toHaveLength(0);
});

test('off loopback it works with the token in the fragment, and asks for the token otherwise', async () => {
  const { server, page, payments, credential, complaints } = await openInspector({
    host: '0.0.0.0',
  });
  await payments.credentials.challenge({ id: credential.id });
  await page.getByText('000000').first().waitFor();
  await page.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('button', { name: 'Really reset?' }).click();
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);

  const port = new URL(server.url).port;
  const other = await page.context().newPage();
  const addresses: string[] = [];
  other.on('request', (request) => addresses.push(request.url()));
  await other.goto(`http://127.0.0.1:${port}/`);
  await other.getByRole('alert').filter({ hasText: 'needs a token' }).waitFor();
  await other.goto(`http://127.0.0.1:${port}/#token=${server.controlToken}`);
  await other.getByText('live', { exact: true }).first().waitFor();
  expect(addresses.join('\n').replaceAll(/#.*/g, '')).not.toContain(server.controlToken);
});

test('a world larger than the body limit is saved and restored', async () => {
  const { mock, page } = await openInspector({ bodyLimit: 50_000 });
  for (let count = 0; count < 300; count += 1) mock.add.customer();
  expect(JSON.stringify(mock.snapshot()).length).toBeGreaterThan(50_000);
  await page.getByRole('button', { name: 'Snapshot' }).click();
  await page.getByText('Snapshot taken').waitFor();
  mock.reset();
  await page.getByRole('button', { name: 'Restore 09:00:00' }).click();
  await page.getByText('Restored').waitFor();
  expect(mock.snapshot().tables.customers.rows.length).toBeGreaterThan(300);
});
