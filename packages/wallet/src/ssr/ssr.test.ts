import { afterEach, expect, it, vi } from 'vitest';
import { createFakeWallet } from '../testing/index.ts';
import { keepSessionCookie, sessionFromCookie } from './index.ts';

afterEach(() => void vi.unstubAllGlobals());

const NOW = Date.parse('2026-01-05T09:00:00Z');
const END = NOW + 900_000;

/** A page whose last cookie can be read. */
function page(protocol: string): { cookie: string } {
  const document = { cookie: '' };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol });
  return document;
}

it.each<[string | null | undefined, string]>([
  [`a=1; payments-wallet=${END}; b=2`, 'active'],
  [`payments-wallet=${END}`, 'active'],
  [`payments-wallet=${NOW}`, 'signed-out'],
  [`my-payments-wallet=${END}`, 'signed-out'],
  [`payments-wallet=${END}x`, 'signed-out'],
  ['payments-wallet=999999999999999999', 'signed-out'],
  ['payments-wallet=', 'signed-out'],
  ['', 'signed-out'],
  [null, 'signed-out'],
  [undefined, 'signed-out'],
])('reads %s as %s', (cookies, status) => {
  const state = sessionFromCookie(cookies, NOW);
  expect(state).toMatchObject({ status, ready: false });
  expect(state.expiresAt).toBe(status === 'active' ? '2026-01-05T09:15:00.000Z' : undefined);
});

it.each([
  ['https:', '; Secure'],
  ['http:', ''],
])(
  'keeps the end of the session, and nothing else, in a cookie of %s',
  async (protocol, secure) => {
    const document = page(protocol);
    const wallet = createFakeWallet({ status: 'active' });
    const stop = keepSessionCookie(wallet);
    const end = Date.parse(wallet.state.expiresAt ?? '');
    const expires = new Date(end).toUTCString();
    expect(document.cookie).toBe(
      `payments-wallet=${end}; Path=/; SameSite=Lax; Expires=${expires}${secure}`,
    );
    expect(sessionFromCookie(document.cookie).status).toBe('active');
    await wallet.signOut();
    expect(document.cookie).toBe(`payments-wallet=; Path=/; SameSite=Lax; Max-Age=0${secure}`);
    stop();
    document.cookie = '';
    await (await wallet.emailOtp().send()).verify('123456');
    expect(document.cookie).toBe('');
    wallet.close();
  },
);

it('leaves the cookie until storage was read', () => {
  const document = page('https:');
  keepSessionCookie(createFakeWallet({ state: { ready: false } }));
  expect(document.cookie).toBe('');
});

it('does nothing on a server', () => {
  expect(() => keepSessionCookie(createFakeWallet())()).not.toThrow();
});
