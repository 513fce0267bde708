import { relayPaths } from '@org/payments-relay/protocol';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createWallet } from '../create-wallet.ts';
import { createRelayTransport } from './relay-transport.ts';
import type { WalletTransport } from './transport.ts';
import { guardTransport } from './transport.ts';

type Reply = Response | Error | ((signal: AbortSignal) => Promise<Response>);

function transportTo(reply: Reply) {
  const sent: [url: string, init: RequestInit][] = [];
  const transport = createRelayTransport({
    relay: '/api/wallet/',
    fetch: async (url, init = {}) => {
      sent.push([String(url), init]);
      if (reply instanceof Error) throw reply;
      return reply instanceof Response ? reply : reply(init.signal as AbortSignal);
    },
  });
  return { transport, sent };
}

const challenge = {
  status: 'challenge',
  ticket: 't',
  payloadToSign: 'p',
  requestId: 'Request:1',
  expiresAt: '2026-01-05T09:05:00Z',
  issuedAt: '2026-01-05T09:00:00Z',
};
const leg2 = { ticket: 't', stamp: 's' };
const refresh = { id: '', clientPublicKey: '' };
const freeze = { action: 'freezeCard', input: {} };

it('sends every call as a POST of JSON, with cookies, without redirects', async () => {
  const { transport, sent } = transportTo(Response.json(challenge));
  expect(Object.keys(transport)).toEqual(Object.keys(relayPaths));
  expect(await transport.actionBegin({ action: 'freezeCard', input: { a: 1 } })).toEqual(challenge);
  expect(sent).toMatchObject([
    [
      '/api/wallet/v1/actions/begin',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"action":"freezeCard","input":{"a":1}}',
        credentials: 'same-origin',
        redirect: 'error',
        cache: 'no-store',
      },
    ],
  ]);
});

it('refuses a response of more than 64 levels, which code that recurses could not walk', async () => {
  const reply = (levels: number) =>
    new Response(
      `{"accountId":"a","issuedAt":"","more":${'['.repeat(levels)}${']'.repeat(levels)}}`,
    );
  expect(await transportTo(reply(60)).transport.account({})).toHaveProperty('more');
  const failure = transportTo(reply(10_000)).transport.account({});
  await expect(failure).rejects.toMatchObject({ code: 'UNEXPECTED' });
});

it('reads the wait from the body, otherwise from the header', async () => {
  const headers = { 'retry-after': '9' };
  const fromBody = Response.json({ code: 'RATE_LIMITED', retryAfter: 3 }, { status: 429, headers });
  const bare = new Response('slow down', { status: 429, headers });
  const dated = new Response('', { status: 429, headers: { 'retry-after': 'Mon, 05 Jan 2026' } });
  for (const [reply, retryAfter] of [
    [fromBody, 3_000],
    [bare, 9_000],
    [dated, undefined],
  ] as const) {
    const { transport } = transportTo(reply);
    await expect(transport.account({})).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter });
  }
});

