import { describe, expect, test } from 'vitest';
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
