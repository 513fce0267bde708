import { expect, test } from 'vitest';
import { rules } from '../../test/lab/doors.ts';
import { type Lab, legTwo, openLab } from '../../test/lab/lab.ts';
import { createMock, type FaultEffect, MockUsageError } from '../index.ts';
import { foreignForms } from './foreign-responses.ts';

const ada = { customerType: 'INDIVIDUAL', platformCustomerId: 'ada', fullName: 'Ada' };
const create = (lab: Lab) => lab.send('POST', '/customers', ada);
const idsOf = async (lab: Lab) => {
  const { body, headers } = await lab.send('GET', '/customers');
  return { ids: (body.data as { id: string }[]).map(({ id }) => id), headers };
};
const count = ({ mock }: Lab) => mock.snapshot().tables.customers.rows.length;
const dateOf = (headers: Headers) => Date.parse(headers.get('date') ?? '');
/** The changes of a request that created a customer, and what comes with one. */
const created = expect.arrayContaining([
  expect.objectContaining({ kind: 'created', table: 'customers' }),
]);
/** A time without milliseconds, so that `Date` shows it whole. */
const NOON = Date.parse('2026-01-05T12:00:00Z');
const MINUTE = 60_000;

rules('responses that are untrue', (test, door) => {
  const open = () => openLab(door, { now: NOON });

  test.each(foreignForms)(
    'a gateway responds with %s, and nothing is carried out',
    async (form) => {
      const lab = await open();
      lab.mock.faults.add({ effect: { kind: 'foreign-response', form } });
      const response = await lab.door.fetch(`${lab.door.connection.baseUrl}/customers`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(ada),
      });
      expect(response.status).toBe(200);
      const text = await response.text();
      expect(text).not.toContain('Ada');
      expect(text === '').toBe(form === 'no-body');
      const { mock } = lab;
      expect(mock.snapshot().tables.customers.rows).toEqual([]);
      expect(mock.requests).toMatchObject([{ status: 200, decision: 'failed', changes: [] }]);
      expect((await create(lab)).body).toMatchObject({ fullName: 'Ada' });
    },
  );

  test('a gateway hides the response of an operation that was carried out', async () => {
    const lab = await open();
    const effect = {
      kind: 'foreign-response',
      form: 'message',
      status: 201,
      applied: true,
    } as const;
    lab.mock.faults.add({ effect });
    expect(await create(lab)).toMatchObject({ status: 201, body: { message: 'Request blocked' } });
    expect(lab.mock.requests).toMatchObject([{ changes: created }]);
    expect(lab.mock.requests[0]?.notes).toEqual([
      'A fault replaced the response: the client received another one.',
    ]);
    expect(count(lab)).toBe(1);
  });

  test('the seed chooses a body where none is named', async () => {
    const texts = async (seed: string) => {
      const lab = await openLab(door, { seed });
      lab.mock.faults.add({ times: 'always', effect: { kind: 'foreign-response' } });
      const bodies: string[] = [];
      for (let index = 0; index < 12; index += 1) {
        const response = await lab.door.fetch(`${lab.door.connection.baseUrl}/customers`, {});
        bodies.push(await response.text());
      }
      return bodies;
    };
    const first = await texts('one');
    expect(await texts('one')).toEqual(first);
    expect(new Set(first).size).toBeGreaterThan(3);
  });

  test('a write arrives after its connection was lost, at its time of the clock', async () => {
    const lab = await open();
    const { mock } = lab;
    mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 1_500 } });
    await expect(create(lab)).rejects.toThrow(TypeError);
    expect(mock.requests).toMatchObject([{ decision: 'lost', changes: [] }]);
    mock.clock.advance({ milliseconds: 1_499 });
    expect((await idsOf(lab)).ids).toEqual([]);
    mock.clock.advance({ milliseconds: 1 });
    expect((await idsOf(lab)).ids).toHaveLength(1);
    const [late] = mock.requests;
    expect(late).toMatchObject({ decision: 'lost', changes: created });
    expect(late?.notes).toEqual(['It was carried out later.']);
    await idsOf(lab);
    expect(count(lab)).toBe(1);
  });

  test('the first read after a write arrived shows it, however soon it comes', async () => {
    for (let turns = 0; turns < 40; turns += 1) {
      const lab = await open();
      lab.mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 1_500 } });
      await expect(create(lab)).rejects.toThrow(TypeError);
      lab.mock.clock.advance({ seconds: 20 });
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      expect([turns, (await idsOf(lab)).ids]).toEqual([turns, [expect.any(String)]]);
    }
  });

  test('a write that was due earlier is dated when it arrived', async () => {
    const lab = await open();
    const { mock } = lab;
    mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 1_500 } });
    await expect(create(lab)).rejects.toThrow(TypeError);
    mock.clock.advance({ seconds: 20 });
    const { body } = await lab.send('GET', '/customers');
    const due = new Date(NOON + 1_500).toISOString();
    expect(body.data).toMatchObject([{ createdAt: due, updatedAt: due }]);
    expect(mock.events.map(({ timestamp }) => timestamp)).toEqual(mock.events.map(() => due));
  });

  test.each(['without an endpoint', 'with an endpoint'])(
    'a write that is late comes before what was due after it, %s',
    async (how) => {
      const lab = await open();
      const { mock } = lab;
      if (how === 'with an endpoint') mock.deliverTo(() => new Response());
      const expiresAt = new Date(NOON + 2 * MINUTE).toISOString();
      const { code } = mock.add.invitation({ expiresAt });
      mock.faults.add({ effect: { kind: 'late-apply', milliseconds: MINUTE } });
      const cancel = lab.send('POST', `/invitations/${code}/cancel`);
      await expect(cancel).rejects.toThrow(TypeError);
      mock.clock.advance({ minutes: 10 });
      await mock.webhooks.flush();
      const { body } = await lab.send('GET', `/invitations/${code}`);
      expect([body.status, mock.requests[0]?.notes]).toEqual([
        'CANCELLED',
        ['It was carried out later.'],
      ]);
    },
  );

  test('what was due after a write that is late follows it at once if there is an endpoint', async () => {
    const lab = await open();
    const { mock } = lab;
    mock.deliverTo(() => new Response());
    mock.add.invitation({ expiresAt: new Date(NOON + 2 * MINUTE).toISOString() });
    mock.faults.add({ effect: { kind: 'late-apply', milliseconds: MINUTE } });
    await expect(create(lab)).rejects.toThrow(TypeError);
    mock.clock.advance({ minutes: 10 });
    for (let turn = 0; turn < 1000 && count(lab) === 0; turn += 1) await Promise.resolve();
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    const [row] = mock.snapshot().tables.invitations.rows;
    expect(row?.[1]).toMatchObject({ status: 'EXPIRED' });
  });

  test('a repeat overtakes a write that is late, and both are carried out, in this order', async () => {
    const lab = await open();
    lab.mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 10 } });
    const late = { ...ada, platformCustomerId: 'late' };
    await expect(lab.send('POST', '/customers', late)).rejects.toThrow(TypeError);
    expect((await create(lab)).status).toBe(201);
    lab.mock.clock.advance({ milliseconds: 10 });
    await lab.mock.webhooks.flush();
    const rows = lab.mock.snapshot().tables.customers.rows;
    expect(rows.map(([, { platformCustomerId }]) => platformCustomerId)).toEqual(['ada', 'late']);
  });

  test('a signed write that is late is refused once its challenge has expired', async () => {
    const lab = await open();
    const { account, sessionKey } = await lab.signIn();
    const { id } = lab.mock.add.card({ fundingSources: [account.id] });
    const frozen = { state: 'FROZEN' };
    const headers = await legTwo(await lab.challenge('PATCH', `/cards/${id}`, frozen), sessionKey);
    const effect = { kind: 'late-apply', milliseconds: 6 * MINUTE } as const;
    lab.mock.faults.add({ leg: 2, effect });
    await expect(lab.send('PATCH', `/cards/${id}`, frozen, headers)).rejects.toThrow(TypeError);
    lab.mock.clock.advance({ minutes: 6 });
    expect((await lab.send('GET', `/cards/${id}`)).body.state).toBe('ACTIVE');
    const [note] = lab.mock.requests.find(({ leg }) => leg === 2)?.notes ?? [];
    expect(note).toMatch(/^It was refused when it arrived: /);
  });

  test('reads show the state before a write for a while', async () => {
    const lab = await open();
    const { mock } = lab;
    mock.faults.add({ effect: { kind: 'stale-read', milliseconds: MINUTE } });
    const { id } = (await create(lab)).body;
    mock.clock.advance({ milliseconds: MINUTE - 1_000 });
    const stale = await idsOf(lab);
    expect(stale.ids).toEqual([]);
    expect((await lab.send('GET', `/customers/${id}`)).status).toBe(404);
    expect(dateOf(stale.headers)).toBe(NOON + MINUTE - 1_000);
    expect(stale.headers.get('age')).toBeNull();
    // A write finds what reads do not show.
    expect((await lab.send('PATCH', `/customers/${id}`, { fullName: 'Eve' })).status).toBe(200);
    mock.clock.advance({ seconds: 1 });
    expect((await idsOf(lab)).ids).toEqual([id]);
  });

  test('a cached list shows the state in which the fault was added, and its age', async () => {
    const lab = await open();
    const { mock } = lab;
    mock.faults.add({ effect: { kind: 'cached-list', milliseconds: 3_600_000 } });
    const { id } = (await create(lab)).body;
    mock.clock.advance({ seconds: 30 });
    const cached = await idsOf(lab);
    expect(cached.ids).toEqual([]);
    expect(cached.headers.get('age')).toBe('3630');
    expect(dateOf(cached.headers)).toBe(NOON - 3_600_000);
    const fresh = await idsOf(lab);
    expect([fresh.ids, fresh.headers.get('age')]).toEqual([[id], null]);
  });

  test.each([-300_000, 300_000])('the clock of the service is off by %i ms', async (skew) => {
    const lab = await open();
    lab.mock.faults.add({ times: 2, effect: { kind: 'skewed-date', milliseconds: skew } });
    const created = await create(lab);
    expect(dateOf(created.headers)).toBe(NOON + skew);
    expect(Date.parse(String(created.body.createdAt))).toBe(NOON + skew);
    expect(dateOf((await idsOf(lab)).headers)).toBe(NOON + skew);
    expect(dateOf((await idsOf(lab)).headers)).toBe(NOON);
  });
});

