import { operations, REDACTED } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { generateClientKey } from '@org/payments-crypto';
import { describe, expect, test } from 'vitest';
import { request as send } from '../test/support/open-mock.ts';
import * as areas from './areas/index.ts';
import type { Area } from './engine/area.ts';
import { compile, compose } from './engine/compose.ts';
import { createRouter } from './engine/router.ts';
import * as publicApi from './index.ts';
import { createMock, EXPLANATION_HEADER, type Mock, MockUsageError } from './index.ts';
import { ledgerTables } from './ledger/tables.ts';
import { createMockOf } from './mock.ts';
import { defaultOutcomes, outcomeOf } from './options/outcomes.ts';
import { Random } from './random.ts';
import { webhookTables } from './webhooks/tables.ts';

const CLIENT_KEY = `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`;

/** Runs a session from sign-in to a challenge and returns it as one string. */
async function script(mock: Mock): Promise<string> {
  const { account, credential } = mock.add.wallet();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  mock.clock.advance({ seconds: 3 });
  const path = `/auth/credentials/${credential.id}`;
  const replies = [
    await send(mock, 'POST', `${path}/challenge`),
    await send(mock, 'POST', `${path}/verify`, {
      type: 'EMAIL_OTP',
      otp: '000000',
      clientPublicKey: CLIENT_KEY,
    }),
    await send(mock, 'PATCH', `/cards/${id}`, { state: 'FROZEN' }),
    await send(mock, 'PATCH', `/cards/${id}`, { state: 'LOST' }),
  ];
  return (await Promise.all(replies.map((reply) => reply.text()))).join('\n');
}

test('the package exports these names', () => {
  expect(Object.keys(publicApi).sort()).toEqual([
    'ContractViolation',
    'EXPLANATION_HEADER',
    'FixtureError',
    'MockUsageError',
    'WEBHOOK_SIGNATURE_HEADER',
    'createMock',
    'reasons',
  ]);
});

test('rule 83: the same seed and calls produce the same bytes, another seed different ones', async () => {
  const first = await script(createMock({ seed: 'a' }));
  expect(await script(createMock({ seed: 'a' }))).toBe(first);
  expect(await script(createMock({ seed: 'b' }))).not.toBe(first);
  expect(first).toContain('encryptedSessionSigningKey');
});

test('without a seed no two mocks draw the same ids, and the seed of one repeats it', async () => {
  const [one, two] = [createMock(), createMock()];
  expect(one.connection).toEqual(two.connection);
  expect(one.webhooks.publicKey).toBe(two.webhooks.publicKey);
  const first = await script(one);
  expect(await script(two)).not.toBe(first);
  expect(one.add.wallet().account.id).not.toBe(two.add.wallet().account.id);
  expect(createMock({ seed: one.seed }).add.customer().id).toBe(
    createMock({ seed: one.seed }).add.customer().id,
  );
  for (const mock of [one.fork(), createMock({ state: one.snapshot() })]) {
    expect(mock.seed).toBe(one.seed);
  }
  two.restore(one.snapshot());
  expect(two.seed).toBe(one.seed);
  expect(createMock({ seed: 'b', state: one.snapshot() }).seed).toBe('b');
  const { seed: _seed, ...earlier } = one.snapshot();
  expect(createMock({ state: earlier }).seed).toBe('payments');
});

test('credentials of the connection differ by seed and survive a reset', () => {
  const [one, two] = [createMock({ seed: 1 }), createMock({ seed: 2 })];
  expect(one.connection.clientSecret).not.toBe(two.connection.clientSecret);
  const { connection } = one;
  one.reset();
  expect(one.connection).toBe(connection);
});

