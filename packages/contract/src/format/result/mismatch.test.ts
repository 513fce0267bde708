import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Fields } from '../fields.ts';
import { looseObject } from '../objects.ts';
import { byCreated } from '../reconcile.ts';
import { id, openEnum, timestamp } from '../response-values.ts';
import { mismatchReason } from './mismatch.ts';

const schema = z.object({
  id: z.string(),
  label: z.string(),
  state: z.string(),
  note: z.optional(z.string()),
});
const sent = { label: 'Gift' };

type Row = Omit<Parameters<typeof mismatchReason>[0], 'responses'>;

/** The reason against a result that needs no field to be recognized. */
function reasonOf(
  value: Fields,
  request: Fields = sent,
  row: Row = {},
  of: z.ZodMiniType = schema,
) {
  const whole = { responses: { 200: of }, ...row, result: { fields: [], ...row.result } };
  return mismatchReason(whole, { status: 200, value, params: {}, sent: request });
}

const COPY = 'it has nothing that the request did not have';

describe('a copy of a request', () => {
  test('is not a result, by the required fields that it lacks', () => {
    expect(reasonOf(sent)).toBe(COPY);
    expect(reasonOf({ ...sent, state: 'OPEN' })).toBeUndefined();
    for (const value of [{ ...sent, note: 'late' }, { note: 'late' }, { ...sent, state: null }]) {
      expect(reasonOf(value)).toBe(COPY);
    }
  });

  test('is not a result by a field whose value has another form than in the contract', () => {
    const form = z.object({
      id: id('Voucher' as never),
      state: openEnum(['OPEN', 'USED_UP']),
      kind: z.literal('GIFT'),
      cardId: id('Card'),
      usedAt: timestamp,
      count: z.number(),
      isOpen: z.boolean(),
      parts: z.array(z.string()),
      card: looseObject({}),
      amount: z.union([z.number(), z.string()]),
    });
    const isCopy = (value: Fields) => reasonOf(value, sent, {}, form) === COPY;
    const own = { state: 'LATER_2', kind: 'GIFT', cardId: 'Card:1', count: 0, isOpen: false };
    const more = { parts: [], card: {}, amount: '7' };
    for (const [name, value] of Object.entries({ ...own, ...more })) {
      expect(isCopy({ [name]: value }), name).toBe(false);
    }
    const other = {
      state: 'open',
      kind: 'OTHER',
      cardId: '1',
      count: '0',
      isOpen: 'false',
      id: 'v1',
    };
    for (const value of [other, { parts: {}, card: [], amount: true, state: '' }]) {
      expect(isCopy(value), JSON.stringify(value)).toBe(true);
    }
  });

  test('is a result by a field in the form of one of the variants', () => {
    const first = z.object({ kind: z.literal('FIRST'), value: z.number() });
    const second = z.object({ kind: z.literal('SECOND'), value: z.boolean() });
    const variants = z.discriminatedUnion('kind', [first, second]);
    const isCopy = (value: Fields) => reasonOf(value, sent, {}, variants) === COPY;
    expect(isCopy({ value: 7 })).toBe(false);
    expect(isCopy({ value: true })).toBe(false);
    expect(isCopy({ value: '7' })).toBe(true);
    // None of them has an id.
    expect(isCopy({ id: 'Voucher:1' })).toBe(true);
  });

  test('is not a result by a time alone, where the result has something else of its own', () => {
    const dated = z.object({ label: z.string(), state: z.string(), usedAt: timestamp });
    const isCopy = (shape: z.ZodMiniType, value: Fields, request: Fields = sent) =>
      reasonOf(value, request, {}, shape) === COPY;
    const usedAt = '2026-01-05T09:00:00Z';
    expect(isCopy(dated, { ...sent, usedAt })).toBe(true);
    expect(isCopy(dated, { ...sent, usedAt, state: 'OPEN' })).toBe(false);
    const whole = { ...sent, state: 'OPEN' };
    expect(isCopy(dated, { ...whole, usedAt }, whole)).toBe(false);
    expect(isCopy(dated, { ...whole, usedAt: 'now' }, whole)).toBe(true);
  });

  test('is a result with an id of its own, which only the service assigns', () => {
    expect(reasonOf({ ...sent, id: 'Voucher:1' })).toBeUndefined();
    expect(reasonOf({ ...sent, id: 'Voucher:1' }, { ...sent, voucherId: 'Voucher:1' })).toBe(COPY);
  });

  test('looks like a result whose required fields the request has', () => {
    const whole = { label: 'Gift', state: 'OPEN' };
    expect(reasonOf(whole, whole)).toBeUndefined();
    const someOf = ['label', 'note'];
    expect(reasonOf(whole, whole, { result: { someOf } })).toBe(COPY);
    expect(reasonOf({ ...whole, note: 'late' }, whole, { result: { someOf } })).toBeUndefined();
  });
});

