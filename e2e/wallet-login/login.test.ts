import { randomBytes } from 'node:crypto';
import { createMock } from '@org/payments-mock';
import { createPaymentsClient } from '@org/payments-sdk';
import { expect, test } from 'vitest';
import type { Provision } from '../../examples/wallet-login/backend/account-routes.ts';
import {
  createBackend,
  createSignerSite,
  type Overview,
} from '../../examples/wallet-login/backend/create-backend.ts';
import { IDLE_LIFE, LOGIN_LIFE, LoginSessions } from '../../examples/wallet-login/backend/login.ts';
import { UserStore } from '../../examples/wallet-login/backend/users.ts';
import { provisionIn } from '../../examples/wallet-login/demo/start-demo.ts';

interface PlatformOptions {
  readonly origin?: string;
  readonly provision?: Provision;
}

/** A backend without a page, whose clock the test moves. Requests name the page that they come from. */
function platform({ origin = 'http://localhost:5000', ...options }: PlatformOptions = {}) {
  const mock = createMock();
  const clock = { now: Date.parse('2026-01-05T09:00:00Z') };
  const signerOrigin = 'http://localhost:5001';
  const given = {
    payments: createPaymentsClient({ ...mock.connection, fetch: mock.fetch }),
    users: new UserStore(),
    sessions: new LoginSessions(() => clock.now),
    provision: provisionIn(mock),
    ...{ origin, signerOrigin },
    relaySecret: randomBytes(32).toString('base64url'),
    assets: '.',
    inspectorUrl: 'http://localhost:1',
    ...options,
  };
  const page = createBackend(given);
  const { fetch } = page;
  const signer = createSignerSite(given);
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const length = String(new TextEncoder().encode(text).length);
    const [site, base] = path.startsWith('wallet/') ? [signer, signerOrigin] : [page, origin];
    const own = { origin: base, 'content-type': 'application/json', 'content-length': length };
    const init = { method: 'POST', headers: { ...own, ...headers }, body: text };
    return site.fetch(new Request(`${base}/api/${path}`, init));
  };
  const me = async (cookie: string): Promise<unknown> =>
    (await fetch(new Request(`${origin}/api/me`, { headers: { cookie } }))).json();
  return { mock, clock, fetch, post, me, origin };
}

const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };

/** The `name=value` a response sets. */
function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

test('the cookie is Secure with a __Host- name on https, and neither on http loopback', async () => {
  const https = await platform({ origin: 'https://larch.example' }).post('sign-up', ada);
  const [cookie = '', ...attributes] = (https.headers.get('set-cookie') ?? '').split('; ');
  expect(cookie).toMatch(/^__Host-larch_login=[\w-]{43}$/);
  expect(attributes).toEqual(
    expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/', 'SameSite=Lax']),
  );
  expect(attributes.join()).not.toContain('Domain');
  const http = await platform().post('sign-up', ada);
  expect(http.headers.get('set-cookie')).toMatch(/^larch_login=[\w-]{43}; /);
  expect(http.headers.get('set-cookie')).not.toContain('Secure');
  const lasting = [https, http].map(({ headers }) => headers.get('strict-transport-security'));
  expect(lasting).toEqual([expect.stringMatching(/^max-age=\d{8}/), null]);
});

test('each log-in gets a new id, not one that a stranger planted, and ends the login that sent the request', async () => {
  const { post, me } = platform();
  const planted = `larch_login=${'x'.repeat(43)}`;
  const first = cookieOf(await post('sign-up', ada, { cookie: planted }));
  expect([first === planted, await me(planted)]).toEqual([false, null]);
  const elsewhere = cookieOf(await post('log-in', ada));
  const next = cookieOf(await post('log-in', ada, { cookie: first }));
  expect(new Set([first, elsewhere, next]).size).toBe(3);
  expect([await me(first), await me(elsewhere), await me(next)]).toEqual([null, ada, ada]);
});

test('after the log-out the cookie is invalid, for the routes and for the relay', async () => {
  const { fetch, post, me, origin } = platform();
  const cookie = cookieOf(await post('sign-up', ada));
  const account = () => post('wallet/v1/account', {}, { cookie });
  expect((await account()).status).toBe(200);
  const out = await post('log-out', {}, { cookie });
  expect(out.headers.get('set-cookie')).toMatch(/^larch_login=; Max-Age=0/);
  expect(await me(cookie)).toBeNull();
  expect((await account()).status).toBe(401);
  const overview = new Request(`${origin}/api/overview`, { headers: { cookie } });
  expect((await fetch(overview)).status).toBe(401);
});

test('another site cannot act for the person', async () => {
  const { post } = platform();
  const cookie = cookieOf(await post('sign-up', ada));
  const origin = 'https://evil.example';
  for (const path of ['log-out', 'quote', 'wallet/v1/account']) {
    expect((await post(path, {}, { cookie, origin })).status).toBe(403);
  }
  expect((await post('wallet/v1/account', {}, { cookie })).status).toBe(200);
});

test('a login ends on the server after an hour without a request, and after 12 hours', async () => {
  const { post, me, clock } = platform();
  const idle = cookieOf(await post('sign-up', ada));
  clock.now += IDLE_LIFE - 1;
  expect(await me(idle)).toEqual(ada);
  clock.now += IDLE_LIFE;
  expect(await me(idle)).toBeNull();
  const busy = cookieOf(await post('log-in', ada));
  const end = clock.now + LOGIN_LIFE;
  while (clock.now + IDLE_LIFE / 2 < end) {
    clock.now += IDLE_LIFE / 2;
    expect(await me(busy)).toEqual(ada);
  }
  clock.now = end;
  expect(await me(busy)).toBeNull();
});

test('of parallel sign-ups with one address, one creates the account and the others log nobody in', async () => {
  const { mock, post, me } = platform();
  const names = Array.from({ length: 8 }, (_, index) => `Ada ${index}`);
  const emails = ['ada@example.com', 'ADA@example.com'];
  const responses = await Promise.all(
    names.map((name, index) => post('sign-up', { name, email: emails[index % 2] })),
  );
  const statuses = responses.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(7).fill(409)]);
  for (const [index, response] of responses.entries()) {
    if (response.status === 409) expect(response.headers.get('set-cookie')).toBeNull();
    else expect(await me(cookieOf(response))).toMatchObject({ name: names[index] });
  }
  expect(mock.snapshot().tables.customers.rows).toHaveLength(1);
});

test.each([200_000, 3_000])('a body of %i arrays is refused as too large', async (depth) => {
  const { status } = await platform().post('quote', '['.repeat(depth) + ']'.repeat(depth));
  expect(status).toBe(413);
});

test('a payment is quoted to a payee of the person, and to nobody else', async () => {
  const { post, fetch, origin } = platform();
  const cookie = cookieOf(await post('sign-up', ada));
  const other = cookieOf(await post('sign-up', { name: 'Eve', email: 'eve@example.com' }));
  const seen = await fetch(new Request(`${origin}/api/overview`, { headers: { cookie } }));
  const { payees } = (await seen.json()) as Overview;
  const quote = async (amount: number, headers: Record<string, string>) =>
    (await post('quote', { payeeId: payees[0]?.id, amount }, headers)).status;
  expect(await quote(25_00, { cookie })).toBe(200);
  expect(await quote(0.5, { cookie })).toBe(400);
  expect(await quote(25_00, { cookie: other })).toBe(400);
  expect(await quote(25_00, {})).toBe(401);
});
