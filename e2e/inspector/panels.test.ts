import { text } from 'node:stream/consumers';
import { createMock } from '@org/payments-mock';
import { expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import {
  openInspector,
  openPanel,
  PATIENCE,
  seeCount,
  story,
  useInspector,
} from './support/inspector.ts';

useInspector();

test('reads are folded, and an id leads to its requests', async () => {
  const { page, payments, card, sessionKey, complaints } = await openInspector();
  await payments.documents.list();
  await payments.customers.list();
  await payments.cards.update({ id: card.id, state: 'FROZEN' }, { stamper: sessionKey });
  for (let count = 0; count < 3; count += 1) await payments.cards.get({ id: card.id });
  const rows = page.locator('.timeline > .stories > li');
  const kinds = () => rows.evaluateAll((items) => items.map(({ className }) => className));
  await expect.poll(kinds, { timeout: PATIENCE }).toEqual(['reads', 'story good', 'reads']);
  await rows.first().getByText('3 reads').waitFor();
  await page
    .locator('.world')
    .getByRole('button', { name: /^Card:/ })
    .click();
  expect(await page.getByRole('searchbox').inputValue()).toBe(card.id);
  await seeCount(page.locator('.story'), 4);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'Clear log' }).click();
  await page.getByText('No request has arrived yet.').waitFor();
  expect(complaints).toEqual([]);
});

test('each kind of resource has its panel, the newest first and without secrets', async () => {
  const { mock, page } = await openInspector();
  const customer = mock.add.customer({ fullName: 'Ada Lovelace' });
  const { accessToken } = mock.add.agent({ customerId: customer.id, name: 'Older' });
  mock.add.agent({ customerId: customer.id, name: 'Newer' });
  mock.add.document({ documentHolder: customer.id });
  mock.add.externalAccount({ customerId: customer.id });
  mock.add.transaction({ customerId: customer.id });
  await page.getByRole('button', { name: 'Forward one minute' }).click();
  for (const title of ['Transactions', 'Documents', 'External accounts', 'Agents']) {
    await openPanel(page, title);
    await page
      .getByRole('region', { name: title, exact: true })
      .locator('.record')
      .first()
      .waitFor();
  }
  const agents = page.getByRole('region', { name: 'Agents', exact: true });
  const names = () => agents.locator('.record summary').allInnerTexts();
  const newestFirst = ['Newer', 'Older'].map((name) => expect.stringContaining(name));
  await expect.poll(names, { timeout: PATIENCE }).toEqual(newestFirst);
  expect(await page.content()).not.toContain(accessToken);
  for (let count = 0; count < 24; count += 1) mock.add.document({ documentHolder: customer.id });
  await page.getByRole('button', { name: 'Forward one minute' }).click();
  const documents = page.getByRole('region', { name: 'Documents', exact: true });
  await documents.getByRole('button', { name: 'Show 5 more' }).press('Enter');
  await documents.getByRole('button', { name: 'Show the newest 20' }).waitFor();
  await seeCount(documents.locator('.record'), 25);
  const folded = page.locator('.customer > details');
  // The platform's own accounts are a group of their own.
  await seeCount(folded, 3);
  expect(await page.locator('.customer h3').first().innerText()).toBe('Ada Lovelace');
  await openPanel(page, 'Ledger');
  await page.getByRole('region', { name: 'Money by currency' }).getByText('yes').waitFor();
});

test('a fault is armed and its strikes are shown; an invalid one is refused with the reason', async () => {
  const { page, payments, card } = await openInspector();
  await openPanel(page, 'Faults');
  const faults = page.getByRole('region', { name: 'Faults', exact: true });
  await faults.getByLabel('Operation').fill('cards.banana');
  await faults.getByRole('button', { name: 'Arm' }).click();
  await faults.getByRole('alert').filter({ hasText: 'operation is "cards.banana"' }).waitFor();
  await faults.getByLabel('Operation').fill('cards.get');
  await faults.getByRole('spinbutton', { name: 'Status' }).fill('503');
  await faults.getByLabel('Times').selectOption('always');
  await faults.getByRole('button', { name: 'Arm' }).click();
  await faults.locator('.armed', { hasText: 'cards.get' }).waitFor();
  const read = () => payments.cards.get({ id: card.id }, { retry: 0 });
  await expect(read()).rejects.toMatchObject({ status: 503 });
  await faults.getByText('1 of 1 matching request struck').waitFor();
  await story(page, 'failed').getByText('503').first().waitFor();
  await faults.getByRole('button', { name: /^Remove/ }).click();
  await faults.locator('.armed').waitFor({ state: 'detached' });
  expect(await read()).toMatchObject({ id: card.id });
});

test('a state is saved to a file and loaded from one; other files are refused with the reason', async () => {
  const { mock, page, complaints } = await openInspector();
  const before = mock.snapshot();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('payments-mock-2026-01-05T09-00-00.json');
  const saved = await text(await download.createReadStream());
  expect(JSON.parse(saved)).toEqual(before);
  mock.reset();
  const load = async (name: string, content: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  };
  await load('holiday.jpg', 'no JSON');
  await page.getByText('holiday.jpg does not contain valid JSON.').waitFor();
  await load('other.json', '{"version":7}');
  await page.getByText(/The state is not a snapshot of the mock: version must be 1/).waitFor();
  expect(mock.snapshot().tables.cards.rows).toHaveLength(0);
  await load('state.json', saved);
  await page.getByText('Imported state.json').waitFor();
  expect(mock.snapshot()).toEqual(before);
  expect(complaints.filter((line) => !line.includes('status of 400'))).toEqual([]);
});

useInspector();

