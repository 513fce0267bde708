import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Fields } from './fields.ts';
import { byCreated } from './reconcile.ts';
import { echoReason } from './request-echo.ts';

const schema = z.object({
  id: z.string(),
  label: z.string(),
  state: z.string(),
  note: z.string().optional(),
});
const sent = { label: 'Gift' };

const reasonOf = (
  value: Fields,
  request: Fields = sent,
  row: Parameters<typeof echoReason>[0] = { result: {} },
) => echoReason(row, schema, value, request);

const COPY = 'it has nothing that the request did not have';

describe('a copy of a request', () => {
  test('is not a result, by the required fields that it lacks', () => {
    expect(reasonOf(sent)).toBe(COPY);
    expect(reasonOf({ ...sent, state: 'OPEN' })).toBeUndefined();
    for (const value of [{ ...sent, note: 'late' }, { note: 'late' }, { ...sent, state: null }]) {
      expect(reasonOf(value)).toBe(COPY);
    }
  });

  test('is a result with an id of its own, which only the service assigns', () => {
    expect(reasonOf({ ...sent, id: 'Voucher:1' })).toBeUndefined();
    expect(reasonOf({ ...sent, id: 'Voucher:1' }, { ...sent, voucherId: 'Voucher:1' })).toBe(COPY);
  });

  test('looks like a result whose required fields the request has', () => {
    const whole = { label: 'Gift', state: 'OPEN' };
    expect(reasonOf(whole, whole)).toBeUndefined();
    const someOf = ['note'];
    expect(reasonOf(whole, whole, { result: { someOf } })).toBe(COPY);
    expect(reasonOf({ ...whole, note: 'late' }, whole, { result: { someOf } })).toBeUndefined();
  });
});

describe('a result that names another resource than its request', () => {
  const request = { cardId: 'Card:1' };

  test.each([
    [{ cardId: 'Card:2' }, { result: {} }],
    [{ voucher: { cardId: 'Card:2' } }, { result: { in: 'voucher' } }],
    [{ voucher: 7, cardId: 'Card:2' }, { result: { in: 'voucher' } }],
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
