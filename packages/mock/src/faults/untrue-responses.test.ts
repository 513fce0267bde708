import { expect } from 'vitest';
import { open, test } from '../../test/support/api-test.ts';
import { legTwo, type OpenMock, request } from '../../test/support/open-mock.ts';
import { createMock } from '../index.ts';
import { foreignForms } from './foreign-responses.ts';

const ada = { customerType: 'INDIVIDUAL', platformCustomerId: 'ada', fullName: 'Ada' };
const create = (api: OpenMock) => api.send('POST', '/customers', ada);
const idsOf = async (api: OpenMock) => {
  const { body, headers } = await api.send('GET', '/customers');
  return { ids: (body.data as { id: string }[]).map(({ id }) => id), headers };
};
const count = ({ mock }: OpenMock) => mock.snapshot().tables.customers.rows.length;
const dateOf = (headers: Headers) => Date.parse(headers.get('date') ?? '');
const created = expect.arrayContaining([
  expect.objectContaining({ kind: 'created', table: 'customers' }),
]);
/** A time without milliseconds, so that `Date` shows it whole. */
const NOON = Date.parse('2026-01-05T12:00:00Z');
const MINUTE = 60_000;

const openAtNoon = () => open({ now: NOON });

test.each(foreignForms)('a gateway responds with %s, and nothing is carried out', async (form) => {
  const api = await openAtNoon();
  api.mock.faults.add({ effect: { kind: 'foreign-response', form } });
  const response = await request(api, 'POST', '/customers', ada);
  expect(response.status).toBe(200);
  const text = await response.text();
  expect(text).not.toContain('Ada');
  expect(text === '').toBe(form === 'no-body');
  const { mock } = api;
  expect(mock.snapshot().tables.customers.rows).toEqual([]);
  expect(mock.requests).toMatchObject([{ status: 200, decision: 'failed', changes: [] }]);
  expect((await create(api)).body).toMatchObject({ fullName: 'Ada' });
});

test('a gateway hides the response of an operation that was carried out', async () => {
  const api = await openAtNoon();
  const effect = {
    kind: 'foreign-response',
    form: 'message',
    status: 201,
    applied: true,
  } as const;
  api.mock.faults.add({ effect });
  expect(await create(api)).toMatchObject({ status: 201, body: { message: 'Request blocked' } });
  expect(api.mock.requests).toMatchObject([{ changes: created }]);
  expect(api.mock.requests[0]?.notes).toEqual([
    'A fault replaced the response: the client received another one.',
  ]);
  expect(count(api)).toBe(1);
});

test('the seed chooses a body where none is named', async () => {
  const texts = async (seed: string) => {
    const api = await open({ seed });
    api.mock.faults.add({ times: 'always', effect: { kind: 'foreign-response' } });
    const bodies: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      bodies.push(await (await request(api, 'GET', '/customers')).text());
    }
    return bodies;
  };
  const first = await texts('one');
  expect(await texts('one')).toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(3);
});

test('a write arrives after its connection was lost, at its time of the clock', async () => {
  const api = await openAtNoon();
  const { mock } = api;
  mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 1_500 } });
  await expect(create(api)).rejects.toThrow(TypeError);
  expect(mock.requests).toMatchObject([{ decision: 'lost', changes: [] }]);
  mock.clock.advance({ milliseconds: 1_499 });
  expect((await idsOf(api)).ids).toEqual([]);
  mock.clock.advance({ milliseconds: 1 });
  expect((await idsOf(api)).ids).toHaveLength(1);
  const [late] = mock.requests;
  expect(late).toMatchObject({ decision: 'lost', changes: created });
  expect(late?.notes).toEqual(['It was carried out later.']);
  await idsOf(api);
  expect(count(api)).toBe(1);
});

