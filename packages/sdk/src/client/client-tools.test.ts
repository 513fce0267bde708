import { inspect } from 'node:util';
import type { RedeemedDeviceCode } from '@org/payments-contract';
import { expect, test, vi } from 'vitest';
import { EagerClock, FakeClock } from '../../test/fake-clock.ts';
import {
  BASE_URL,
  json,
  networkError,
  type Reply,
  refusal,
  scriptedClient,
  scriptedService,
} from '../../test/scripted-service.ts';
import { thrown } from '../../test/thrown.ts';
import { TokenNotStoredError } from '../errors/caller-errors.ts';
import type { ContractError } from '../errors/network-errors.ts';
import { createAgentClient } from './agent-client.ts';
import { createPaymentsClient } from './payments-client.ts';

const accessToken = 'agent-token-of-the-test';
const code = 'WXYZ-98765';
const redeemed: RedeemedDeviceCode = {
  agentId: 'Agent:1',
  agentName: 'Clerk',
  accessToken,
  policy: {
    permissions: ['CREATE_TRANSFERS'],
    spendingLimits: { currency: 'USD', perTransactionLimit: 100 },
  },
};

function scene(...script: Reply[]) {
  const service = scriptedService(...script);
  const lines: string[] = [];
  const log = (...values: unknown[]) => lines.push(inspect(values, { depth: 12 }));
  const options = {
    baseUrl: BASE_URL,
    fetch: service.fetch,
    clock: new EagerClock(),
    logger: { error: log, warn: log, info: log, debug: log },
    logLevel: 'debug' as const,
    observers: [log],
  };
  return { ...service, lines, options };
}

test("a device code is redeemed for a client with the agent's token", async () => {
  const { options, received, lines } = scene(json(200, redeemed), json(200, { data: [] }));
  const onRedeemed = vi.fn();
  const agent = await createAgentClient.fromDeviceCode(code, { ...options, onRedeemed });
  expect(onRedeemed).toHaveBeenCalledExactlyOnceWith(redeemed);
  await agent.request({ method: 'GET', path: '/agents/me/things' });
  expect(received.map(({ method, url }) => `${method} ${url.slice(BASE_URL.length)}`)).toEqual([
    `POST /agents/device-codes/${code}/redeem`,
    'GET /agents/me/things',
  ]);
  expect(received[0]?.headers.get('authorization')).toBeNull();
  expect(received[1]?.headers.get('authorization')).toBe(`Bearer ${accessToken}`);
  const shown = [...lines, inspect(agent, { depth: 12 }), JSON.stringify(agent)].join('\n');
  expect(lines.length).toBeGreaterThan(0);
  expect(shown).not.toContain(accessToken);
  expect(shown).not.toContain(code);
});

test('an invalid code is refused with the code of the service', async () => {
  const refused = scene(refusal(400, 'INVALID_INPUT'));
  const error = await thrown(createAgentClient.fromDeviceCode(code, refused.options));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', operation: 'agents.redeemDeviceCode' });
  const unknown = scene(refusal(404, 'NOT_FOUND'));
  const call = createAgentClient.fromDeviceCode(code, unknown.options);
  await expect(call).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const none = scene();
  const empty = createAgentClient.fromDeviceCode('', none.options);
  await expect(empty).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(none.received).toEqual([]);
});

test('a redemption whose response is lost is not repeated, because the code may be used up', async () => {
  const { options, received } = scene(networkError('ECONNRESET'));
  const error = await thrown(createAgentClient.fromDeviceCode(code, options));
  expect(error).toMatchObject({ code: 'OUTCOME_UNKNOWN', retryable: false });
  expect(received).toHaveLength(1);
  const shown = `${inspect(error, { depth: 12 })} ${JSON.stringify(error)} ${error}`;
  expect(shown).not.toContain(code);
});

test.each([
  ['under another name', { token: accessToken }],
  ['with a line break', { accessToken: `${accessToken}\n` }],
])('a token that is sent %s is not lost: the error has the response', async (_how, body) => {
  const { options } = scene(json(200, { agentId: 'Agent:1', ...body }));
  const onRedeemed = vi.fn();
  const error = await thrown(createAgentClient.fromDeviceCode(code, { ...options, onRedeemed }));
  expect(error).toMatchObject({ code: 'CONTRACT', accepted: true });
  expect((error as ContractError).rawText()).toContain(accessToken);
  expect(inspect(error, { depth: 12, showHidden: true })).not.toContain(accessToken);
  expect(onRedeemed).not.toHaveBeenCalled();
});