describe('rule 84: worlds do not affect each other', () => {
  test('a reset returns to the state in which the mock was created', async () => {
    const mock = createMock();
    const first = await script(mock);
    mock.faults.add({ effect: { kind: 'reset-connection' } });
    mock.reset();
    expect(mock.requests).toEqual([]);
    expect(mock.outbox).toEqual([]);
    expect(await script(mock)).toBe(first);
  });

  test('a snapshot is plain JSON and restores everything', async () => {
    const mock = createMock();
    mock.add.wallet();
    const snapshot = mock.snapshot();
    expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
    const after = await script(mock);
    mock.restore(snapshot);
    expect(mock.snapshot()).toEqual(snapshot);
    expect(await script(mock)).toBe(after);
  });

  test('changing a snapshot or a fixture changes nothing else', () => {
    const mock = createMock();
    const customer = mock.add.customer();
    const before = JSON.stringify(mock.snapshot());
    customer.email = 'changed@example.org';
    const snapshot = mock.snapshot();
    mock.restore(snapshot);
    Object.assign(snapshot.tables.customers.rows[0]?.[1] ?? {}, { email: 'changed' });
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });

  test('a fork is independent', async () => {
    const mock = createMock();
    const { id } = mock.add.customer();
    mock.clock.advance({ days: 1 });
    const fork = mock.fork();
    expect(fork.snapshot()).toEqual(mock.snapshot());
    const update = await send(fork, 'PATCH', `/customers/${id}`, { fullName: 'Changed' });
    expect(update.status).toBe(200);
    fork.clock.advance({ days: 1 });
    fork.add.customer();
    expect(mock.requests).toEqual([]);
    const { rows } = mock.snapshot().tables.customers;
    expect(rows.map(([, customer]) => customer)).not.toMatchObject([{ fullName: 'Changed' }]);
    expect(rows).toHaveLength(1);
    expect(fork.clock.now() - mock.clock.now()).toBe(86_400_000);
  });

  test('log and outbox are bounded', async () => {
    const mock = createMock({ logLimit: 3, outboxLimit: 2 });
    const { credential } = mock.add.wallet();
    for (let count = 0; count < 5; count += 1) {
      await send(mock, 'POST', `/auth/credentials/${credential.id}/challenge`);
    }
    expect(mock.requests.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
    expect(mock.outbox).toHaveLength(2);
  });
});

test('challenges of both kinds are bounded, and stale ones are evicted', async () => {
  const mock = createMock({ challengeLimit: 20 });
  const { account } = mock.add.wallet();
  const card = mock.add.card();
  const passkey = { accountId: account.id, type: 'PASSKEY', nickname: 'Key' } as const;
  const { id } = mock.add.credential(passkey);
  const ask = async () => {
    await send(mock, 'PATCH', `/cards/${card.id}`, { state: 'FROZEN' });
    const key = { clientPublicKey: CLIENT_KEY };
    await send(mock, 'POST', `/auth/credentials/${id}/challenge`, key);
    const { challenges, passkeyChallenges } = mock.snapshot().tables;
    return [challenges.rows.length, passkeyChallenges.rows.length];
  };
  for (let count = 0; count < 30; count += 1) await ask();
  expect(await ask()).toEqual([20, 20]);
  mock.clock.advance({ hours: 2 });
  expect(await ask()).toEqual([1, 1]);
});

test('a snapshot from before a table existed is restored with the table empty', () => {
  const mock = createMock();
  mock.add.customer();
  const { passkeyChallenges: _missing, ...tables } = mock.snapshot().tables;
  mock.restore({ ...mock.snapshot(), tables } as ReturnType<Mock['snapshot']>);
  expect(mock.snapshot().tables.passkeyChallenges.rows).toEqual([]);
  expect(mock.snapshot().tables.customers.rows).toHaveLength(1);
});

test('a running clock follows its source and can be moved', () => {
  let time = 1000;
  const mock = createMock({ now: () => time });
  time = 2000;
  expect(mock.clock.now()).toBe(2000);
  mock.clock.advance({ seconds: 1 });
  expect(mock.clock.now()).toBe(3000);
  mock.clock.set(0);
  time += 5;
  expect(mock.clock.now()).toBe(5);
  mock.reset();
  expect(mock.clock.now()).toBe(time);
});

test('the gap ledger lists the setting of every open point', () => {
  const gaps = createMock({ unknownFields: 'ignore', sessionLifetime: 60_000 }).gaps;
  const gap = (name: string) => gaps.find(({ option }) => option === name);
  expect(gap('unknownFields')).toMatchObject({
    value: 'ignore',
    default: 'refuse',
    alternatives: ['refuse'],
    rule: 127,
  });
  expect(gap('sessionLifetime')).toMatchObject({ value: 60_000, default: 900_000 });
});

test('a base URL that does not end in the version is refused', () => {
  for (const path of ['v1', 'v2025-10-13', '2025-10-13/x', '2025-10-13?a=1', '2025-10-13#a']) {
    expect(() => createMock({ baseUrl: `https://api.example.com/${path}` }), path).toThrow(
      TypeError,
    );
  }
  const { baseUrl } = createMock({ baseUrl: 'https://x.example/api/2025-10-13/' }).connection;
  expect(baseUrl).toBe('https://x.example/api/2025-10-13');
});

test('nothing is below the address of another version', async () => {
  const { connection, fetch } = createMock({ authentication: 'off' });
  const [own, other] = await Promise.all(
    ['2025-10-13', '2026-08-21'].map((version) =>
      fetch(`${connection.baseUrl.replace('2025-10-13', version)}/config`),
    ),
  );
  expect([own?.status, other?.status]).toEqual([200, 404]);
});

test('a fixture that a request would be refused for is a mistake of the test, with the id', () => {
  const { add } = createMock();
  const thrown = { name: 'FixtureError', code: 'INVALID_FIXTURE' };
  const message = expect.stringContaining('InternalAccount:x does not exist');
  const card = () => add.card({ fundingSources: ['InternalAccount:x'] });
  expect(card).toThrow(expect.objectContaining({ ...thrown, message }));
});

test('every operation of the contract is found by exactly its method and path', () => {
  const router = createRouter(
    operations().map((each) => compile(each, () => () => ({ body: null }))),
  );
  for (const { name, row } of operations()) {
    const path = row.path.replaceAll(/\{(\w+)\}/g, '$1:1');
    expect(router.find(row.method, path)?.operation.name).toBe(name);
    for (const value of Object.values(router.find(row.method, path)?.params ?? {})) {
      expect(value).toMatch(/:1$/);
    }
  }
});

test('a refusal explains itself in a header, without secrets', async () => {
  const mock = createMock();
  const { credential } = mock.add.wallet();
  const { publicKey } = await generateClientKey();
  const path = `/auth/credentials/${credential.id}/verify`;
  const body = { type: 'EMAIL_OTP', otp: '424242', clientPublicKey: publicKey };
  const reply = await send(mock, 'POST', path, body);
  expect(reply.headers.get(EXPLANATION_HEADER)).toContain('outbox');
  expect(reply.headers.get(EXPLANATION_HEADER)).not.toContain('424242');
  expect(mock.requests.at(-1)).toMatchObject({
    decision: 'refused',
    explanation: reply.headers.get(EXPLANATION_HEADER),
    requestBody: { otp: '[redacted]' },
  });
});

test('an aborted request gets no response', async () => {
  const mock = createMock();
  const signal = AbortSignal.abort(new Error('stop'));
  await expect(mock.fetch(`${mock.connection.baseUrl}/documents`, { signal })).rejects.toThrow(
    'stop',
  );
  expect(mock.requests).toEqual([]);
});

test('no generated id has the suffix of an outcome, however often one is drawn', () => {
  const random = new Random('suffixes');
  const unusual = Array.from({ length: 20_000 }, () => random.uuid('InternalAccount')).filter(
    (id) =>
      Object.values(defaultOutcomes).some((table) => outcomeOf<unknown>(table, id) !== table.other),
  );
  expect(unusual).toEqual([]);
});

test('ids are version 4 UUIDs, and the same seed draws the same', () => {
  const id = new Random(7).uuid('Card');
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Random(7).uuid('Card')).toBe(id);
  expect(new Random(8).uuid('Card')).not.toBe(id);
});