test('the first read after a write arrived shows it, however soon it comes', async () => {
  for (let turns = 0; turns < 40; turns += 1) {
    const api = await openAtNoon();
    api.mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 1_500 } });
    await expect(create(api)).rejects.toThrow(TypeError);
    api.mock.clock.advance({ seconds: 20 });
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
    expect([turns, (await idsOf(api)).ids]).toEqual([turns, [expect.any(String)]]);
  }
});

test.each(['without an endpoint', 'with an endpoint'])(
  'a write that is late comes before what was due after it, %s',
  async (how) => {
    const api = await openAtNoon();
    const { mock } = api;
    if (how === 'with an endpoint') mock.deliverTo(() => new Response());
    const expiresAt = new Date(NOON + 2 * MINUTE).toISOString();
    const { code } = mock.add.invitation({ expiresAt });
    mock.faults.add({ effect: { kind: 'late-apply', milliseconds: MINUTE } });
    const cancel = api.send('POST', `/invitations/${code}/cancel`);
    await expect(cancel).rejects.toThrow(TypeError);
    mock.clock.advance({ minutes: 10 });
    await mock.webhooks.flush();
    const { body } = await api.send('GET', `/invitations/${code}`);
    expect([body.status, mock.requests[0]?.notes]).toEqual([
      'CANCELLED',
      ['It was carried out later.'],
    ]);
  },
);

test('what was due after a write that is late follows it at once if there is an endpoint', async () => {
  const api = await openAtNoon();
  const { mock } = api;
  mock.deliverTo(() => new Response());
  mock.add.invitation({ expiresAt: new Date(NOON + 2 * MINUTE).toISOString() });
  mock.faults.add({ effect: { kind: 'late-apply', milliseconds: MINUTE } });
  await expect(create(api)).rejects.toThrow(TypeError);
  mock.clock.advance({ minutes: 10 });
  for (let turn = 0; turn < 1000 && count(api) === 0; turn += 1) await Promise.resolve();
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  const [row] = mock.snapshot().tables.invitations.rows;
  expect(row?.[1]).toMatchObject({ status: 'EXPIRED' });
});

test('a repeat overtakes a write that is late, and both are carried out, in this order', async () => {
  const api = await openAtNoon();
  api.mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 10 } });
  const late = { ...ada, platformCustomerId: 'late' };
  await expect(api.send('POST', '/customers', late)).rejects.toThrow(TypeError);
  expect((await create(api)).status).toBe(201);
  api.mock.clock.advance({ milliseconds: 10 });
  await api.mock.webhooks.flush();
  const rows = api.mock.snapshot().tables.customers.rows;
  expect(rows.map(([, { platformCustomerId }]) => platformCustomerId)).toEqual(['ada', 'late']);
});

test('a signed write that is late is refused once its challenge has expired', async () => {
  const api = await openAtNoon();
  const { account, sessionKey } = await api.signIn();
  const { id } = api.mock.add.card({ fundingSources: [account.id] });
  const frozen = { state: 'FROZEN' };
  const headers = await legTwo(await api.challenge('PATCH', `/cards/${id}`, frozen), sessionKey);
  const effect = { kind: 'late-apply', milliseconds: 6 * MINUTE } as const;
  api.mock.faults.add({ leg: 2, effect });
  await expect(api.send('PATCH', `/cards/${id}`, frozen, headers)).rejects.toThrow(TypeError);
  api.mock.clock.advance({ minutes: 6 });
  expect((await api.send('GET', `/cards/${id}`)).body.state).toBe('ACTIVE');
  const [note] = api.mock.requests.find(({ leg }) => leg === 2)?.notes ?? [];
  expect(note).toMatch(/^It was refused when it arrived: /);
});

