import { describe, expect, test } from 'vitest';
import { fakePlatform } from '../../test/relay/fake-platform.ts';
import { createJournal, postgresJournal, sqliteJournal } from '../journal/index.ts';
import { openTelemetry } from '../observe/opentelemetry/index.ts';
import { createWalletRelay } from '../relay/index.ts';
import { nodeHandler as relayHandler } from '../relay/node/index.ts';
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

const { payments } = fakePlatform();
const resolved = async () => [];
const pool = { query: async () => ({ rows: [], rowCount: 0 }) };
const names = ['append', 'update', 'claim', 'open', 'prune'];
const store = Object.fromEntries(names.map((name) => [name, resolved])) as never;
const app = { fetch: async () => new Response() };
const relay = { authenticate: () => null };

const webhooks = createWebhookHandler({ publicKeys: undefined });
const action = { input: {}, run: resolved, alowKinds: [] };

describe('an option that is not known is refused', () => {
  test.each<[string, string, string | undefined, (options: never) => unknown]>([
    ['createWebhookHandler', 'maxage', 'maxAge', createWebhookHandler],
    ['memoryStore', 'maxEvent', 'maxEvents', memoryStore],
    ['redisStore', 'perfix', 'prefix', (given) => redisStore({ call: resolved }, given)],
    ['postgresStore', 'tabel', 'table', (given) => postgresStore(pool, given)],
    ['nodeHandler', 'onEror', 'onError', (given) => webhookHandler(app, given)],
    ['nodeHandler', 'lingertime', 'lingerTime', (given) => relayHandler(app, given)],
    ['sqliteJournal', 'secrets', 'secret', (given) => sqliteJournal('a.db', given)],
    ['postgresJournal', 'tabel', 'table', (given) => postgresJournal(pool, given)],
    ['createJournal', 'secrets', 'secret', (given) => createJournal(store, given)],
    ['openTelemetry', 'tracers', 'tracer', openTelemetry],
    ['undiciTransport', 'conections', 'connections', undiciTransport],
    ['nodeHttpTransport', 'proxyFromEnvironment', 'proxyFromEnv', nodeHttpTransport],
    [
      'createWalletRelay',
      'maxRefresh',
      'maxRefreshes',
      (given) => createWalletRelay(payments, given),
    ],
    ['createWalletRelay', 'database', undefined, (given) => createWalletRelay(payments, given)],
  ])('by %s: %s', (_name, option, guess, make) => {
    const message = guess === undefined ? /is not an option of/ : `did you mean \`${guess}\`?`;
    const action = guess === undefined ? /^Remove it\. The options are: / : `Write \`${guess}\`.`;
    const thrown = expect.objectContaining({
      code: 'CONFIGURATION',
      option,
      message:
        guess === undefined
          ? expect.stringMatching(message)
          : expect.stringContaining(message as string),
      action: guess === undefined ? expect.stringMatching(action) : action,
    });
    expect(() => make({ [option]: 1 } as never)).toThrow(thrown);
  });

  test.each<[string, object]>([
    ['passkey.topOrigin', { passkey: { topOrigin: [] } }],
    ['deadlines.bodies', { deadlines: { bodies: 1 } }],
    ['rateLimits.code', { rateLimits: { code: {} } }],
    ['actions.freeze.alowKinds', { actions: { freeze: action } }],
  ])('within an option of createWalletRelay: %s', (option, given) => {
    const make = () => createWalletRelay(payments, { ...relay, ...given } as never);
    expect(make).toThrow(expect.objectContaining({ code: 'CONFIGURATION', option }));
  });

  test('by unwrap', async () => {
    const call = unwrap('{}', {}, { publicKeys: undefined, maxage: 1 } as never);
    await expect(call).rejects.toMatchObject({ code: 'CONFIGURATION', option: 'maxage' });
  });
});

describe('what is not an object of options is refused', () => {
  test.each<[string, () => unknown]>([
    ['createWebhookHandler()', () => createWebhookHandler(undefined as never)],
    ['createWebhookHandler(key)', () => createWebhookHandler('-----BEGIN' as never)],
    ['createWalletRelay(payments)', () => createWalletRelay(payments, undefined as never)],
    ['sqliteJournal(path, secret)', () => sqliteJournal('a.db', 'secret' as never)],
  ])('%s', (_call, make) => {
    const message = expect.stringContaining('must be an object');
    expect(make).toThrow(expect.objectContaining({ code: 'CONFIGURATION', message }));
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
    ['an object for a relay', 'relay', () => relayHandler({} as never)],
    ['options for a client', 'payments', () => createWalletRelay({} as never, relay as never)],
    [
      'nothing for a client',
      'payments',
      () => createWalletRelay(undefined as never, relay as never),
    ],
  ])('%s', (_what, option, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'CONFIGURATION', option }));
  });
});

describe('`fetch` mounted where a server passes another kind of request', () => {
  const express = { method: 'POST', url: '/webhooks', headers: { host: 'a' } };
  const hono = { req: { raw: new Request('https://a.example/') } };
  const { fetch: relayFetch } = createWalletRelay(payments, relay as never);
  test.each<[string, object]>([
    ['of Express', express],
    ['of Hono', hono],
  ])('throws at once, for that %s', (_whose, request) => {
    for (const fetch of [webhooks.fetch, relayFetch]) {
      const action = expect.stringMatching(/nodeHandler.*context\.req\.raw/);
      const thrown = expect.objectContaining({ code: 'CONFIGURATION', action });
      expect(() => fetch(request as never)).toThrow(thrown);
    }
  });
});
