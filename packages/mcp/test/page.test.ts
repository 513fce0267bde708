import { request as httpRequest } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { userInfo } from 'node:os';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  approvalHandler,
  createPaymentsMcp,
  McpOptionError,
  memoryAuditLog,
  serveApprovalPage,
} from '@org/payments-mcp';
import { listenHttp } from '@org/payments-mcp/http';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../sdk/test/eventually.ts';
import { listenOn } from '../../sdk/test/servers.ts';
import { call, connectInMemory, decline, dollars, onPage, serverOf, stage } from './stage.ts';

const out = 'transfers_create_out';

/** What a browser does with the page: keeps its cookie, and sends forms from its own origin. */
function browser() {
  let cookie = '';
  const keep = (response: Response) => {
    const given = response.headers.get('set-cookie');
    if (given !== null) cookie = given.split(';')[0] ?? '';
    return response;
  };
  return {
    open: (url: string) => fetch(url, { headers: { cookie }, redirect: 'manual' }).then(keep),
    submit: (url: string, fields: Record<string, string>, origin = new URL(url).origin) =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { cookie, origin },
        redirect: 'manual',
      }).then(keep),
  };
}

/** The status of a request that names a host. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end();
  });
}

/** A server whose person decides on the page on loopback. */
async function loopback() {
  const setting = stage();
  const audit = memoryAuditLog();
  let now = Date.parse('2026-01-05T09:00:00Z');
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  const mcp = serverOf({
    platform: setting.payments,
    allowWrites: true,
    audit,
    clock: { now: () => now },
    confirmationLifetime: 3_600_000,
  });
  const shown: ((address: string) => void)[] = [];
  const page = await serveApprovalPage(mcp, { show: (address) => shown.shift()?.(address) });
  onTestFinished(() => page.close());
  // This client cannot ask its person.
  const client = await connectInMemory(mcp);
  const ask = (name: string, input: object) => {
    const address = new Promise<string>((resolve) => shown.push(resolve));
    const result = call(client, name, input);
    result.catch(() => undefined);
    return { address, result };
  };
  const pay = (amount: number) => ask(out, { ...setting.transfer, amount });
  return { ...setting, page, ask, pay, audit, pass };
}

async function signIn(address: string) {
  const { open, submit } = browser();
  const [enter = '', code = ''] = address.split('#code=');
  expect((await open(enter)).status).toBe(200);
  // As it is pasted.
  const entered = await submit(enter, { code: ` ${code}\n` });
  return { open, submit, entered, list: enter.replace(/\/enter$/, '') };
}

async function callUrl(open: (url: string) => Promise<Response>, list: string): Promise<string> {
  const [, path = ''] = /href="([^"]+)"/.exec(await (await open(list)).text()) ?? [];
  return new URL(path, list).href;
}

test('a person approves on the page, sees the payee, and the model never gets the address', async () => {
  const { pay, balance, audit } = await loopback();
  const { address, result } = pay(50_00);
  const { open, submit, entered, list } = await signIn(await address);
  expect(entered.status).toBe(303);
  const url = await callUrl(open, list);
  const response = await open(url);
  const html = await response.text();
  expect(html).toContain('50.00 USD');
  expect(html).toContain('Grace Hopper');
  expect(html).toContain('ending 6789');
  expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  // With `no-referrer` a browser sends the form with the origin `null`.
  expect(response.headers.get('referrer-policy')).toBe('same-origin');
  expect((await submit(url, { decision: 'approve' })).status).toBe(200);
  const paid = await result;
  expect(paid.isError).toBe(false);
  expect(JSON.stringify(paid)).not.toContain('/approvals');
  expect(await balance()).toBe(950_00);
  // The code proves that they read what was shown to the user of the system.
  expect(audit.records[1]).toMatchObject({
    event: 'approved',
    channel: 'page',
    person: userInfo().username,
    recognizedBy: 'code',
  });
  // A decision counts once.
  const again = await submit(url, { decision: 'approve' });
  expect([again.status, await again.text()]).toEqual([
    410,
    expect.stringContaining('You approved'),
  ]);
  expect(await balance()).toBe(950_00);
});

