import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Fields } from './fields.ts';
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
    expect(reasonOf({ ...sent, note: 'late' })).toBe(COPY);
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

  test('names it by a reference, not by words that mention one', () => {
    const found = { id: 'Voucher:1', label: 'for Card:2' };
    expect(reasonOf(found, { label: 'for Card:1' })).toBeUndefined();
  });
});
