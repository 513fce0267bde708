import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeClock } from '../../../sdk/test/fake-clock.ts';
import { eventually } from '../../test/eventually.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { StateStore } from '../session/state-store.ts';
import { openLink, type SignerLink } from './link.ts';
import { createRemoteWallet } from './remote-wallet.ts';
import { startSigner } from './start-signer.ts';

/** The frame of a signer, which this page has loaded; `send` is how it is greeted. */
const send = vi.hoisted(() => vi.fn<(hello: unknown, port: MessagePort) => void>());
const remove = vi.hoisted(() => vi.fn());
vi.mock('./frame-element.ts', () => ({
  createFrame: () => ({ loaded: Promise.resolve(), send, show: () => {}, remove }),
}));

beforeEach(() => {
  vi.stubGlobal('document', { addEventListener: () => {}, removeEventListener: () => {} });
  vi.stubGlobal('location', { origin: 'https://app.example.com' });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Opens a link by a clock that stands still until it is moved. */
function open() {
  const fake = new FakeClock();
  const clock = {
    now: () => fake.now(),
    monotonic: () => fake.now(),
    setTimeout: (callback: () => void, milliseconds: number) =>
      fake.setTimeout(callback, milliseconds),
  };
  const onEnd = vi.fn();
  const listeners = { onState: () => {}, onEvent: () => {}, onEnd };
  let end: unknown = 'waiting';
  const opening = openLink({ origin: 'https://sign.example.com' }, undefined, clock, listeners);
  void opening.then(
    () => (end = 'open'),
    (error: { code: string }) => (end = error.code),
  );
  const greeted = () => eventually(() => expect(send).toHaveBeenCalledTimes(1));
  const advance = async (milliseconds: number) => {
    fake.advance(milliseconds);
    await new Promise((resolve) => setImmediate(resolve));
    return end;
  };
  return { opening, greeted, advance, onEnd };
}

it('waits two seconds for a frame that has loaded to accept the page, and then removes it', async () => {
  const { greeted, advance, onEnd } = open();
  await greeted();
  expect(await advance(1_999)).toBe('waiting');
  expect(remove).not.toHaveBeenCalled();
  expect(await advance(1)).toBe('SIGNER_UNAVAILABLE');
  expect([remove.mock.calls.length, onEnd.mock.calls.length]).toEqual([1, 1]);
});

it('waits longer for a frame that has accepted the page in time', async () => {
  const { opening, greeted, advance } = open();
  await greeted();
  await advance(1_999);
  const [, port] = send.mock.calls[0] ?? [];
  const asked = new Promise<{ id: number }>((resolve) => {
    if (port) port.onmessage = ({ data }) => resolve(data as { id: number });
  });
  port?.postMessage({ type: 'connected' });
  const { id } = await asked;
  expect(await advance(19_999)).toBe('waiting');
  port?.postMessage({ type: 'result', id, value: undefined });
  (await opening).close();
});

it.each([
  ['no pages', {}, /at least one origin/],
  ['an empty list of pages', { pages: [] }, /at least one origin/],
  ['a page as text', { pages: 'https://app.example.com' }, /array of at least one origin/],
  [
    'a misspelt option',
    { pages: ['https://app.example.com'], text: {} },
    /`text` is not an option/,
  ],
  ['another prompt', { pages: ['https://app.example.com'], prompt: 'popup' }, /prompt: expected/],
  ['a page with a path', { pages: ['https://app.example.com/'] }, /is not an origin such as/],
])('refuses %s, and names the mistake', (_what, options, message) => {
  const start = () => startSigner({ relay: '/api/wallet', ...options } as never);
  expect(start).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  expect(start).toThrow(message);
});

/** A wallet whose frame responds to calls as given, and the time of the page's clock. */
function remoteWallet(call: (method: string) => Promise<unknown>) {
  const time = { now: 0 };
  const clock = { now: () => time.now, monotonic: () => time.now, setTimeout: () => () => {} };
  const link = { call, close: () => {} } as unknown as SignerLink;
  const open = async () => link;
  const signer = { origin: 'https://signer.example' };
  return { wallet: createRemoteWallet(signer, { signer, clock }, new StateStore(), open), time };
}

it('counts the milliseconds until another code can be sent', async () => {
  const call = vi.fn(async () => ({ nickname: 'a…', resendIn: 30_000 }));
  const { wallet, time } = remoteWallet(call);
  const signIn = wallet.emailOtp('AuthMethod:1');
  expect(signIn.resendIn()).toBe(0);
  const sent = await signIn.send();
  expect(sent.resendIn()).toBe(30_000);
  time.now = 29_000;
  expect(wallet.emailOtp('AuthMethod:1').resendIn()).toBe(1_000);
  await expect(signIn.send()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1_000 });
  expect(call).toHaveBeenCalledTimes(1);
  time.now = 30_000;
  expect(signIn.resendIn()).toBe(0);
});

it('waits as long as a refusal asks for', async () => {
  const { wallet } = remoteWallet(() =>
    Promise.reject(new WalletError('RATE_LIMITED', { retryAfter: 7_000 })),
  );
  const signIn = wallet.emailOtp('AuthMethod:1');
  await expect(signIn.send()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  expect(signIn.resendIn()).toBe(7_000);
});