it.each([
  [401, 'PLATFORM_LOGIN_REQUIRED', 'PLATFORM_LOGIN_REQUIRED'],
  [403, 'FORBIDDEN', 'FORBIDDEN'],
  [404, 'REFUSED', 'REFUSED'],
  [408, 'NETWORK', 'OUTCOME_UNKNOWN'],
  [500, 'REFUSED', 'OUTCOME_UNKNOWN'],
  [501, 'REFUSED', 'REFUSED'],
  [502, 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN'],
  [504, 'SERVICE_UNAVAILABLE', 'OUTCOME_UNKNOWN'],
])('maps a bare %d to %s, on leg 2 and for actions to %s', async (status, first, second) => {
  const one = transportTo(new Response('<html>', { status }));
  await expect(one.transport.refreshBegin(refresh)).rejects.toMatchObject({ code: first });
  const two = transportTo(new Response('<html>', { status }));
  await expect(two.transport.refreshComplete(leg2)).rejects.toMatchObject({ code: second });
  const action = transportTo(new Response('<html>', { status }));
  await expect(action.transport.actionBegin(freeze)).rejects.toMatchObject({ code: second });
});

it.each([
  { code: 14, message: 'upstream connect error' },
  { code: '502', message: 'Bad gateway' },
  { code: 'bad_gateway' },
  ['a list'],
  'a string',
])('does not take the JSON of a gateway for a refusal of the relay: %j', async (body) => {
  const gateway = () => transportTo(Response.json(body, { status: 502 })).transport;
  const unknown = { code: 'OUTCOME_UNKNOWN', serviceCode: 'OUTCOME_UNKNOWN' };
  await expect(gateway().actionComplete(leg2)).rejects.toMatchObject(unknown);
  await expect(gateway().account({})).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

it('reports an unknown outcome when the response to a call that may change something is lost', async () => {
  const lost = new TypeError('Failed to fetch');
  const { transport } = transportTo(lost);
  const refreshed = transport.refreshBegin(refresh);
  await expect(refreshed).rejects.toMatchObject({ code: 'NETWORK', cause: lost });
  // An action that needs no signature is carried out at once.
  const unknown = { code: 'OUTCOME_UNKNOWN', userAction: 'none' };
  await expect(transport.actionBegin(freeze)).rejects.toMatchObject({ ...unknown, cause: lost });
  for (const call of ['actionComplete', 'passkeyComplete', 'refreshComplete'] as const) {
    await expect(transport[call](leg2)).rejects.toMatchObject(unknown);
  }
  const garbled = transportTo(new Response('{"result":'));
  await expect(garbled.transport.actionComplete(leg2)).rejects.toMatchObject(unknown);
});

it('reports the network, and no unknown outcome, when the device was offline before', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  onTestFinished(() => void vi.unstubAllGlobals());
  const { transport } = transportTo(new TypeError('Failed to fetch'));
  const unreached = { code: 'NETWORK', userAction: 'retry' };
  await expect(transport.actionBegin(freeze)).rejects.toMatchObject(unreached);
  await expect(transport.actionComplete(leg2)).rejects.toMatchObject(unreached);
});

it('stops when its signal is aborted', async () => {
  const { transport } = transportTo(
    (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const stop = new AbortController();
  const asked = transport.account({}, { signal: stop.signal });
  stop.abort();
  await expect(asked).rejects.toMatchObject({ code: 'ABORTED', silent: true });
});

it.each([
  ['account', { accountId: 'a', credentials: [], sessions: [] }],
  ['challenge', { type: 'PASSKEY', ticket: 't', expiresAt: '' }],
  ['verify', { id: 'Session:1', accountId: 'a', createdAt: '' }],
  ['passkeyOptions', { ticket: 't' }],
  ['account', null],
  ['account', 'text'],
] as const)('refuses an unusable response to %s', async (call, body) => {
  const { transport } = transportTo(Response.json(body));
  const asked = transport[call] as (request: unknown) => Promise<unknown>;
  await expect(asked({})).rejects.toMatchObject({ code: 'UNEXPECTED' });
});

it.each([
  ['refreshComplete', { result: { id: 'Session:1' } }],
  ['actionComplete', null],
  ['actionBegin', { ...challenge, payloadToSign: 7 }],
  ['passkeyComplete', 'text'],
] as const)('reports an unknown outcome for an unusable response to %s', async (call, body) => {
  const { transport } = transportTo(Response.json(body));
  const sent = transport[call] as (request: unknown) => Promise<unknown>;
  await expect(sent(leg2)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
});

it("turns errors of a platform's own transport into WalletErrors, also for a class", async () => {
  class Own {
    readonly prefix = 'own';
    async account(): Promise<never> {
      throw new Error(this.prefix);
    }
  }
  for (const call of Object.keys(relayPaths)) {
    if (call !== 'account') Object.assign(Own.prototype, { [call]: async () => null });
  }
  const transport = guardTransport(new Own() as unknown as WalletTransport);
  await expect(transport.account({})).rejects.toMatchObject({
    code: 'UNEXPECTED',
    cause: { message: 'own' },
  });
});

it('treats a body that the relay did not receive in time as a network failure, on leg 2 too', async () => {
  const body = { code: 'REQUEST_TIMEOUT', message: 'The body did not arrive in time.' };
  for (const call of ['actionComplete', 'refreshComplete'] as const) {
    const { transport } = transportTo(Response.json(body, { status: 408 }));
    await expect(transport[call](leg2)).rejects.toMatchObject({
      code: 'NETWORK',
      serviceCode: 'REQUEST_TIMEOUT',
      userAction: 'retry',
    });
  }
});

it('refuses a path outside a page as a mistake of the caller, and reports no unknown outcome', async () => {
  const wallet = createWallet({ relay: '/api/wallet' });
  onTestFinished(() => wallet.close());
  for (const call of [() => wallet.run('freezeCard', {}), () => wallet.account()]) {
    await expect(call()).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  }
});