test('an open page shows what the program of the mock changes, without a request', async () => {
  const { mock, page, complaints } = await openInspector();
  const { id: customerId } = mock.add.customer({ fullName: 'Rosa Marchetti' });
  await page.getByText('Rosa Marchetti').first().waitFor();
  mock.add.internalAccount({ customerId, available: 77_00 });
  await page.getByText('77.00 USD').first().waitFor({ state: 'attached' });

  mock.clock.advance({ minutes: 15 });
  await page.locator('.clock').getByText('09:15:00').waitFor();
  await page.locator('.world .badge', { hasText: 'expired' }).waitFor();

  await openPanel(page, 'Webhooks');
  mock.webhooks.trigger('CARD.STATE_CHANGE');
  await page.locator('.event[data-type="CARD.STATE_CHANGE"]').waitFor();

  await openPanel(page, 'Faults');
  const faults = page.getByRole('region', { name: 'Faults', exact: true });
  const remove = mock.faults.add({ operation: 'cards.get', effect: { kind: 'lose-reply' } });
  const entry = faults.locator('li', { hasText: 'cards.get' });
  await entry.waitFor();
  remove();
  await entry.waitFor({ state: 'detached' });

  mock.restore(createMock().snapshot());
  await page.getByRole('heading', { name: 'Ada Lovelace' }).waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('a session that expires while the clock of the mock runs is shown as expired', async () => {
  let now = Date.parse('2026-01-05T09:00:00Z');
  const running = createMock({
    now: () => {
      now += 1;
      return now;
    },
  });
  const { page, complaints } = await openInspector({}, undefined, running);
  now += 16 * 60_000;
  await page.locator('.clock').getByText('09:16:00').waitFor();
  await page.locator('.world .badge', { hasText: 'expired' }).waitFor();
  expect(complaints).toEqual([]);
});

useInspector();

const panels = ['Transactions', 'Documents', 'Agents', 'Webhooks', 'Faults', 'Ledger'];

test('on a phone the codes come first, then the requests, then the records', async () => {
  const { mock, page, payments, credential } = await openInspector({}, { width: 390, height: 844 });
  // A word, and a number, that are wider than the screen.
  const { id: customerId } = mock.add.customer({ fullName: 'Donaudampfschiff'.repeat(5) });
  mock.add.agent({ customerId, name: 'Buchhaltung'.repeat(7) });
  mock.add.internalAccount({ customerId, available: 999_999_999_999_99 });
  await payments.credentials.challenge({ id: credential.id });
  await page.locator('.otp').first().waitFor();
  for (const title of ['Agents', 'Ledger']) await openPanel(page, title);
  await page.locator('.customer', { hasText: 'Donau' }).locator('summary').click();
  const tops = async (...selectors: string[]) => {
    const boxes = selectors.map((selector) => page.locator(selector).boundingBox());
    return (await Promise.all(boxes)).map((box) => box?.y ?? Number.NaN);
  };
  const order = await tops('.outbox', '.timeline', '.world', '.panel.faults');
  expect(order).toEqual(order.toSorted((left, right) => left - right));
  const [code = Number.NaN] = await tops('.otp');
  expect(code).toBeLessThan(844);
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBe(390);
});

test('axe reports no violations, in light and dark, wide and narrow, with everything open', async () => {
  const { mock, page, payments, card, credential, sessionKey } = await openInspector();
  mock.deliverTo(() => new Response('no room', { status: 500 }));
  mock.add.transaction();
  mock.add.document();
  mock.add.agent();
  await payments.credentials.challenge({ id: credential.id });
  await payments.cards.list();
  await payments.customers.list();
  const freeze = { id: card.id, state: 'FROZEN' } as const;
  await payments.cards.update(freeze, { stamper: sessionKey });
  const wrong = { stamp: (payload: string) => sessionKey.stamp(`${payload} `) };
  await expect(
    payments.cards.update({ id: card.id, state: 'ACTIVE' }, { stamper: wrong }),
  ).rejects.toThrow();
  await payments.cards.update.begin({ id: card.id, state: 'ACTIVE' });
  mock.faults.add({ leg: 2, effect: { kind: 'lose-reply' } });
  await page.getByRole('button', { name: 'Forward one minute' }).click();
  for (const title of panels) await openPanel(page, title);
  await page.evaluate(
    "for (const each of document.querySelectorAll('main details')) each.open = true",
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1400, 390]) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      expect(await axeFindings(page), `${colorScheme}, ${width}`).toEqual([]);
    }
  }
});

test('a fault responds with a code, headers and a body that are typed in', async () => {
  const { mock, page, complaints } = await openInspector();
  await openPanel(page, 'Faults');
  const form = page.getByRole('region', { name: 'Faults', exact: true });
  await form.getByRole('spinbutton', { name: 'Status' }).fill('422');
  await form.getByLabel('Headers').fill('{');
  await form.getByRole('button', { name: 'Arm' }).click();
  await form.getByText('Headers: this is not valid JSON').waitFor();
  await form.getByLabel('Headers').fill('{ "X-Region": "eu" }');
  await form.getByLabel('Code').fill('CODE_OF_TOMORROW');
  await form.getByRole('button', { name: 'Arm' }).click();
  const effects = () => mock.faults.armed.map(({ fault }) => fault.effect);
  const base = { kind: 'answer', status: 422, headers: { 'X-Region': 'eu' } };
  const first = { ...base, code: 'CODE_OF_TOMORROW' };
  await expect.poll(effects, { timeout: PATIENCE }).toEqual([first]);
  await form.getByLabel('Code').fill('');
  await form.getByRole('textbox', { name: 'Body' }).fill('{ "any": [1] }');
  await form.getByRole('button', { name: 'Arm' }).click();
  const second = { ...base, body: { any: [1] } };
  await expect.poll(effects, { timeout: PATIENCE }).toEqual([first, second]);
  expect(complaints).toEqual([]);
});