test('the page of a call says how many others wait, and its end leads to the next one', async () => {
  const { payments, transfer, mock, customerId, payTo } = stage();
  const accountInfo = dollars('000987654321', 'Grace Hopper');
  const { id: other } = mock.add.externalAccount({ customerId, accountInfo });
  const { client, waiting, approve, read } = await onPage({
    platform: payments,
    allowWrites: true,
  });
  const deleted = [payTo, other].map((externalAccountId) =>
    call(client, 'external_accounts_delete', { externalAccountId }),
  );
  // Of two payees with one name the list shows which is which.
  const ids = await waiting(2);
  for (const end of ['6789', '4321']) expect(await read()).toContain(`ending ${end}`);
  const paid = call(client, out, { ...transfer, amount: 5_00 });
  const [, , last] = await waiting(3);
  const others = async (id = '') =>
    /<p class="small" role="status"( hidden)?>.*?([\d]+)<\/span>/.exec(await read(`/${id}`));
  expect((await others(last))?.slice(1)).toEqual([undefined, '2']);
  expect(await approve(ids[0])).toMatch(
    new RegExp(`<a href="/approvals/${ids[1]}">Next of 2: Remove an external account</a>`),
  );
  expect(await approve(ids[1])).toContain(`<a href="/approvals/${last}">Next: Pay 5.00 USD</a>`);
  expect((await others(last))?.slice(1)).toEqual([' hidden', '0']);
  expect(await approve(last)).toContain('<a href="/approvals">See what waits</a>');
  await Promise.all([...deleted, paid]);
});

