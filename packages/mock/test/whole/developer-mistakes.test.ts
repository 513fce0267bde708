import { describe, expect, test } from 'vitest';
import { createMock } from '../../src/index.ts';
import { open } from '../support/api-test.ts';
import { expectInvalid } from '../support/open-mock.ts';

/** Passes a value that the types refuse, as JavaScript code can. */
const untyped = (value: unknown) => value as never;

describe("rule 100: a developer's mistakes are errors that name the allowed values", () => {
  test('an unknown unit of time leaves the clock unchanged', () => {
    const { clock } = createMock();
    const before = clock.now();
    const units = 'Units are days, hours, minutes, seconds, milliseconds';
    for (const duration of [
      { minute: 5 },
      { minutes: Number.NaN },
      { minutes: '5' },
      {},
      5,
      null,
    ]) {
      expect(() => clock.advance(untyped(duration))).toThrow(units);
    }
    expect(clock.now()).toBe(before);
    clock.advance({ minutes: 5, seconds: undefined as never });
    expect(clock.now() - before).toBe(300_000);
  });

  test('a time that does not exist, or is outside the range of dates', () => {
    const { clock } = createMock({ now: '2026-01-05T09:00:00Z' });
    const before = clock.now();
    for (const time of ['2026-02-30', '2026-02-30T09:00:00Z', '2026-13-01', 'soon', 8.65e15]) {
      expect(() => clock.set(time), String(time)).toThrow(`Not a point in time: ${time}`);
      expect(() => createMock({ now: time }), String(time)).toThrow('Not a point in time');
    }
    expect(() => clock.advance({ days: 1e12 })).toThrow('Not a point in time');
    expect(clock.now()).toBe(before);
    clock.set('2028-02-29T23:00:00-05:00');
    expect(new Date(clock.now()).toISOString()).toBe('2028-03-01T04:00:00.000Z');
  });
});

const get = async (path: string) => (await open()).send('GET', path);

test('rule 99: names of prototype members are treated as data', async () => {
  for (const code of ['constructor', '__proto__', 'toString', 'hasOwnProperty']) {
    const { status, body } = await get(`/exchange-rates?sourceCurrency=${code}`);
    expect([status, body.code]).toEqual([400, 'INVALID_CURRENCY']);
    expect((await get(`/cards/${code}`)).status).toBe(404);
    expect((await get(`/documents?documentHolder=Customer:${code}`)).body).toMatchObject({
      data: [],
    });
    expect((await get(`/documents?${code}=1`)).status).toBe(400);
  }
});

test('crypto currencies have rates, in their own smallest unit', async () => {
  const path = '/exchange-rates?sourceCurrency=BTC&destinationCurrency=USD&sendingAmount=100000000';
  const { status, body } = await get(path);
  expect(status).toBe(200);
  const [rate] = body.data as readonly Readonly<Record<string, unknown>>[];
  expect(rate?.sourceCurrency).toMatchObject({ code: 'BTC', decimals: 8 });
  expect(rate?.receivingAmount).toBeGreaterThan(9_000_000);
  expect(rate?.receivingAmount).toBeLessThan(10_000_000);
});

async function create(unknownFields: 'refuse' | 'ignore') {
  const api = await open({ unknownFields });
  const reply = await api.send('POST', '/customers?hat=top', {
    customerType: 'BUSINESS',
    shoeSize: 43,
    businessInfo: {
      legalName: 'Ada Ltd',
      country: 'DE',
      incorporatedOn: '2001-02-03',
      taxId: '1',
      registrationNumber: '2',
      mood: 'good',
    },
    address: { line1: '1 Main Street', postalCode: '10001', country: 'US', planet: 'Earth' },
  });
  return { mock: api.mock, reply };
}

test('rule 127: unknownFields: ignore drops fields of the query and of the body at any depth, and names them in the log', async () => {
  const { mock, reply } = await create('ignore');
  expect(reply).toMatchObject({ status: 201, body: { businessInfo: { legalName: 'Ada Ltd' } } });
  expect(JSON.stringify(reply.body)).not.toMatch(/shoeSize|mood|planet/);
  const notes = mock.requests.at(-1)?.notes.join(' ') ?? '';
  for (const field of ['hat', 'shoeSize', 'businessInfo.mood', 'address.planet']) {
    expect(notes).toContain(field);
  }
  const { reply: refused } = await create('refuse');
  expectInvalid(refused, 'address.planet', 'businessInfo.mood', 'hat', 'shoeSize');
});

test('rule 103: reset returns to the world that the mock was created with', () => {
  const seeded = createMock();
  const { id } = seeded.add.customer();
  seeded.add.internalAccount({ available: 70 });
  const mock = createMock({ state: seeded.snapshot() });
  mock.add.internalAccount({ available: 1 });
  mock.clock.advance({ days: 1 });
  mock.reset();
  expect(mock.snapshot()).toEqual(seeded.snapshot());
  expect(mock.panels().find(({ name }) => name === 'customers')?.records).toMatchObject([{ id }]);
  expect(mock.ledger.balances()).toMatchObject([{ balances: 70 }]);
});
