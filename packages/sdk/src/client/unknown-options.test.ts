import { type Clock, systemClock } from '@org/payments-contract/internal';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  BASE_URL,
  card,
  json,
  scriptedClient,
  scriptedService,
} from '../../test/scripted-service.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import { createJournal, postgresJournal, sqliteJournal } from '../journal/index.ts';
import { openTelemetry } from '../observe/opentelemetry/index.ts';
import { nodeHttpTransport } from '../transport/node-http/index.ts';
import { undiciTransport } from '../transport/undici/index.ts';
import {
  createWebhookHandler,
  memoryStore,
  postgresStore,
  redisStore,
  unwrap,
} from '../webhooks/index.ts';
import { nodeHandler as webhookHandler } from '../webhooks/node/index.ts';
import { createPaymentsClient } from './payments-client.ts';

const resolved = async () => [];
const pool = { query: async () => ({ rows: [], rowCount: 0 }) };
const names = ['append', 'keyed', 'update', 'claim', 'open', 'prune'];
const store = Object.fromEntries(names.map((name) => [name, resolved])) as never;
const app = { fetch: async () => new Response() };

const webhooks = createWebhookHandler({ publicKeys: undefined });

describe('an option that is not known is refused', () => {
  test.each<[string, string, (options: never) => unknown]>([
    ['createWebhookHandler', 'maxage', createWebhookHandler],
    ['memoryStore', 'maxEvent', memoryStore],
    ['redisStore', 'perfix', (given) => redisStore({ call: resolved }, given)],
    ['postgresStore', 'tabel', (given) => postgresStore(pool, given)],
    ['nodeHandler', 'onEror', (given) => webhookHandler(app, given)],
    ['sqliteJournal', 'secrets', (given) => sqliteJournal('a.db', given)],
    ['postgresJournal', 'tabel', (given) => postgresJournal(pool, given)],
    ['createJournal', 'secrets', (given) => createJournal(store, given)],
    ['openTelemetry', 'tracers', openTelemetry],
    ['undiciTransport', 'conections', undiciTransport],
    ['nodeHttpTransport', 'proxyFromEnvironment', nodeHttpTransport],
  ])('by %s: %s', (_name, option, make) => {
    const thrown = expect.objectContaining({ code: 'CONFIGURATION', option });
    expect(() => make({ [option]: 1 } as never)).toThrow(thrown);
  });

  test('by unwrap', async () => {
    const call = unwrap('{}', {}, { publicKeys: undefined, maxage: 1 } as never);
    await expect(call).rejects.toMatchObject({ code: 'CONFIGURATION', option: 'maxage' });
  });
});

describe('something else in the place of a part is refused', () => {
  test.each<[string, string, () => unknown]>([
    ['an address for a client of Redis', 'client', () => redisStore('redis://a' as never)],
    ['an empty object for a client of Redis', 'client', () => redisStore({} as never)],
    ['an address for a pool of a store', 'client', () => postgresStore('postgres://a' as never)],
    ['an address for a pool of a journal', 'pool', () => postgresJournal('postgres://a' as never)],
    ['nothing for the path of a journal', 'path', () => sqliteJournal(undefined as never)],
    ['an empty object for a store of records', 'store', () => createJournal({} as never)],
    [
      'an empty object for a store of events',
      'store',
      () => createWebhookHandler({ publicKeys: undefined, store: {} as never }),
    ],
    ['nothing for a handler of an event', 'handler', () => webhooks.on('TEST', undefined as never)],
    ['nothing for a handler', 'handler', () => webhooks.onUnknown(undefined as never)],
    ['an object for a webhook handler', 'webhooks', () => webhookHandler({} as never)],
  ])('%s', (_what, option, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'CONFIGURATION', option }));
  });
});