test('a token that could not be stored can be stored again, and is never shown', async () => {
  const { options, received, lines } = scene(json(200, redeemed));
  const kept: string[] = [];
  let isBroken = true;
  let isQuery = true;
  const onRedeemed = async (given: RedeemedDeviceCode) => {
    if (isBroken) throw new Error(`cannot write ${given.accessToken}`);
    if (isQuery) return { execute: () => kept.push('never called') } as never;
    kept.push(given.accessToken);
  };
  const error = await thrown(createAgentClient.fromDeviceCode(code, { ...options, onRedeemed }));
  expect(error).toBeInstanceOf(TokenNotStoredError);
  if (!(error instanceof TokenNotStoredError)) return;
  expect(error).toMatchObject({ code: 'TOKEN_NOT_STORED', retryable: false });
  expect((error.cause as Error).message).toContain('cannot write');
  const shown = [...lines, inspect(error, { depth: 12, showHidden: true }), JSON.stringify(error)];
  expect(shown.join('\n')).not.toContain(accessToken);
  await expect(error.storeAgain()).rejects.toThrow('cannot write');
  isBroken = false;
  await expect(error.storeAgain()).rejects.toThrow('did not start: await its `execute()`');
  isQuery = false;
  await error.storeAgain();
  expect(kept).toEqual([accessToken]);
  expect(received).toHaveLength(1);
});

test('options are checked before the code is used', async () => {
  const { options, received } = scene();
  const fromDeviceCode = (change: object) =>
    createAgentClient.fromDeviceCode(code, { ...options, ...change });
  const refused = { code: 'CONFIGURATION', option: 'onRedeemed' };
  await expect(fromDeviceCode({ onRedeemed: 'store' })).rejects.toMatchObject(refused);
  await expect(fromDeviceCode({ onRedemed: () => {} })).rejects.toThrow('`onRedeemed`');
  await expect(fromDeviceCode({ accessToken })).rejects.toMatchObject({ option: 'accessToken' });
  expect(received).toEqual([]);
});

const pair = { tokenId: 'token', clientSecret: 'client-secret-value' };
const other = { tokenId: 'other', clientSecret: 'other-secret' };
const platform = (options: object = {}) =>
  createPaymentsClient({ baseUrl: BASE_URL, ...pair, ...options });
const agent = (options: object = {}) =>
  createAgentClient({ baseUrl: BASE_URL, accessToken: 'token', ...options });

test('a fingerprint is the same for one account of one service, whatever else differs', async () => {
  const first = await platform().fingerprint();
  expect(first).toMatch(/^[\w-]{22}$/);
  const others = [
    platform(),
    platform({ baseUrl: `${BASE_URL}/` }),
    platform({ clientSecret: 'its next secret' }),
    platform({ retry: 0 }).withOptions({ timeout: 1_000 }),
    platform({ ...other }).withOptions(pair),
    platform({ tokenId: undefined, clientSecret: undefined, credentials: async () => pair }),
  ];
  for (const one of others) expect(await one.fingerprint()).toBe(first);
});

test('a fingerprint differs with the base URL, the account and the kind of client', async () => {
  const elsewhere = 'https://sandbox.example.com/payments/2025-10-13';
  const all = await Promise.all(
    [
      platform(),
      platform(other),
      platform({ baseUrl: elsewhere }),
      platform().withOptions({ baseUrl: elsewhere, ...other }),
      platform({ account: 'shop-1' }),
      platform({ account: 'shop-2' }),
      agent(),
      agent({ accessToken: 'another' }),
      agent().withOptions({ accessToken: 'a third' }),
    ].map((one) => one.fingerprint()),
  );
  expect(new Set(all).size).toBe(all.length);
});

test('the option `account` counts as the account: its token may be replaced', async () => {
  const before = await agent({ account: 'bookkeeper' }).fingerprint();
  const after = agent({ account: 'bookkeeper', accessToken: 'the next token' });
  expect(await after.fingerprint()).toBe(before);
});

test('nothing is sent for it, and a function that supplies the credentials may fail and be called again', async () => {
  let calls = 0;
  const credentials = async () => {
    calls += 1;
    if (calls === 1) throw new Error('the vault is closed');
    return pair;
  };
  const options = { ...{ tokenId: undefined, clientSecret: undefined }, credentials };
  const { payments, received } = scriptedClient([], options);
  await expect(payments.fingerprint()).rejects.toMatchObject({ name: 'CredentialsError' });
  expect(await payments.fingerprint()).toBe(await platform().fingerprint());
  expect(received).toEqual([]);
});

test('a function that never supplies the credentials does not hold it', async () => {
  const clock = new FakeClock();
  const { payments: stuck } = scriptedClient([], {
    ...{ tokenId: undefined, clientSecret: undefined, timeout: 5_000, clock },
    credentials: () => new Promise(() => undefined),
  });
  const rejected = expect(stuck.fingerprint()).rejects.toMatchObject({ name: 'CredentialsError' });
  await Promise.resolve();
  clock.advance(5_000);
  await rejected;
});

test('without a base URL it is rejected', async () => {
  const nowhere = createPaymentsClient({ ...pair });
  await expect(nowhere.fingerprint()).rejects.toMatchObject({ name: 'ConfigurationError' });
});
