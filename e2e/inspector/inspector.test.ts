import { createMock } from '@org/payments-mock';
import { type ListenOptions, listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { axeFindings, collectComplaints, connectToBrowser } from '../support/one-browser.ts';

/** Ends only a test that hangs. */
const PATIENCE = 60_000;

const browser = await connectToBrowser();
afterAll(() => browser.close());

/** A mock's server, and its page, which must not report an error. */
async function openInspector(options: ListenOptions = {}) {
  const mock = createMock();
  const { account, credential } = mock.add.wallet({ available: 125_000 });
  const card = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const server = await listen(mock, options);
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const complaints: string[] = [];
  onTestFinished(async () => {
    await context.close();
    await server.close();
    expect(complaints).toEqual([]);
  });
  const page = await context.newPage();
  const hosts = new Set<string>();
  collectComplaints(page, complaints);
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const inspector = new URL(server.inspectorUrl);
  inspector.hostname = '127.0.0.1';
  const response = await page.goto(inspector.href);
  await page.getByText('live', { exact: true }).waitFor();
  const { tokenId, clientSecret } = server.connection;
  const baseUrl = `${inspector.origin}/2025-10-13`;
  const payments = createPaymentsClient({ baseUrl, tokenId, clientSecret });
  const kind = (title: string) => page.getByRole('region', { name: title, exact: true });
  const open = (title: string) => kind(title).getByRole('heading', { name: title }).click();
  const request = (decision: string) => page.locator(`.requests .entry[data-decision=${decision}]`);
  return {
    ...{ mock, server, page, payments, card, credential, sessionKey },
    ...{ hosts, response, kind, open, request },
  };
}

test('it shows codes, requests and records, live, each with its JSON', async () => {
  const opened = await openInspector();
  const { mock, page, payments, card, credential, sessionKey, hosts, server, request } = opened;
  const { kind, open, response } = opened;
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  await page.getByText('No request has arrived yet.').waitFor();
  await payments.credentials.challenge({ id: credential.id });
  await page.getByText('000000').waitFor();
  await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper: sessionKey });
  await request('challenged').getByText('leg 1').click();
  await request('challenged').locator('.json', { hasText: 'payloadToSign' }).waitFor();
  await open('cards');
  await kind('cards').getByText('frozen').click();
  await kind('cards').locator('.json', { hasText: '"FROZEN"' }).waitFor();
  const wrong = { stamp: (payload: string) => sessionKey.stamp(`${payload} `) };
  const change = { id: card.id, state: 'ACTIVE' } as const;
  await expect(payments.cards.update(change, { stamper: wrong })).rejects.toThrow();
  await request('refused').getByText('UNAUTHORIZED').click();
  await request('refused').locator('.explanation').waitFor();
  await page.getByRole('searchbox').fill(card.id);
  await request('answered').getByText('credentials.challenge').waitFor({ state: 'detached' });
  await request('answered').getByText('cards.update').waitFor();

  mock.deliverTo(() => new Response(null, { status: 500 }));
  mock.webhooks.trigger('TEST');
  await open('events');
  await kind('events').getByText('test', { exact: true }).click();
  await kind('events').locator('.json', { hasText: '"status": 500' }).waitFor();
  const { accessToken } = mock.add.agent({ name: 'Buyer' });
  await open('agents');
  await kind('agents')
    .getByText(/^Agent:/)
    .click();
  await kind('agents').locator('.json', { hasText: 'Buyer' }).waitFor();
  expect(await page.content()).not.toContain(accessToken);
  mock.clock.advance({ minutes: 15 });
  await page.getByText('2026-01-05 09:15:00 UTC').waitFor();
  mock.restore(createMock().snapshot());
  await kind('agents').waitFor({ state: 'detached' });
  expect([...hosts]).toEqual([server.url]);
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
  const { mock, page, payments, card, credential, sessionKey, request } = await openInspector();
  const { id: customerId } = mock.add.customer({ fullName: 'Donaudampfschiff'.repeat(5) });
  mock.add.agent({ customerId, name: 'Buchhaltung'.repeat(7) });
  mock.add.internalAccount({ customerId, available: 999_999_999_999_99 });
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  mock.faults.add({ operation: 'cards.get', effect: { kind: 'lose-reply' } });
  await payments.credentials.challenge({ id: credential.id });
  const wrong = { stamp: (payload: string) => sessionKey.stamp(`${payload} `) };
  const freeze = { id: card.id, state: 'FROZEN' } as const;
  await expect(payments.cards.update(freeze, { stamper: wrong })).rejects.toThrow();
  await payments.cards.update(freeze, { stamper: sessionKey });
  await payments.cards.update.begin({ id: card.id, state: 'ACTIVE' });
  await request('challenged').nth(1).waitFor();
  for (let depth = 0; depth < 2; depth += 1) {
    await page.evaluate("document.querySelectorAll('details').forEach((each) => each.open = true)");
    await page.locator('.json').first().waitFor();
  }
  await page.getByText('SHA-256').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1400, 390, 320]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${colorScheme}, ${width}`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  }
  const tops = ['.codes', '.requests', '.kinds'].map((each) => page.locator(each).boundingBox());
  const order = (await Promise.all(tops)).map((box) => box?.y ?? Number.NaN);
  expect(order).toEqual(order.toSorted((left, right) => left - right));
});