test('rule 87: queries of unknown paths and unknown parameters stay out of the log', async () => {
  const mock = createMock();
  await send(mock, 'GET', '/nowhere?accessToken=hush-1');
  await mock.fetch('https://other.test/v1/documents?key=hush-2#hush-3');
  await send(mock, 'GET', '/documents?limit=5&clientSecret=hush-4');
  expect(JSON.stringify(mock.requests)).not.toContain('hush');
  expect(mock.requests.map(({ path }) => path)).toEqual([
    '/nowhere',
    'https://other.test/v1/documents',
    `/documents?limit=5&${REDACTED}`,
  ]);
});

test('rule 87: the code in a path is masked', async () => {
  const mock = createMock();
  await send(mock, 'POST', '/agents/device-codes/hush/redeem');
  expect(mock.requests.at(-1)?.path).toBe(`/agents/device-codes/${REDACTED}/redeem`);
});

test('ids and known parameters stay in the log', async () => {
  const mock = createMock();
  await send(mock, 'GET', '/cards/Card:none');
  await send(mock, 'GET', '/documents?documentHolder=Customer%3A1');
  expect(mock.requests.map(({ path }) => path)).toEqual([
    '/cards/Card:none',
    '/documents?documentHolder=Customer%3A1',
  ]);
});

