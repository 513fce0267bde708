import {
  createPaymentsMcp,
  memoryAuditLog,
  memoryPasskeys,
  serveApprovalPage,
} from '@org/payments-mcp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { call, connectInMemory, stage } from '../../packages/mcp/test/stage.ts';
import { axeFindings } from '../support/axe.ts';
import { connectToBrowser } from '../support/one-browser.ts';
import { addAuthenticator } from '../wallet-login/support/authenticator.ts';

/** Ends only a test that hangs. */
const PATIENCE = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await connectToBrowser();
});
afterAll(() => browser.close());

/** A platform's server whose person decides in a browser, and the client of its assistant. */
async function open({ asksPasskey = false, width = 1000 } = {}) {
  const setting = stage();
  const audit = memoryAuditLog();
  const mcp = createPaymentsMcp({
    platform: setting.payments,
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    pageOnly: true,
    audit,
  });
  let shown: (address: string) => void = () => undefined;
  const served = await serveApprovalPage(mcp, {
    show: (address) => shown(address),
    passkeys: asksPasskey ? memoryPasskeys() : undefined,
  });
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  onTestFinished(async () => {
    await context.close();
    await served.close();
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  const client = await connectInMemory(mcp);
  const operation = (name: string, input: object) => {
    const address = new Promise<string>((resolve) => {
      shown = resolve;
    });
    const given = { operation: name, arguments: input };
    return { address, result: call(client, 'call_operation', given) };
  };
  const pay = (idempotencyKey: string) =>
    operation('transfers.createOut', { ...setting.transfer, amount: 150_00, idempotencyKey });
  return { ...setting, audit, context, page, complaints, operation, pay };
}

/** Opens the only call that waits. */
async function openCall(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  await page.getByRole('listitem').getByRole('link').click();
  await page.getByRole('button', { name: 'Refuse' }).waitFor();
}

test('a person reads who receives how much from where, and approves', async () => {
  const { page, pay, balance, complaints } = await open();
  const { address, result } = pay('invoice-1');
  await openCall(page, await address);
  const short = page.locator('section').filter({ hasText: 'In short' });
  for (const text of ['Grace Hopper', 'ending 6789', 'Customer 1', '150.00 USD', 'Fees']) {
    await expect.poll(() => short.textContent()).toContain(text);
  }
  expect(await page.locator('main').textContent()).toContain('If you refuse:');
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('heading', { name: 'Approved' }).waitFor();
  expect((await result).isError).toBe(false);
  expect(await balance()).toBe(850_00);
  expect(complaints).toEqual([]);
});

test('with passkeys a person registers one at first, and only it approves', async () => {
  const { page, context, pay, balance, audit, complaints } = await open({ asksPasskey: true });
  const device = await addAuthenticator(context, page);
  const { address, result } = pay('invoice-1');
  await openCall(page, await address);
  expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
  const callUrl = page.url();

  // The button that is missing cannot be replaced by a form of one's own.
  const forged = await page
    .evaluate(async (url) => {
      const body = new URLSearchParams({ decision: 'approve', credential: '{}' });
      return (await fetch(url, { method: 'POST', body })).status;
    }, callUrl)
    .catch(() => 'blocked');
  expect(forged).toBe('blocked');
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join();
  const submit = (credential: string) =>
    fetch(callUrl, {
      method: 'POST',
      headers: { cookie: cookies, origin: new URL(callUrl).origin },
      body: new URLSearchParams({ decision: 'approve', credential }),
    });
  expect((await submit('')).status).toBe(403);

  await page.getByRole('link', { name: 'Register your passkey' }).click();
  await page.getByRole('button', { name: 'Register a passkey' }).click();
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor();
  expect(await device.count()).toBe(1);
  await page.getByRole('listitem').getByRole('link').click();

  // A person whom the device does not recognize approves nothing.
  await device.refuse();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('The passkey was not used').waitFor();
  expect(await balance()).toBe(1_000_00);

  await device.answer();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await page.getByRole('button', { name: 'Approve' }).click();
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
  const secondUrl = page.url();
  const replayed = await fetch(secondUrl, {
    method: 'POST',
    headers: { cookie: cookies, origin: new URL(secondUrl).origin },
    body: new URLSearchParams({ decision: 'approve', credential: used }),
  });
  expect(replayed.status).toBe(403);
  expect(await balance()).toBe(850_00);
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'Refused' }).waitFor();
  expect((await second.result).value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
  expect(complaints.filter((text) => !text.includes('Content Security Policy'))).toEqual([]);
});

/** Pages that a person decides on, each with what it must say. */
const decisions = [
  ['agents.updatePolicy', 'becomes 900.00 USD'],
  ['config.update', 'https://hooks.example.com/payments'],
  ['externalAccounts.create', 'the account is not added'],
  ['customers.delete', 'cannot be undone'],
  ['tokens.delete', '"Ledger"'],
  ['invitations.create', 'whoever claims the invitation'],
  ['agents.approveAction', 'keeps waiting'],
  ['quotes.execute', 'Exchange rate'],
] as const;

test.each(decisions)('%s is shown on a phone too', async (name, text) => {
  const { page, operation, mock, payments, agent, ...ids } = await open({ width: 390 });
  const { agentId, customerId, accountId, payTo: accountTo, transfer } = ids;
  mock.add.customer({ umaAddress: '$ada@example.com' });
  const input = {
    'agents.updatePolicy': async () => ({
      agentId,
      spendingLimits: { perTransactionLimit: 900_00 },
    }),
    'config.update': async () => ({ webhookEndpoint: 'https://hooks.example.com/payments' }),
    'externalAccounts.create': async () => ({
      customerId,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '000999888777',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Mallory\u202E' },
      },
    }),
    'customers.delete': async () => ({ customerId }),
    'tokens.delete': async () => {
      const { id } = await payments.tokens.create({ name: 'Ledger', permissions: ['VIEW'] });
      return { tokenId: id };
    },
    'invitations.create': async () => ({ inviterUma: '$ada@example.com', amountToSend: 5_00 }),
    'agents.approveAction': async () => {
      await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
      const action = await agent.transfers.createOut({ ...transfer, amount: 20_00 });
      return { agentId, actionId: action.id };
    },
    'quotes.execute': async () => {
      const quote = await payments.quotes.create({
        source: { sourceType: 'ACCOUNT', accountId },
        destination: { destinationType: 'ACCOUNT', accountId: accountTo },
        lockedCurrencySide: 'RECEIVING',
        lockedCurrencyAmount: 100_00,
      });
      return { quoteId: quote.id, idempotencyKey: 'invoice-1' };
    },
  };
  const { address, result } = operation(name, await input[name]());
  await openCall(page, await address);
  expect(await page.locator('main').textContent()).toContain(text);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  const narrowest =
    "Math.min(...[...document.querySelectorAll('dd')].map((one) => one.clientWidth))";
  expect(await page.evaluate(narrowest)).toBeGreaterThan(150);
  expect(await axeFindings(page)).toEqual([]);
  const folder = process.env.APPROVAL_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect((await result).value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
});