test('another page, another host, a used code or no sign-in decides nothing', async () => {
  const { pay, sent } = await loopback();
  const { address, result } = pay(50_00);
  const { open, submit, list } = await signIn(await address);
  const url = await callUrl(open, list);
  const evil = await submit(url, { decision: 'approve' }, 'https://evil.example.com');
  expect([evil.status, await evil.text()]).toEqual([
    403,
    expect.stringMatching(/<h1>Not accepted<.*Nothing was decided\./),
  ]);
  const stranger = browser();
  expect(await (await stranger.open(url)).text()).not.toContain('Grace Hopper');
  const unsigned = await (await stranger.submit(url, { decision: 'approve' })).text();
  expect(unsigned).toMatch(/Code.*You are not signed in any more\. Nothing was decided\./s);
  const [enter = '', code = ''] = (await address).split('#code=');
  expect((await stranger.submit(enter, { code })).status).toBe(401);
  // The link again.
  expect(await (await submit(enter, { code })).text()).toMatch(/href="\/approvals[^"]*">see what/);
  expect(await statusFor(list, 'rebound.example.com')).toBe(403);
  expect((await submit(url, { decision: 'maybe' })).status).toBe(400);
  expect(sent('transfers.createOut')).toBe(0);
  await submit(url, { decision: 'refuse' });
  // A refusal sends nothing either.
  expect((await result).value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
  expect(sent('transfers.createOut')).toBe(0);
});

test('a browser that approves for two servers of this machine stays signed in to both', async () => {
  const servers = [await loopback(), await loopback()];
  const jar = new Map<string, string>();
  const visit = async (url: string, init: RequestInit = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, origin: new URL(url).origin };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    // To a browser the ports of a machine are one host.
    if (name !== undefined && value !== undefined) jar.set(name, value);
    return response;
  };
  const submit = (url: string, fields: Record<string, string>) =>
    visit(url, { method: 'POST', body: new URLSearchParams(fields) });
  const waiting = servers.map(({ pay }) => pay(5_00));
  for (const { address } of waiting) {
    const [enter = '', code = ''] = (await address).split('#code=');
    expect((await submit(enter, { code })).status).toBe(303);
  }
  for (const [index, { address, result }] of waiting.entries()) {
    const list = (await address).replace(/\/enter#.*$/, '');
    const url = await callUrl(visit, list);
    expect(await (await submit(url, { decision: 'approve' })).text()).toContain('Approved');
    expect((await result).isError).toBe(false);
    expect(await servers[index]?.balance()).toBe(995_00);
  }
});

test('whoever signs in on the page of a call is shown that call', async () => {
  const { pay, page } = await loopback();
  const { address } = pay(5_00);
  const [enter = '', code = ''] = (await address).split('#code=');
  const headers = { origin: new URL(enter).origin, referer: `${page.url}/some-call` };
  const form = { method: 'POST', headers, body: new URLSearchParams({ code }) };
  const entered = await fetch(enter, { ...form, redirect: 'manual' });
  const { pathname } = new URL(page.url);
  expect(entered.headers.get('location')).toBe(`${pathname}/some-call`);
  // A browser sends a cookie to every port: another user of the machine could have it sent to theirs.
  expect([pathname, entered.headers.get('set-cookie')]).toEqual([
    expect.stringMatching(/^\/approvals-[0-9a-f]{24}$/),
    expect.stringContaining(`; Path=${pathname};`),
  ]);
});

test('twenty wrong codes in a row refuse every code for 15 minutes, and a right one between them does not', async () => {
  const { pay, page, pass } = await loopback();
  const { open, submit } = browser();
  const waiting = [pay(1_00), pay(2_00), pay(3_00)];
  const guess = async (enter: string, times: number) => {
    for (let count = 0; count < times; count += 1) await submit(enter, { code: `guess-${count}` });
  };
  for (const { address } of waiting.slice(0, 2)) {
    const [enter = '', code = ''] = (await address).split('#code=');
    await guess(enter, 19);
    expect((await submit(enter, { code })).status).toBe(303);
  }
  await guess(`${page.url}/enter`, 20);
  const [enter = '', code = ''] = (await waiting[2]?.address)?.split('#code=') ?? [];
  pass(14 * 60_000);
  const locked = await browser().submit(enter, { code });
  expect(locked.status).toBe(429);
  expect(locked.headers.get('retry-after')).toBe('60');
  expect(await locked.text()).toContain('Too many wrong codes');
  // Who is signed in still decides.
  for (const { result } of waiting.slice(0, 2)) {
    await submit(await callUrl(open, page.url), { decision: 'refuse' });
    expect((await result).value.error).toMatchObject({ code: 'CONFIRMATION_DECLINED' });
  }
  pass(60_000);
  const later = browser();
  expect((await later.submit(enter, { code })).status).toBe(303);
  await later.submit(await callUrl(later.open, page.url), { decision: 'refuse' });
  await waiting[2]?.result;
  // Wrong ones that are older do not count.
  await guess(enter, 19);
  pass(15 * 60_000);
  await guess(enter, 2);
  expect((await submit(enter, { code: 'another' })).status).toBe(401);
});

test('a question about a quote ends with the quote, and shows no fees where nothing is paid', async () => {
  const { ask, pass, payments, agent, agentId, transfer, quoteOf } = await loopback();
  const { id: quoteId } = await payments.quotes.create(quoteOf(100_00));
  const { address } = ask('quotes_execute', { quoteId });
  const { open, list } = await signIn(await address);
  const url = await callUrl(open, list);
  expect(await (await open(url)).text()).toMatch(/at most <span[^>]*>5 minutes</);
  pass(5 * 60_000 - 1_000);
  expect(await (await open(url)).text()).toMatch(/at most <span[^>]*>a minute</);
  // A machine whose clock is ahead still has some time.
  const ahead = ask('quotes_execute', { quoteId });
  await ahead.address;
  pass(1_000);
  expect(await (await open(list)).text()).toContain('(1)');
  pass(29_000);
  expect(await (await open(list)).text()).toContain('Nothing waits');
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const { id: actionId } = await agent.transfers.createOut({ ...transfer, amount: 45_00 });
  const rejecting = ask('agents_reject_action', { agentId, actionId });
  await rejecting.address;
  const text = await (await open(await callUrl(open, list))).text();
  expect(text).toContain('<dt>Amount</dt>');
  expect(text).not.toContain('<dt>Fees</dt>');
});

test('a sign-in ends after a day, whatever the browser keeps', async () => {
  const { pay, page, pass } = await loopback();
  const { address } = pay(1_00);
  const { open, list } = await signIn(await address);
  const url = await callUrl(open, list);
  pass(86_400_000 - 1);
  expect(await (await open(url)).text()).toContain('Nobody decided in time');
  expect(await (await open(page.url)).text()).toContain('Nothing waits');
  pass(1);
  expect(await (await open(page.url)).text()).toContain('Code');
  // Nor does a clock that is set back sign anybody in again.
  pass(-86_400_000);
  expect(await (await open(page.url)).text()).toContain('Code');
});

test('behind a proxy that ends TLS the cookie is secure, and only its own page decides', async () => {
  const { payments } = stage();
  const publicOrigin = 'https://pay.example.com';
  const code = 'a-code-of-ada-who-may-approve-here';
  const mcp = serverOf({ platform: payments, allowWrites: true });
  const token = 'a-token-for-the-endpoint-of-the-test';
  const options = { token, port: 0, approvalCodes: { ada: code }, publicOrigin };
  const server = await listenHttp(mcp, options);
  onTestFinished(() => server.close());
  const enter = server.url.replace('/mcp', '/approvals/enter');
  const { submit } = browser();
  const entered = await submit(enter, { code }, publicOrigin);
  expect([entered.status, entered.headers.get('set-cookie')]).toEqual([
    303,
    expect.stringMatching(/; HttpOnly; SameSite=Lax; .*; Secure$/),
  ]);
  expect((await submit(enter, { code })).status).toBe(403);
  expect(await statusFor(enter, 'pay.example.com')).toBe(200);
  const wrong = listenHttp(mcp, { ...options, publicOrigin: `${publicOrigin}/` });
  await expect(wrong).rejects.toThrow('without a slash at the end');
});

test('a request with two hosts is refused', async () => {
  const { page } = await loopback();
  const { port, pathname } = new URL(page.url);
  const socket = connectSocket(Number(port), '127.0.0.1');
  socket.end(`GET ${pathname} HTTP/1.1\r\nHost: localhost\r\nHost: evil.example.com\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 403/);
});

test.each([
  ['a client that opens addresses', 'accept', 'approve', undefined],
  ['a client whose person does not want to', 'decline', undefined, 'CONFIRMATION_DECLINED'],
] as const)('the page is offered to %s', async (_, action, decision, code) => {
  const setting = stage();
  const audit = memoryAuditLog();
  const mcp = serverOf({ platform: setting.payments, allowWrites: true, audit });
  const printed: string[] = [];
  const page = await serveApprovalPage(mcp, { show: (address) => printed.push(address) });
  onTestFinished(() => page.close());
  const [near, far] = InMemoryTransport.createLinkedPair();
  await mcp.connect(far);
  const capabilities = { elicitation: { url: {} } };
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  const completed = Promise.withResolvers<string>();
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    completed.resolve(params.elicitationId),
  );
  const asked = Promise.withResolvers<Record<string, string>>();
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.resolve(params as never);
    return { action };
  });
  await client.connect(near);
  onTestFinished(() => client.close());
  const result = call(client, out, { ...setting.transfer, amount: 10_00 });
  const { mode, message, url = '', elicitationId } = await asked.promise;
  expect(message).toMatch(/^Send money\. Amount: 10\.00 USD\. To: "Grace Hopper"/);
  expect([mode, printed.length]).toEqual(['url', 1]);
  if (decision !== undefined) {
    const { open, submit, list } = await signIn(url);
    await submit(await callUrl(open, list), { decision });
  }
  expect((await result).value.error?.code).toBe(code);
  expect(await completed.promise).toBe(elicitationId);
  // Where the decision was made, not where it could have been.
  expect(audit.records[1]).toMatchObject({ channel: decision === undefined ? 'client' : 'page' });
});

test('a platform mounts the page behind its own sign-in, whose name is recorded', async () => {
  const { payments, transfer, balance } = stage();
  const audit = memoryAuditLog();
  const mcp = serverOf({ platform: payments, allowWrites: true, audit, pageOnly: true });
  const waiting = Promise.withResolvers<string>();
  const page = mcp.approvalPage({
    authenticate: (request) =>
      request.headers.get('cookie') === 'user=ada' ? 'ada@example.com' : null,
    onWaiting: waiting.resolve,
  });
  const handle = approvalHandler(page);
  // As Express does, where the handler is mounted at its path.
  const { url: base, close } = await listenOn((incoming, outgoing) => {
    const { url: originalUrl = '' } = incoming;
    incoming.url = originalUrl.slice('/approvals'.length) || '/';
    void handle(Object.assign(incoming, { originalUrl }), outgoing);
  });
  onTestFinished(close);
  // The client could ask; the platform wants its page.
  const client = await connectInMemory(mcp, decline);
  const result = call(client, out, { ...transfer, amount: 10_00 });
  expect(await waiting.promise).toContain('10.00 USD');
  const headers = { cookie: 'user=ada', origin: base };
  expect((await fetch(`${base}/approvals`)).status).toBe(401);
  const form = { method: 'POST', headers: { origin: base } };
  const unsigned = await fetch(`${base}/approvals/1`, form);
  expect(await unsigned.text()).toContain('Nothing was decided. Sign in');
  const html = await (await fetch(`${base}/approvals`, { headers })).text();
  const [, path = ''] = /href="([^"]+)"/.exec(html) ?? [];
  const body = new URLSearchParams({ decision: 'approve' });
  await fetch(`${base}${path}`, { method: 'POST', headers, body });
  expect((await result).isError).toBe(false);
  expect(await balance()).toBe(990_00);
  expect(audit.records[1]).toMatchObject({
    event: 'approved',
    person: 'ada@example.com',
    recognizedBy: 'sign-in',
  });
});

test('over HTTP each person opens the page with a code of their own, and the audit names who approved', async () => {
  const { payments, transfer } = stage();
  const audit = memoryAuditLog();
  const mcp = serverOf({ platform: payments, allowWrites: true, pageOnly: true, audit });
  const token = 'a-token-for-the-endpoint-of-the-test';
  const ada = 'a-code-of-ada-who-may-approve-here';
  const grace = 'a-code-of-grace-who-may-approve-too';
  const approvalCodes = { 'ada@example.com': ada, 'grace@example.com': grace };
  const server = await listenHttp(mcp, { token, port: 0, approvalCodes });
  onTestFinished(() => server.close());
  const start = server.url.replace('/mcp', '/approvals');
  const people = { ada: browser(), grace: browser() };
  expect(await (await people.ada.open(start)).text()).toContain('Code');
  expect((await people.ada.submit(`${start}/enter`, { code: token })).status).toBe(401);
  expect((await people.ada.submit(`${start}/enter`, { code: ada })).status).toBe(303);
  const { headers } = await people.grace.submit(`${start}/enter`, { code: grace });
  const [location = '', cookie] = ['location', 'set-cookie'].map((one) => headers.get(one) ?? '');
  expect(location).toMatch(/^\/approvals\/[0-9a-f]{24}$/);
  // A path that is written down would have the cookie sent to any port of the machine.
  expect(cookie).toContain(`; Path=${location};`);
  expect(await (await people.ada.open(start)).text()).toContain('Code');
  const list = new URL(location, start).href;
  expect(await (await people.ada.open(list)).text()).toContain('Nothing waits');
  const client = await connectInMemory(mcp);
  const turns = [
    { person: people.grace, name: 'grace@example.com', decision: 'approve', event: 'approved' },
    { person: people.ada, name: 'ada@example.com', decision: 'refuse', event: 'declined' },
  ];
  for (const { person, name, decision, event } of turns) {
    const result = call(client, out, { ...transfer, amount: 1_00 });
    const path = await eventually(async () => {
      const found = /href="([^"]+)"/.exec(await (await person.open(list)).text());
      if (found === null) throw new Error('nothing waits yet');
      return found[1] ?? '';
    });
    const url = new URL(path, list).href;
    await person.submit(url, { decision });
    await result;
    const other = person === people.ada ? people.grace : people.ada;
    expect(await (await other.open(url)).text()).toContain(`&#34;${name}&#34; ${decision}`);
    expect(audit.records.findLast(({ channel }) => channel === 'page')).toMatchObject({
      event,
      person: name,
      recognizedBy: 'code',
    });
  }
});

test.each([
  ['no person', {}],
  ['a name that would be invisible in the audit log', { 'ada\u200B': 'a'.repeat(32) }],
  ['a short code', { ada: 'short' }],
  ['one code for two people', { ada: 'a'.repeat(32), grace: 'a'.repeat(32) }],
])('the codes of the page are refused for %s', async (_, approvalCodes) => {
  const mcp = createPaymentsMcp({ platform: stage().payments });
  const token = 'a-token-for-the-endpoint-of-the-test';
  const server = listenHttp(mcp, { token, port: 0, approvalCodes });
  await expect(server).rejects.toThrow(McpOptionError);
});

test('a failure of the sign-in or of the passkeys is shown and logged, and decides nothing', async () => {
  const lines: unknown[] = [];
  const log = (message: string, fields: unknown) => void lines.push([message, fields]);
  const logger = { debug: log, info: log, warn: log, error: log };
  const mcp = createPaymentsMcp({ platform: stage().payments, pageOnly: true, logger });
  const fail = async () => Promise.reject(Object.assign(new Error('secret'), { code: 'EIO' }));
  const path = '/approvals';
  for (const page of [
    mcp.approvalPage({ authenticate: fail, path }),
    mcp.approvalPage({ authenticate: () => 'ada', passkeys: { list: fail, put: fail }, path }),
  ]) {
    const { url, close } = await listenOn(approvalHandler(page));
    onTestFinished(close);
    const shown = await fetch(`${url}${path}/passkey`);
    expect([shown.status, await shown.text()]).toEqual([
      500,
      expect.stringMatching(/Nothing was decided\..*href="\/approvals"/),
    ]);
    expect(lines.pop()).toEqual([expect.stringContaining('page failed'), { error: 'EIO' }]);
  }
});