test('a body nested too deeply is not kept, nor are its secrets', async () => {
  const mock = createMock();
  const seen: unknown[] = [];
  mock.onRequest(({ requestBody }) => seen.push(requestBody));
  const { id } = mock.add.card();
  const nested = (depth: number) => `${'['.repeat(depth)}{"otp":"hush"}${']'.repeat(depth)}`;
  for (const depth of [100, 5000, 100_000]) {
    expect((await send(mock, 'PATCH', `/cards/${id}`, nested(depth))).status).toBe(400);
  }
  expect(JSON.stringify(mock.requests)).not.toContain('hush');
  expect(seen.slice(1)).toEqual(Array(2).fill('[nested more than 200 levels deep]'));
});

test('rule 87: secrets are found by the schemas of the operation, not by their names', async () => {
  const mock = createMock();
  const region = 'DE';
  const { id } = mock.add.customer({ region, contactVerification: { email: 'PENDING' } });
  await send(mock, 'POST', `/customers/${id}/verify-email/confirm`, { code: 'hush-1' });
  expect(mock.requests.at(-1)).toMatchObject({
    requestBody: { code: REDACTED },
    responseBody: { code: 'INVALID_INPUT' },
  });
  const agent = mock.add.customer().id;
  const spendingLimits = { currency: 'USD', perTransactionLimit: 1 };
  const policy = { permissions: [], spendingLimits };
  const made = { name: 'A', customerId: agent, policy };
  expect((await send(mock, 'POST', '/agents', made)).status).toBe(201);
  expect(mock.requests.at(-1)).toMatchObject({ responseBody: { deviceCode: { code: REDACTED } } });
  expect(JSON.stringify(mock.requests)).not.toContain('hush');
});

test.each<[options: object, message: string]>([
  [{ sead: 'x' }, 'sead is not an option of createMock (did you mean seed?)'],
  [{ outcomes: { trnsfer: {} } }, 'trnsfer is not a table of outcomes'],
  [{ strict: 'false' }, 'createMock: strict expected a boolean, received a string'],
  [{ checkResponses: 1 }, 'checkResponses expected a boolean, received a number'],
  [{ seed: {} }, 'seed expected a string, received an object'],
  [{ now: {} }, 'now expected a point in time'],
  [{ logLimit: -1 }, 'logLimit expected at least 0'],
  [{ outboxLimit: '10' }, 'outboxLimit expected a number, received a string'],
  [{ eventLimit: 1.5 }, 'eventLimit expected'],
  [{ challengeLimit: null }, 'challengeLimit expected a number, received null'],
  [{ sleep: 5 }, 'sleep expected a function'],
  [{ outcomes: 'none' }, 'outcomes expected an object, received a string'],
  [{ state: 7 }, 'state expected an object, received a number'],
  [{ baseUrl: 7 }, 'baseUrl expected a string, received a number'],
  [{ authentication: 'of' }, '"required" or "off"'],
  [{ sessionLifetime: '15' }, 'a number of milliseconds, 0 or more'],
  [{ sessionLifetime: -1 }, 'a number of milliseconds, 0 or more'],
  [{ supportedIssuers: 'https://issuer.example' }, 'a list of strings'],
  [{ strongAuthenticationRegions: ['["DE"]'] }, 'a list of codes of regions such as "DE"'],
  [{ strongAuthenticationRegions: ['Germany'] }, 'a list of codes of regions such as "DE"'],
])('rule 100: createMock(%j) is refused', (options, message) => {
  expect(() => createMock(options)).toThrow(MockUsageError);
  expect(() => createMock(options)).toThrow(message);
});

test('createMock accepts options of undefined, and each form of a time', () => {
  for (const now of [undefined, '2026-01-05T09:00:00Z', 0, new Date(0), () => 0]) {
    expect(() => createMock({ now, strict: undefined, logLimit: 0 } as object)).not.toThrow();
  }
});

/** The areas with their resources and without the behaviours in code, as if nobody had written them. */
const declared = Object.values<Area>(areas).map(({ operations: _, ...parts }) => parts);
const engine = compose(declared, operations(), [...ledgerTables, ...webhookTables]);

test('an operation without a behaviour responds with its example', async () => {
  const mock = createMockOf(engine, { authentication: 'off' });
  const { input, result } = exampleOf('cards.reveal');
  const path = `${mock.connection.baseUrl}/cards/${String(input.id)}/reveal`;
  const known = await mock.fetch(path, { method: 'POST' });
  expect(await known.json()).toEqual(result);
  expect(mock.requests.at(-1)?.notes).toEqual([expect.stringContaining('does not implement')]);
});

test('two tables with the same name are an error', () => {
  const twice = compose([...declared, ...declared], operations(), []);
  expect(() => createMockOf(twice)).toThrow('Two tables are named');
});
