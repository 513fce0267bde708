import {
  createPaymentsMcp,
  memoryAuditLog,
  memoryPasskeys,
  type PasskeyStore,
  type PaymentsMcp,
  serveApprovalPage,
} from '@org/payments-mcp';
import { listenHttp } from '@org/payments-mcp/http';
import type { Page } from 'playwright-core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  approvalWorld,
  approvedOperations,
  callOf,
  serverFor,
} from '../../packages/mcp/test/approvals.ts';
import { call, connectInMemory, stage } from '../../packages/mcp/test/stage.ts';
import { listenOn } from '../../packages/sdk/test/servers.ts';
import {
  addAuthenticator,
  axeFindings,
  collectComplaints,
  connectToBrowser,
} from '../support/one-browser.ts';

/** Milliseconds for one step, or one call: ends only a test that hangs. */
const PATIENCE = 60_000;

const browser = await connectToBrowser();
afterAll(() => browser.close());

interface Screen {
  readonly passkeys?: PasskeyStore | undefined;
  readonly width?: number;
}

/** The page of a server in a browser, and the client of its assistant. */
async function open(mcp: PaymentsMcp, { passkeys, width = 1000 }: Screen = {}) {
  let shown: (address: string) => void = () => undefined;
  const served = await serveApprovalPage(mcp, { show: (address) => shown(address), passkeys });
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  onTestFinished(async () => {
    await context.close();
    await served.close();
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  collectComplaints(page, complaints, ['error']);
  const client = await connectInMemory(mcp);
  const ask = (name: string, input: object) => {
    const address = new Promise<string>((resolve) => {
      shown = resolve;
    });
    const given = { operation: name, arguments: input };
    return { address, result: call(client, 'call_operation', given) };
  };
  return { context, page, complaints, ask, stop: () => served.close() };
}

/** A platform whose person decides on payments in a browser. */
async function payments(passkeys?: PasskeyStore) {
  const setting = stage();
  const audit = memoryAuditLog();
  const platform = setting.payments;
  const mcp = createPaymentsMcp({ platform, allowWrites: true, pageOnly: true, audit });
  const opened = await open(mcp, { passkeys });
  const pay = (idempotencyKey: string) =>
    opened.ask('transfers.createOut', { ...setting.transfer, amount: 150_00, idempotencyKey });
  return { ...setting, ...opened, audit, pay };
}

/** Opens the only call that waits. */
async function openCall(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('listitem').getByRole('link').click();
  await page.getByRole('button', { name: 'Refuse' }).waitFor();
}

test('a person reads who receives how much from where, and approves', async () => {
  const { page, pay, balance, complaints } = await payments();
  const { address, result } = pay('invoice-1');
  await openCall(page, await address);
  const short = page.locator('section').filter({ hasText: 'In short' });
  for (const text of ['Grace Hopper', 'ending 6789', 'Customer 1', '150.00 USD', 'Fees']) {
    await expect.poll(() => short.textContent()).toContain(text);
  }
  // The amount is the largest, then the payee; a stranger's words stand alone.
  const size = (part: string) =>
    page.evaluate<number>(
      `parseFloat(getComputedStyle(document.querySelector('${part}')).fontSize)`,
    );
  expect(await size('.amount')).toBeGreaterThan(await size('h1'));
  expect(await size('[data-label=receiver] .foreign')).toBeGreaterThan(await size('.brief dd'));
  expect(await short.locator('.foreign').allTextContents()).toEqual(['Grace Hopper', 'Customer 1']);
  expect(await page.locator('main').textContent()).toContain('If you refuse:');
  const others = page.getByRole('link', { name: 'Other calls that wait: 1' });
  expect(await others.isVisible()).toBe(false);
  const next = pay('invoice-2');
  await others.waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pay 150.00 USD' }).click();
  await page.getByRole('heading', { name: 'Approved, and under way' }).waitFor();
  expect((await result).isError).toBe(false);
  // Loaded again, it does not send the form again.
  await page.reload();
  await page.getByRole('heading', { name: 'Approved, and under way' }).waitFor();
  expect(await balance()).toBe(850_00);
  await page.getByRole('link', { name: 'Next: Pay 150.00 USD' }).click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect((await next.result).isError).toBe(true);
  expect(complaints).toEqual([]);
});

test('an open page shows that its call was decided elsewhere, and that its server is gone', async () => {
  const { page, context, pay, stop } = await payments();
  // Over a slow line a person is still shown the response to their own decision.
  const slow = pay('invoice-0');
  await openCall(page, await slow.address);
  await page.route('**/approvals*/*', async (route) => {
    const response = await route.fetch();
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Pay 150.00 USD' }).click();
  await page.getByRole('heading', { name: /^Approved/ }).waitFor();
  expect((await slow.result).isError).toBe(false);
  await page.unroute('**/approvals*/*');
  const first = pay('invoice-1');
  await openCall(page, await first.address);
  // A form that its person stops decides nothing, and the page goes on looking.
  await page.route('**/approvals*/*', async (route) => {
    if (route.request().method() !== 'POST') await route.continue();
  });
  await page.evaluate("document.querySelector('form').onsubmit = () => setTimeout(stop, 300)");
  await page.getByRole('button', { name: 'Refuse' }).click({ noWaitAfter: true });
  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Refuse' }).click();
  expect((await first.result).isError).toBe(true);
  await page.getByRole('heading', { name: 'Already refused' }).waitFor();
  await page.unroute('**/approvals*/*');
  // Which call it was is said too.
  expect(await page.locator('.amount').textContent()).toBe('150.00 USD');
  const second = pay('invoice-2');
  second.result.catch(() => 'closed with its client');
  await page.goto(await second.address);
  await page.getByRole('listitem').getByRole('link').click();
  await page.getByRole('button', { name: 'Refuse' }).waitFor();
  const note = page.getByText('does not respond: nothing can be decided here');
  expect(await note.isVisible()).toBe(false);
  // A proxy responds in place of a server that is gone.
  await page.route('**/approvals*', (route) => route.fulfill({ status: 502 }));
  await note.waitFor();
  await page.unroute('**/approvals*');
  await note.waitFor({ state: 'hidden' });
  await page.route('**/approvals*', () => new Promise(() => {}));
  await note.waitFor();
  await page.unroute('**/approvals*');
  await note.waitFor({ state: 'hidden' });
  await stop();
  await note.waitFor();
});

test('beside the HTTP endpoint whoever is signed in is led on, and no other port is sent their cookie', async () => {
  const mcp = createPaymentsMcp({ platform: stage().payments });
  const code = 'a-code-of-ada-who-may-approve-here';
  const token = 'a-token-for-the-endpoint-of-the-test';
  const server = await listenHttp(mcp, { token, port: 0, approvalCodes: { ada: code } });
  const sent: (string | undefined)[] = [];
  const other = await listenOn(({ headers }, response) => {
    sent.push(headers.cookie);
    response.end();
  });
  const context = await browser.newContext();
  onTestFinished(async () => {
    await context.close();
    await Promise.all([server.close(), other.close()]);
  });
  const page = await context.newPage();
  const start = server.url.replace('/mcp', '/approvals');
  const waits = page.getByRole('heading', { name: 'Nothing waits' });
  await page.goto(start);
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button').click();
  await waits.waitFor();
  const { href } = new URL(page.url());
  await page.goto(start);
  await waits.waitFor();
  expect(page.url()).toBe(href);
  for (const path of ['/approvals', '/approvals/enter', '/approvals/a-call']) {
    await page.goto(new URL(path, other.url).href);
  }
  expect(sent.filter(Boolean)).toEqual([]);
});

test('a link that is opened in place of another page of its address signs in', async () => {
  const { page, pay } = await payments();
  const { address, result } = pay('invoice-1');
  const link = await address;
  await page.goto(link.replace(/code=.*/, 'code=used'));
  await page.getByText('The code is not valid.').waitFor();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await page.getByRole('listitem').getByRole('link').click();
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect((await result).isError).toBe(true);
});

test('a passkey confirms in each of two windows, and once if the form is sent twice', async () => {
  const { page, context, pay, balance } = await payments(memoryPasskeys());
  const device = await addAuthenticator(context, page);
  const { address, result } = pay('invoice-1');
  await openCall(page, await address);
  await page.getByRole('link', { name: 'Register your passkey' }).click();
  // Passkeys have no address of numbers.
  const numbers = page.url().replace('localhost', '127.0.0.1');
  const forms = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join();
  const registering = await context.newPage();
  await registering.setExtraHTTPHeaders({ cookie: forms });
  await registering.goto(numbers);
  await registering.getByRole('button').click();
  await registering.getByText('open it at localhost in place of 127.0.0.1').waitFor();
  await registering.close();
  await page.getByRole('button', { name: 'Register a passkey' }).click();
  await page.getByRole('listitem').getByRole('link').click();
  await device.refuse();
  await page.getByRole('button', { name: 'Pay 150.00 USD' }).click();
  await page.getByText('the passkey is on another one').waitFor();
  await device.answer();
  const other = await context.newPage();
  await other.goto(page.url());
  await other.close();
  const texts: Promise<string>[] = [];
  await page.route('**/approvals*/*', async (route) => {
    const request = route.request();
    if (request.method() !== 'POST') return route.continue();
    const send = async () => {
      const body = request.postData() ?? '';
      const headers = await request.allHeaders();
      return (await fetch(request.url(), { method: 'POST', headers, body })).text();
    };
    texts.push(send(), send());
    return route.fulfill({ body: (await Promise.all(texts)).join('') });
  });
  await page.getByRole('button', { name: 'Pay 150.00 USD' }).click();
  expect((await result).isError).toBe(false);
  expect(await balance()).toBe(850_00);
  const [first, second] = await Promise.all(texts);
  expect([first, second].sort()).toEqual([
    expect.stringContaining('<title>Already approved<'),
    expect.stringMatching(/<title>Approved[<,]/),
  ]);
  await page
    .getByRole('heading', { name: /pproved/ })
    .first()
    .waitFor();
  await page.goto(page.url().replace(/[^/]+$/, 'passkey'));
  await page.getByRole('link', { name: 'See what waits' }).waitFor();
});

test('with passkeys a person registers one at first, and only it approves', async () => {
  const { page, context, pay, balance, audit, complaints } = await payments(memoryPasskeys());
  const device = await addAuthenticator(context, page);
  const { address, result } = pay('invoice-1');
  await openCall(page, await address);
  expect(await page.getByRole('button', { name: 'Pay 150.00 USD' }).count()).toBe(0);
  const callUrl = page.url();

  // The button that is missing cannot be replaced by a form of one's own.
  const forged = await page.evaluate(async (url) => {
    const body = new URLSearchParams({ decision: 'approve', credential: '{}' });
    return (await fetch(url, { method: 'POST', body })).status;
  }, callUrl);
  expect(forged).toBe(403);
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join();
  const submit = (url: string, credential: string) =>
    fetch(url, {
      method: 'POST',
      headers: { cookie: cookies, origin: new URL(url).origin },
      body: new URLSearchParams({ decision: 'approve', credential }),
    });
  expect((await submit(callUrl, '')).status).toBe(403);

  await page.getByRole('link', { name: 'Register your passkey' }).click();
  await page.getByRole('button', { name: 'Register a passkey' }).click();
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  expect(await device.count()).toBe(1);
  await page.getByRole('listitem').getByRole('link').click();

  // A person whom the device does not recognize approves nothing.
  await device.refuse();
  await page.getByRole('button', { name: 'Pay 150.00 USD' }).click();
  await page.getByText('The passkey was not used').waitFor();
  expect(await balance()).toBe(1_000_00);

  await device.answer();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Pay 150.00 USD' }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  expect((await result).isError).toBe(false);
  expect(await balance()).toBe(850_00);
  expect(audit.records[1]).toMatchObject({ event: 'approved', passkeyId: expect.any(String) });

  // The confirmation of one call approves no other.
  const second = pay('invoice-2');
  const used = new URLSearchParams((await sent).postData() ?? '').get('credential') ?? '';
  expect(used).toContain('signature');
  await page.goto((await second.address).replace(/\/enter.*$/, ''));
  await page.getByRole('listitem').getByRole('link').click();
  expect((await submit(page.url(), used)).status).toBe(403);
  expect(await balance()).toBe(850_00);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'Refused' }).waitFor();
  expect((await second.result).value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
  // The forged form alone was refused.
  expect(complaints).toEqual([expect.stringContaining('403')]);
});

test.each([false, true])(
  'a person decides on each call on a small screen, of an agent: %s',
  { timeout: approvedOperations.length * PATIENCE },
  async (ofAgent) => {
    const world = await approvalWorld();
    const asked = approvedOperations.filter(({ row }) => (row.auth === 'agent') === ofAgent);
    const [first] = asked;
    if (first === undefined) throw new Error('No operation is approved.');
    const { page, ask } = await open(serverFor(first, world, true), { width: 320 });
    for (const [index, operation] of asked.entries()) {
      const { name } = operation;
      // The style sheet is the same on every page.
      await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'dark' : 'light' });
      const { address, result } = ask(name, callOf(operation, world));
      // The first link signs the person in.
      await page.goto(index === 0 ? await address : (await address).replace(/\/enter.*$/, ''));
      await page.getByRole('listitem').getByRole('link').click();
      await page.getByRole('button', { name: 'Refuse' }).waitFor();
      const fits = await page.evaluate('document.documentElement.scrollWidth <= innerWidth');
      expect(fits, name).toBe(true);
      // A value that has no room beside its label is below it, at the end of its row.
      const ends = await page.locator('section:not(.words) .row > dd').evaluateAll((all) =>
        all.map((value) => {
          const row = value.parentElement ?? value;
          return row.getBoundingClientRect().right - value.getBoundingClientRect().right;
        }),
      );
      expect(
        ends.filter((gap) => gap > 1),
        name,
      ).toEqual([]);
      const hasFacts = (await page.locator('section:not(.words)').count()) > 0;
      const of = hasFacts ? 'The names, accounts and states above were' : 'Nothing of this was';
      const text = await page.locator('main').textContent();
      // Of an account of the platform nothing is there yet but what is to be added.
      const isAdded = /(?:platformAccounts|agent\.externalAccounts)\.create/.test(name);
      const what = isAdded
        ? 'What is to be added was written by the assistant'
        : `${of} read from the service`;
      expect(text, name).toContain(`${what}.`);
      expect(await axeFindings(page), name).toEqual([]);
      const folder = process.env.APPROVAL_PICTURES;
      if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
      await page.getByRole('button', { name: 'Refuse' }).click();
      const { error } = (await result).value;
      expect(error, name).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
    }
  },
);
