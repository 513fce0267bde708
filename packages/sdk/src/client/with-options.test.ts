import { describe, expect, test } from 'vitest';
import { memoryJournal } from '../../test/memory-journal.ts';
import {
  BASE_URL,
  card,
  challenge,
  json,
  networkError,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
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
import { createAgentClient } from './agent-client.ts';

const pair = { tokenId: 'other', clientSecret: 'other-secret' };
const get = { id: 'Card:1' };
const update = { id: 'Card:1', state: 'FROZEN' } as const;
const basic = (text: string) => `Basic ${btoa(text)}`;
const stamper = { stamp: async () => 'stamp-value' };

test('a client of another account has its own credentials, and the defaults of the former one', async () => {
  const { payments, received } = scriptedClient([json(200, card), json(200, card)], {
    headers: { 'x-team': 'a', 'x-api-key': 'key of the first account' },
    appInfo: { name: 'shop' },
  });
  await payments.withOptions({ ...pair, retry: 1 }).cards.get(get);
  await payments.cards.get(get);
  const expected = [basic('other:other-secret'), basic('token:client-secret-value')];
  expect(received.map(({ headers }) => headers.get('authorization'))).toEqual(expected);
  const [{ headers } = { headers: new Headers() }] = received;
  expect(headers.get('x-team')).toBe('a');
  expect(headers.get('x-api-key')).toBeNull();
  expect(headers.get('user-agent')).toContain('shop');
});

test('the function that supplied the credentials of the former account is not called', async () => {
  const credentials = () => {
    throw new Error('The function of the former account was called.');
  };
  const none = { tokenId: undefined, clientSecret: undefined };
  const options = { ...none, credentials };
  const { payments, received } = scriptedClient([refusal(401, 'UNAUTHORIZED')], options);
  const other = payments.withOptions(pair);
  await expect(other.cards.get(get)).rejects.toMatchObject({ status: 401 });
  expect(received).toHaveLength(1);
});

test('a client of another service sends its requests and its credentials there', async () => {
  const { payments, received } = scriptedClient([json(200, card)]);
  const baseUrl = 'https://eu.example.com/payments/2025-10-13';
  await payments.withOptions({ baseUrl, ...pair }).cards.get(get);
  expect(received[0]?.url).toBe(`${baseUrl}/cards/Card:1`);
  expect(received[0]?.headers.get('authorization')).toBe(basic('other:other-secret'));
});

test.each([
  ['another service without credentials', { baseUrl: BASE_URL }, 'tokenId'],
  ['a base URL that is missing', { baseUrl: undefined, ...pair }, 'baseUrl'],
  ['an id without its secret', { tokenId: 'other' }, 'clientSecret'],
  ['a secret without its id', { clientSecret: 'other' }, 'tokenId'],
  ['credentials that are missing', { tokenId: undefined, clientSecret: undefined }, 'tokenId'],
  ['a name of another account alone', { account: 'other' }, 'tokenId'],
  ['two sets of credentials', { ...pair, credentials: () => pair }, 'credentials'],
  ['a token of an agent', { accessToken: 'token' }, 'accessToken'],
])('is refused: %s', (_what, changes, option) => {
  const { payments } = scriptedClient([]);
  expect(() => payments.withOptions(changes as never)).toThrow(
    expect.objectContaining({ name: 'ConfigurationError', option }),
  );
});

test('nothing is read from the environment, which has the credentials of one account', () => {
  process.env.PAYMENTS_CLIENT_SECRET = 'the secret of the environment';
  try {
    const { payments } = scriptedClient([]);
    expect(() => payments.withOptions({ tokenId: 'other' })).toThrow('The clientSecret is missing');
  } finally {
    delete process.env.PAYMENTS_CLIENT_SECRET;
  }
});

test('the stamper of the former account signs nothing for another one', async () => {
  const { payments } = scriptedClient([json(202, challenge)], { stamper });
  const other = payments.withOptions(pair);
  // @ts-expect-error A call that must sign needs a stamper.
  const call = other.cards.update(update);
  await expect(call).rejects.toMatchObject({ name: 'SignatureRequiredError' });
});

test('writes of both are kept apart in one journal', async () => {
  const journal = memoryJournal();
  const lost = [networkError('ECONNRESET'), networkError('ECONNRESET')];
  const { payments } = scriptedClient(lost, { journal, account: 'first', retry: 0 });
  const other = payments.withOptions({ ...pair, account: 'second' });
  const create = { customerId: 'Customer:1' };
  await payments.customers.createKycLink(create).catch(() => undefined);
  await other.customers.createKycLink(create).catch(() => undefined);
  const [one, two] = [...journal.entries.values()].map(({ scope }) => scope);
  expect(one).toContain('first');
  expect(two).toContain('second');
  const unnamed = payments.withOptions(pair);
  await unnamed.customers.createKycLink(create).catch(() => undefined);
  expect([...journal.entries.values()].at(-1)?.scope).toContain('other');
});

test('a client of another agent has its own token', async () => {
  const seen: (string | null)[] = [];
  const fetch = async ({ headers }: Request) => {
    seen.push(headers.get('authorization'));
    return json(200, {});
  };
  const first = createAgentClient({ baseUrl: BASE_URL, accessToken: 'first', fetch });
  const request = { method: 'GET', path: '/agents/me/x' } as const;
  await first.withOptions({ accessToken: 'second' }).request(request);
  await first.withOptions({ timeout: 5 }).request(request);
  expect(seen).toEqual(['Bearer second', 'Bearer first']);
  expect(() => first.withOptions({ accessToken: undefined })).toThrow('accessToken is missing');
  expect(() => first.withOptions({ baseUrl: BASE_URL })).toThrow('accessToken is missing');
});

const resolved = async () => [];
const pool = { query: async () => ({ rows: [], rowCount: 0 }) };
const names = ['append', 'keyed', 'update', 'claim', 'open', 'prune'];
const store = Object.fromEntries(names.map((name) => [name, resolved])) as never;
const app = { fetch: async () => new Response() };

const webhooks = createWebhookHandler({ publicKeys: undefined });
const storeless = { publicKeys: undefined, store: {} as never };

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
    ['an empty object for a store of events', 'store', () => createWebhookHandler(storeless)],
    ['nothing for a handler of an event', 'handler', () => webhooks.on('TEST', undefined as never)],
    ['nothing for a handler', 'handler', () => webhooks.onUnknown(undefined as never)],
    ['an object for a webhook handler', 'webhooks', () => webhookHandler({} as never)],
  ])('%s', (_what, option, make) => {
    expect(make).toThrow(expect.objectContaining({ code: 'CONFIGURATION', option }));
  });
});