describe('a result that names another resource than its request', () => {
  const request = { cardId: 'Card:1' };

  test.each([
    [{ cardId: 'Card:2' }, { result: {} }],
    [{ voucher: { cardId: 'Card:2' } }, { result: { in: 'voucher' } }],
  ])('is the result of another one: %j', (found, row) => {
    expect(reasonOf({ id: 'Voucher:1', ...found }, request, row)).toBe(
      'its cardId is not the one of the request',
    );
  });

  test.each([
    [{ cardId: 'Card:1' }, { result: {} }],
    [{ cardId: 'Account:2' }, { result: {} }],
    [{ voucher: { cardId: 'Card:2' } }, { result: {} }],
    [{ cardId: 'Card:2', voucher: { cardId: 'Card:1' } }, { result: { in: 'voucher' } }],
  ])('is not seen in %j', (found, row) => {
    expect(reasonOf({ id: 'Voucher:1', ...found }, request, row)).toBeUndefined();
  });

  test('is seen inside an object too, by its path', () => {
    const inside = (accountId: string) => ({ source: { accountId } });
    const found = { id: 'Voucher:1', ...inside('Account:2') };
    expect(reasonOf(found, inside('Account:1'))).toBe(
      'its source.accountId is not the one of the request',
    );
    expect(reasonOf(found, inside('Account:2'))).toBeUndefined();
  });

  test.each<[Fields, Fields]>([
    [{ source: { accountId: 'Account:1' } }, {}],
    [{}, { source: { accountId: 'Account:1' } }],
    [{ fundingSources: ['Account:1'] }, { fundingSources: ['Account:1'] }],
  ])('is not seen where %j is sent and %j is shown', (request, shown) => {
    expect(reasonOf({ id: 'Voucher:1', ...shown }, request)).toBeUndefined();
  });

  test('names it by a reference, not by words that mention one', () => {
    const found = { id: 'Voucher:1', label: 'for Card:2' };
    expect(reasonOf(found, { label: 'for Card:1' })).toBeUndefined();
  });
});

describe('a result under another id of the caller', () => {
  const row = { result: {}, reconcile: byCreated('vouchers.list', [], 'label') };

  test.each<[string, Fields, Fields, string | undefined]>([
    [
      'belongs to another call',
      { label: 'b' },
      { label: 'a' },
      'its label is not the one of the request',
    ],
    ['belongs to this call under the same', { label: 'a' }, { label: 'a' }, undefined],
    ['may have been named by the service', { label: 'b' }, {}, undefined],
    ['may lack it', {}, { label: 'a' }, undefined],
    ['may have it in another form', { label: 7 }, { label: 'a' }, undefined],
  ])('%s', (_case, found, request, reason) => {
    expect(reasonOf({ id: 'Voucher:1', ...found }, request, row)).toBe(reason);
  });

  test('is seen only in rows that declare one', () => {
    expect(reasonOf({ id: 'Voucher:1', label: 'b' }, { label: 'a' })).toBeUndefined();
  });
});

test('a result without an id has the value of its path in the field of that name', () => {
  const row = { responses: { 200: z.object({ code: z.string(), label: z.string() }) } };
  const reason = (code: string) =>
    mismatchReason(row, { status: 200, value: { code, label: 'Gift' }, params: { code: 'a' } });
  expect(reason('a')).toBeUndefined();
  expect(reason('b')).toBe('it does not have what identifies the result: code, label');
});

