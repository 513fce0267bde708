import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
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