test('an effect strikes only the requests that it is about', async () => {
  const mock = createMock();
  mock.faults.add({ effect: { kind: 'cached-list', milliseconds: 0 } });
  mock.faults.add({ effect: { kind: 'late-apply', milliseconds: 0 } });
  const { baseUrl } = mock.connection;
  await mock.fetch(`${baseUrl}/customers/Customer:1`);
  expect(mock.faults.armed.map(({ seen }) => seen)).toEqual([0, 0]);
  await mock.fetch(`${baseUrl}/customers`);
  expect(mock.faults.armed.map(({ seen }) => seen)).toEqual([1, 0]);
  await expect(mock.fetch(`${baseUrl}/customers`, { method: 'POST' })).rejects.toThrow(TypeError);
  expect(mock.faults.armed.map(({ struck }) => struck)).toEqual([1, 1]);
});

test.each(['clear', 'reset'] as const)(
  'after %s reads are fresh, and no late write arrives',
  async (how) => {
    const mock = createMock();
    const { baseUrl, tokenId, clientSecret } = mock.connection;
    const headers = {
      authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      'content-type': 'application/json',
    };
    const send = () =>
      mock.fetch(`${baseUrl}/customers`, { method: 'POST', headers, body: JSON.stringify(ada) });
    mock.faults.add({ nth: 1, effect: { kind: 'late-apply', milliseconds: 1 } });
    await expect(send()).rejects.toThrow(TypeError);
    if (how === 'reset') mock.reset();
    mock.faults.add({ effect: { kind: 'stale-read', milliseconds: MINUTE } });
    if (how === 'clear') mock.faults.clear();
    await send();
    mock.faults.clear();
    mock.clock.advance({ seconds: 1 });
    const { data } = (await (await mock.fetch(`${baseUrl}/customers`, { headers })).json()) as {
      data: unknown[];
    };
    expect(data).toHaveLength(1);
  },
);

const typos: readonly (readonly [FaultEffect['kind'], object, string])[] = [
  ['foreign-response', { form: 'sucess' }, 'effect.form is "sucess"; allowed: success-false, mess'],
  ['foreign-response', { status: 302 }, 'effect.status must be a whole number, 200 to 299'],
  ['foreign-response', { applied: 'yes' }, 'effect.applied must be true or false'],
  ['late-apply', {}, 'effect.milliseconds must be a number of milliseconds, 0 or more'],
  ['stale-read', { milliseconds: -1 }, 'effect.milliseconds'],
  ['cached-list', { age: 5 }, 'effect has no field age; allowed: kind, milliseconds'],
  ['skewed-date', { milliseconds: 'late' }, 'effect.milliseconds must be a number of milliseconds'],
];

test.each(typos)('rule 100: %s with %j is refused', (kind, fields, message) => {
  const add = () => createMock().faults.add({ effect: { kind, ...fields } as FaultEffect });
  expect(add).toThrow(MockUsageError);
  expect(add).toThrow(message);
});

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