describe('a response', () => {
  const card = z.object({ id: id('Card'), state: z.string() });
  const reason = (row: Parameters<typeof mismatchReason>[0], value: unknown, more: object = {}) =>
    mismatchReason(row, { status: 200, value, params: {}, ...more });
  const found = { id: 'Card:1', state: 'OPEN' };

  test('is read by the schema of its status, or by the first; without any, nothing is known', () => {
    const row = { responses: { 200: card, 201: z.object({ code: z.string() }) } };
    expect(reason(row, { code: 'a' }, { status: 201 })).toBeUndefined();
    expect(reason(row, found, { status: 206 })).toBeUndefined();
    expect(reason(row, { code: 'a' })).toContain('identifies');
    expect(reason({ responses: {} }, { any: 1 })).toBeUndefined();
  });

  test.each([
    [{ id: 'Card:' }, {}],
    [{ id: 'Card:2' }, { id: 'Card:1' }],
    [{ id: 'Agent:1' }, {}],
    [{ id: '' }, {}],
  ])('with %j is not the card of %j', (value, params) => {
    expect(reason({ responses: { 200: card } }, { ...found, ...value }, { params })).toContain(
      'id',
    );
  });

  test('may name another resource of the same kind in another field', () => {
    const row = { responses: { 200: z.object({ cardId: id('Card') }) } };
    const params = { id: 'Card:1' };
    expect(reason(row, { cardId: 'Card:2' }, { params })).toBeUndefined();
    expect(reason(row, { cardId: 'Card:2' }, { params: { cardId: 'Card:1' } })).toContain('cardId');
  });

  test.each<[z.ZodMiniType, unknown, unknown]>([
    [z.string(), 'a', ''],
    [z.number(), 0, '0'],
    [z.boolean(), false, 'false'],
    [z.array(z.string()), [], {}],
    [looseObject({}), {}, []],
    [z.union([z.number(), z.string()]), '7', null],
    [z.union([z.number(), z.string()]), 7, undefined],
  ])('is recognized by a field of its type (%#)', (part, fits, other) => {
    const row = { responses: { 200: z.object({ part }) } };
    expect(reason(row, { part: fits })).toBeUndefined();
    expect(reason(row, { part: other })).toContain('identifies');
  });

  test('of a list has pages only where the list is paged', () => {
    const row = (list: 'paged' | 'whole') => ({ responses: { 200: card }, list });
    expect(reason(row('paged'), { data: [found], hasMore: false })).toBeUndefined();
    expect(reason(row('paged'), { data: [found] })).toBe('it is not a page of a list');
    expect(reason(row('whole'), { data: [found] })).toBeUndefined();
  });

  test('of a read reports a failure beside an id, and not beside a whole result', () => {
    const row = { responses: { 200: card } };
    expect(reason(row, { id: 'Card:1', error: 'blocked' })).toBe('it reports a failure');
    expect(reason(row, { ...found, error: 'blocked' })).toBeUndefined();
    const loose = { responses: { 200: z.object({ note: z.optional(z.string()) }) } };
    expect(reason({ ...loose, result: { fields: [] } }, { error: 'x' })).toBe(
      'it reports a failure',
    );
  });
});

describe('a status of the result', () => {
  const states = z.object({ label: z.string(), status: openEnum(['failed', 'OPEN']) });

  test('is not a failure where the contract knows it', () => {
    const whole = { label: 'Gift', status: 'failed' };
    expect(reasonOf(whole, whole, {}, states)).toBeUndefined();
    expect(reasonOf(whole, sent, {}, states)).toBeUndefined();
    expect(reasonOf({ ...whole, status: 'error' }, sent, {}, states)).toBe('it reports a failure');
    const either = z.union([z.object({ code: timestamp }), states]);
    expect(reasonOf(whole, sent, {}, either)).toBeUndefined();
    const dated = z.object({ label: z.string(), error: timestamp });
    expect(reasonOf({ label: 'Gift', error: 'late' }, sent, {}, dated)).toBe(
      'it reports a failure',
    );
  });

  test('may be any text where the known ones have no common form', () => {
    const mixed = z.object({ label: z.string(), kind: openEnum(['OPEN', 'usedUp']) });
    const upper = z.object({ label: z.string(), kind: openEnum(['OPEN', 'USED_UP']) });
    for (const kind of ['later one', 'usedUp']) {
      expect(reasonOf({ ...sent, kind }, sent, {}, mixed), kind).toBeUndefined();
      expect(reasonOf({ ...sent, kind }, sent, {}, upper), kind).toBe(COPY);
    }
    for (const kind of ['xOPEN', 'OPEN-x', 'OPEN_', '1OPEN']) {
      expect(reasonOf({ ...sent, kind }, sent, {}, upper), kind).toBe(COPY);
    }
  });

  test('shows more as null only where it may be null', () => {
    const nullable = z.object({ label: z.string(), note: z.nullable(z.string()) });
    expect(reasonOf({ ...sent, note: null }, sent, {}, nullable)).toBe(COPY);
    expect(reasonOf({ ...sent, note: 'late' }, sent, {}, nullable)).toBeUndefined();
  });
});