describe('`fetch` mounted where a server passes another kind of request', () => {
  const express = { method: 'POST', url: '/webhooks', headers: { host: 'a' } };
  const hono = { req: { raw: new Request('https://a.example/') } };
  test.each<[string, object]>([
    ['of Express', express],
    ['of Hono', hono],
  ])('throws at once, for that %s', (_whose, request) => {
    const action = expect.stringMatching(/nodeHandler.*context\.req\.raw/);
    const thrown = expect.objectContaining({ code: 'CONFIGURATION', action });
    expect(() => webhooks.fetch(request as never)).toThrow(thrown);
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const get = { id: 'Card:1' };

describe('PAYMENTS_LOG', () => {
  test('logs to the console at its level, with the request id of the service', async () => {
    vi.stubEnv('PAYMENTS_LOG', 'DEBUG');
    const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const { payments } = scriptedClient([json(200, card, { 'request-id': 'Request:9' })]);
    await payments.cards.get(get);
    expect(debug).toHaveBeenCalledWith(
      'payments: cards.get attempt.end',
      expect.objectContaining({ status: 200, requestId: 'Request:9' }),
    );
  });

  test('does not replace a level of the options, and logs nothing when it is not set', async () => {
    const logger = { error: vi.fn(), warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
    const log = vi.spyOn(console, 'info').mockImplementation(() => {});
    await scriptedClient([json(200, card)]).payments.cards.get(get);
    expect(log).not.toHaveBeenCalled();
    vi.stubEnv('PAYMENTS_LOG', 'debug');
    await scriptedClient([json(200, card)], { logger, logLevel: 'info' }).payments.cards.get(get);
    expect([logger.info.mock.calls.length, logger.debug.mock.calls.length]).toEqual([1, 0]);
  });

  test('must be a level', async () => {
    vi.stubEnv('PAYMENTS_LOG', 'verbose');
    const { payments, received } = scriptedClient([]);
    await expect(payments.cards.get(get)).rejects.toThrow(ConfigurationError);
    expect(received).toEqual([]);
  });

  test('never shows a request id that holds other text', async () => {
    const seen: unknown[] = [];
    const { payments } = scriptedClient([json(200, card, { 'request-id': 'a b' })], {
      observers: [(event) => event.type === 'attempt.end' && seen.push(event.requestId)],
    });
    await payments.cards.get(get);
    expect(seen).toEqual([undefined]);
  });
});

test('null removes a header of the client, from one call or from all', async () => {
  const headers = { 'X-Team': 'payouts', 'X-Kept': 'yes' };
  const { payments, received } = scriptedClient([json(200, card), json(200, card)], { headers });
  await payments.cards.get(get, { headers: { 'x-team': null, 'user-agent': null } });
  await payments.withOptions({ headers: { 'X-TEAM': null } }).cards.get(get);
  expect(received.map((request) => request.headers.get('x-team'))).toEqual([null, null]);
  expect(received.map((request) => request.headers.get('x-kept'))).toEqual(['yes', 'yes']);
  expect(received[0]?.headers.get('user-agent') ?? '').not.toMatch(/payments-sdk/);
  expect(received[1]?.headers.get('user-agent')).toMatch(/payments-sdk/);
  await expect(payments.cards.get(get, { headers: { authorization: null } })).rejects.toThrow(
    /options/,
  );
});

test('the response names the request as the service does', async () => {
  const replies = [json(200, card, { 'request-id': 'Request:9' }), json(200, card)];
  const { payments } = scriptedClient(replies);
  const first = await payments.cards.get(get).withResponse();
  const second = await payments.cards.get(get).withResponse();
  expect([first.response.requestId, second.response.requestId]).toEqual(['Request:9', undefined]);
});

const page = { data: [], hasMore: false };

test.each([
  ['a line break in a value', { 'x-a': 'b\r\nx-c: d' }],
  ['a value that is empty', { 'x-a': '' }],
  ['a space in a name', { 'x a': 'b' }],
  ['a name that is empty', { '': 'b' }],
  ['a value that is not text', { 'x-a': undefined as unknown as string }],
])('%s among the headers is refused before anything is sent', async (_what, headers) => {
  const { payments, received } = scriptedClient([]);
  const call = payments.transactions.reject({ transactionId: 'Transaction:1' }, { headers });
  await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(received).toEqual([]);
});

test('a valid header is sent', async () => {
  const { payments, received } = scriptedClient([json(200, page)]);
  await payments.documents.list({}, { headers: { 'x-trace': 'a b' } });
  expect(received[0]?.headers.get('x-trace')).toBe('a b');
});

/** A clock as callers write one: it passes every time to a timer of the runtime as it is. */
const plainClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, milliseconds) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Settles after timers of the runtime that are set for a millisecond. */
async function afterShortTimers(): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test.each([
  ['the machine', systemClock],
  ['a caller', plainClock],
])(
  'a limit of any length is long, and not treated as none, on the clock of %s',
  async (_of, clock) => {
    for (const limit of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      const { fetch } = scriptedService(json(200, page));
      const slowly = async (request: Request) => {
        await afterShortTimers();
        return fetch(request);
      };
      const credentials = async () => {
        await afterShortTimers();
        return { tokenId: 'id', clientSecret: 'secret' };
      };
      const payments = createPaymentsClient({
        baseUrl: BASE_URL,
        credentials,
        fetch: slowly,
        clock,
      });
      const limits = { timeout: limit, deadline: limit, retry: 0 };
      await expect(payments.documents.list({}, limits)).resolves.toEqual(page);
    }
  },
);