test('reads show the state before a write for a while', async () => {
  const api = await openAtNoon();
  const { mock } = api;
  mock.faults.add({ effect: { kind: 'stale-read', milliseconds: MINUTE } });
  const { id } = (await create(api)).body;
  mock.clock.advance({ milliseconds: MINUTE - 1_000 });
  const stale = await idsOf(api);
  expect(stale.ids).toEqual([]);
  expect((await api.send('GET', `/customers/${id}`)).status).toBe(404);
  expect(dateOf(stale.headers)).toBe(NOON + MINUTE - 1_000);
  expect(stale.headers.get('age')).toBeNull();
  // A write finds what reads do not show.
  expect((await api.send('PATCH', `/customers/${id}`, { fullName: 'Eve' })).status).toBe(200);
  mock.clock.advance({ seconds: 1 });
  expect((await idsOf(api)).ids).toEqual([id]);
});

test('a cached list shows the state in which the fault was added, and its age', async () => {
  const api = await openAtNoon();
  const { mock } = api;
  mock.faults.add({ effect: { kind: 'cached-list', milliseconds: 3_600_000 } });
  const { id } = (await create(api)).body;
  mock.clock.advance({ seconds: 30 });
  const cached = await idsOf(api);
  expect(cached.ids).toEqual([]);
  expect(cached.headers.get('age')).toBe('3630');
  expect(dateOf(cached.headers)).toBe(NOON - 3_600_000);
  const fresh = await idsOf(api);
  expect([fresh.ids, fresh.headers.get('age')]).toEqual([[id], null]);
});

test.each([-300_000, 300_000])('the clock of the service is off by %i ms', async (skew) => {
  const api = await openAtNoon();
  api.mock.faults.add({ times: 2, effect: { kind: 'skewed-date', milliseconds: skew } });
  // Not by `send`, which finds such a time untrue.
  const post = await request(api, 'POST', '/customers', ada);
  expect(dateOf(post.headers)).toBe(NOON + skew);
  const { createdAt } = (await post.json()) as { readonly createdAt: string };
  expect(Date.parse(createdAt)).toBe(NOON + skew);
  const list = () => request(api, 'GET', '/customers');
  expect(dateOf((await list()).headers)).toBe(NOON + skew);
  expect(dateOf((await list()).headers)).toBe(NOON);
});

test('an effect strikes only the requests that it is about', async (api) => {
  const { mock } = api;
  mock.faults.add({ effect: { kind: 'cached-list', milliseconds: 0 } });
  mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 0 } });
  await api.send('GET', '/customers/Customer:1');
  expect(mock.faults.armed.map(({ seen }) => seen)).toEqual([0, 0]);
  await api.send('GET', '/customers');
  expect(mock.faults.armed.map(({ seen }) => seen)).toEqual([1, 0]);
  await expect(api.send('POST', '/customers')).rejects.toThrow(TypeError);
  expect(mock.faults.armed.map(({ struck }) => struck)).toEqual([1, 1]);
});

test.rows(['clear', 'reset'] as const)(
  'after %s reads are fresh, and no late write arrives',
  async (api, how) => {
    const { mock } = api;
    mock.faults.add({ nth: 1, effect: { kind: 'late-apply', milliseconds: 1 } });
    await expect(create(api)).rejects.toThrow(TypeError);
    if (how === 'reset') mock.reset();
    mock.faults.add({ effect: { kind: 'stale-read', milliseconds: MINUTE } });
    if (how === 'clear') mock.faults.clear();
    await create(api);
    mock.faults.clear();
    mock.clock.advance({ seconds: 1 });
    expect((await idsOf(api)).ids).toHaveLength(1);
  },
);

test('rule 100: an operation that an effect cannot strike is refused', () => {
  const { faults } = createMock();
  const of =
    (operation: 'cards.get' | 'customers.create', kind: 'late-apply' | 'cached-list') => () =>
      faults.add({ operation, effect: { kind, milliseconds: 1 } });
  expect(of('cards.get', 'late-apply')).toThrow(
    'operation is cards.get; late-apply strikes a write',
  );
  expect(of('customers.create', 'cached-list')).toThrow('cached-list strikes a list only');
  expect(faults.armed).toEqual([]);
});
