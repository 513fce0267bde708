import { createMock } from '@org/payments-mock';
import { type ListenOptions, listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { connectToBrowser } from '../support/one-browser.ts';

/** Ends only a test that hangs. */
const PATIENCE = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await connectToBrowser();
}, 2 * PATIENCE);
afterAll(() => browser.close());

/** A mock's server, and its page, which must not report an error. */
async function openInspector(options: ListenOptions = {}) {
  const mock = createMock();
  const { account, credential } = mock.add.wallet({ available: 125_000 });
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const server = await listen(mock, options);
  const permissions = ['clipboard-read', 'clipboard-write'];
  const context = await browser.newContext({ permissions });
  context.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  onTestFinished(async () => {
    await context.close();
    await server.close();
    expect(complaints).toEqual([]);
  });
  const page = await context.newPage();
  const hosts = new Set<string>();
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complaints.push(line.text());
  });
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const inspector = new URL(server.inspectorUrl);
  inspector.hostname = '127.0.0.1';
  const response = await page.goto(inspector.href);
  await page.getByText('live', { exact: true }).waitFor();
  const { tokenId, clientSecret } = server.connection;
  const baseUrl = `${inspector.origin}/2025-10-13`;
  const payments = createPaymentsClient({ baseUrl, tokenId, clientSecret });
  const panel = (title: string) => page.getByRole('region', { name: title, exact: true });
  const open = (title: string) => panel(title).getByRole('heading', { name: title }).click();
  const story = (state: string) => page.locator(`.timeline .entry[data-state=${state}]`);
  return {
    ...{ mock, server, page, payments, card, credential, sessionKey },
    ...{ hosts, response, panel, open, story },
  };
}

test('it shows each code and each signed change as one entry, live, with the JSON of both', async () => {
  const opened = await openInspector();
  const { page, payments, card, credential, sessionKey, hosts, server, response, story } = opened;
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  await page.getByText('No request has arrived yet.').waitFor();
  await payments.credentials.challenge({ id: credential.id });
  await page.getByRole('button', { name: /Copy the code for/ }).press('Enter');
  await page.getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('000000');

  await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper: sessionKey });
  await story('applied').getByText('202 → 200').click();
  await story('applied').getByText('What was to be signed').waitFor();
  await opened.open('Cards');
  await opened.panel('Cards').getByText('frozen').waitFor();

  const wrong = { stamp: (payload: string) => sessionKey.stamp(`${payload} `) };
  const change = { id: card.id, state: 'ACTIVE' } as const;
  await expect(payments.cards.update(change, { stamper: wrong })).rejects.toThrow();
  await story('refused').getByText('UNAUTHORIZED').click();
  await story('refused').locator('.explanation').waitFor();

  await payments.cards.list();
  await story('answered').getByText('cards.list').waitFor();
  await page.getByRole('checkbox', { name: 'Hide reads' }).check();
  await story('answered').getByText('cards.list').waitFor({ state: 'detached' });
  await opened.panel('Cards').getByRole('button', { name: card.id }).click();
  expect(await page.getByRole('searchbox').inputValue()).toBe(card.id);
  await story('answered').first().waitFor({ state: 'detached' });
  await story('applied').waitFor();
  expect([...hosts]).toEqual([server.url]);
});

test('an event has its deliveries, and is sent again; an open page follows the program', async () => {
  const { mock, page, panel, open } = await openInspector();
  let isFull = true;
  mock.deliverTo(() => new Response(null, { status: isFull ? 500 : 204 }));
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  await open('Webhooks');
  await panel('Webhooks').getByText('waiting').click();
  await panel('Webhooks').locator('.json', { hasText: '"status": 500' }).waitFor();
  isFull = false;
  await page.getByRole('button', { name: 'Send again CARD.STATE_CHANGE' }).press('Enter');
  await panel('Webhooks').getByRole('button').getByText('Delivered').waitFor();

  const customer = mock.add.customer({ fullName: 'Rosa Marchetti' });
  const { accessToken } = mock.add.agent({ customerId: customer.id, name: 'Buyer' });
  await open('Customers');
  await page.getByText('Rosa Marchetti').click();
  await open('Agents');
  await page.getByText('Buyer').click();
  await panel('Agents').locator('.json').waitFor();
  expect(await page.content()).not.toContain(accessToken);
  mock.clock.advance({ minutes: 15 });
  await page.getByText('2026-01-05 09:15:00 UTC').waitFor();
  mock.restore(createMock().snapshot());
  await page.getByText('Rosa Marchetti').first().waitFor({ state: 'detached' });
});

test('off loopback it works with the token in the fragment, and asks for the token otherwise', async () => {
  const { server, page, payments, credential } = await openInspector({ host: '0.0.0.0' });
  await payments.credentials.challenge({ id: credential.id });
  await page.getByText('000000').waitFor();
  const port = new URL(server.url).port;
  const other = await page.context().newPage();
  const addresses: string[] = [];
  other.on('request', (request) => addresses.push(request.url()));
  await other.goto(`http://127.0.0.1:${port}/`);
  await other.getByRole('alert').filter({ hasText: 'needs a token' }).waitFor();
  await other.goto(`http://127.0.0.1:${port}/#token=${server.controlToken}`);
  await other.reload();
  await other.getByText('live', { exact: true }).waitFor();
  expect(addresses.join('\n').replaceAll(/#.*/g, '')).not.toContain(server.controlToken);
});

test('axe finds nothing and nothing overflows, in light and dark, wide and narrow, all open', async () => {
  const { mock, page, payments, card, credential, sessionKey, story } = await openInspector();
  const { id: customerId } = mock.add.customer({ fullName: 'Donaudampfschiff'.repeat(5) });
  mock.add.agent({ customerId, name: 'Buchhaltung'.repeat(7) });
  mock.add.internalAccount({ customerId, available: 999_999_999_999_99 });
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  mock.faults.add({ operation: 'cards.get', effect: { kind: 'lose-reply' } });
  await payments.credentials.challenge({ id: credential.id });
  const wrong = { stamp: (payload: string) => sessionKey.stamp(`${payload} `) };
  const freeze = { id: card.id, state: 'FROZEN' } as const;
  await payments.cards.update(freeze, { stamper: sessionKey });
  await expect(payments.cards.update(freeze, { stamper: wrong })).rejects.toThrow();
  await payments.cards.update.begin({ id: card.id, state: 'ACTIVE' });
  await story('waiting').waitFor();
  for (let depth = 0; depth < 2; depth += 1) {
    await page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)");
    await page.locator('.json').first().waitFor();
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1400, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${colorScheme}, ${width}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  }
  const tops = ['.outbox', '.timeline', '.records'].map((each) => page.locator(each).boundingBox());
  const order = (await Promise.all(tops)).map((box) => box?.y ?? Number.NaN);
  expect(order).toEqual(order.toSorted((left, right) => left - right));
});
