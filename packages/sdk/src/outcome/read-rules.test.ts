import type { Fields } from '@org/payments-contract';
import { describe, expect, test } from 'vitest';
import type { Outcome } from './observations.ts';
import { lastWritten, listShows, type ReadSubject, readShows, showsEarlier } from './read-rules.ts';

const SENT = Date.parse('2026-01-05T09:00:00Z');
const BEFORE = '2026-01-05T08:59:59.999Z';
/** Before the change by more than clocks differ. */
const LONG_BEFORE = '2026-01-05T08:54:59.999Z';
const AT = '2026-01-05T09:00:00Z';
const AFTER = '2026-01-05T09:00:01Z';

function subject(method: ReadSubject['method'], earliest = SENT): ReadSubject {
  return { method, change: { wanted: 'x' }, earliest, isDated: true };
}

interface Item {
  readonly value?: string;
  readonly createdAt?: unknown;
  readonly updatedAt?: unknown;
  readonly isDeleted?: boolean;
}

describe('a resource', () => {
  const rule = (canBeHidden = false) => ({
    by: 'read' as const,
    read: 'cards.get',
    input: () => ({}),
    isApplied: ({ wanted }: { wanted?: unknown }, found: Item | undefined) => {
      if (found?.value === 'throw') throw new TypeError('the resource differs from the contract');
      return found?.value === 'none' ? undefined : found === undefined || found.value === wanted;
    },
    canBeHidden,
  });
  const shows = (method: ReadSubject['method'], found: Item | undefined, canBeHidden?: boolean) =>
    readShows(rule(canBeHidden), subject(method), found as Record<string, unknown> | undefined);

  test.each<[Item | undefined, Outcome]>([
    [{ value: 'x', updatedAt: AFTER }, 'applied'],
    [{ value: 'x', updatedAt: AT }, 'applied'],
    [{ value: 'x' }, 'applied'],
    [{ value: 'x', updatedAt: 7 }, 'applied'],
    [{ value: 'x', updatedAt: BEFORE }, 'unknown'],
    [{ value: 'x', isDeleted: true, updatedAt: AFTER }, 'unknown'],
    [{ value: 'x', isDeleted: false }, 'applied'],
    [{ value: 'y' }, 'not-applied'],
    [{ value: 'y', isDeleted: true, updatedAt: AFTER }, 'not-applied'],
    [{ value: 'none' }, 'unknown'],
    [{ value: 'throw' }, 'unknown'],
    [undefined, 'applied'],
  ])('%j shows of a change: %s', (found, outcome) => {
    expect(shows('PATCH', found)).toBe(outcome);
  });

  test.each<[Item | undefined, Outcome]>([
    [undefined, 'applied'],
    [{ value: 'x', isDeleted: true, updatedAt: BEFORE }, 'applied'],
    [{ value: 'y' }, 'not-applied'],
  ])('%j shows of a deletion: %s', (found, outcome) => {
    expect(shows('DELETE', found)).toBe(outcome);
  });

  test.each<[Item | undefined, Outcome]>([
    [{ value: 'x' }, 'unknown'],
    [{ value: 'x', updatedAt: AFTER }, 'applied'],
    [undefined, 'unknown'],
  ])('%j in a response without a date shows of a change: %s', (found, outcome) => {
    const undated = { ...subject('PATCH'), isDated: false };
    expect(readShows(rule(), undated, found as Fields | undefined)).toBe(outcome);
  });

  test('shows nothing of a change if it is not known when that was sent', () => {
    const found = { value: 'x', updatedAt: BEFORE };
    expect(readShows(rule(), subject('PATCH', Number.NaN), found)).toBe('unknown');
  });

  test.each<[Item, Outcome]>([
    [{ value: 'y', updatedAt: LONG_BEFORE }, 'not-applied'],
    [{ value: 'y', updatedAt: '2026-01-05T08:55:00Z' }, 'unknown'],
    [{ value: 'y', updatedAt: BEFORE }, 'unknown'],
    [{ value: 'y', updatedAt: AT }, 'unknown'],
    [{ value: 'y', updatedAt: AFTER }, 'unknown'],
    [{ value: 'y' }, 'unknown'],
  ])('%j shows of a change that a later one may hide: %s', (found, outcome) => {
    expect(shows('PATCH', found, true)).toBe(outcome);
  });
});

describe('a list', () => {
  const rule = (canBeHidden = false, whenAbsent: Outcome = 'not-applied') => ({
    by: 'list' as const,
    read: 'cards.list',
    input: () => ({}),
    matches: (_change: object, { value }: Item, sentAt: string) => {
      if (value === 'throw') throw new TypeError('the item differs from the contract');
      if (value === 'sentAt')
        return sentAt === '2026-01-05T09:00:00.000Z' ? 'not-applied' : 'applied';
      return value as Outcome | undefined;
    },
    whenAbsent,
    canBeHidden,
  });
  const shows = (
    items: readonly Item[],
    method: ReadSubject['method'] = 'POST',
    { canBeHidden = false, isWhole = true, earliest = SENT } = {},
  ) =>
    listShows(
      rule(canBeHidden),
      subject(method, earliest),
      items as readonly Record<string, unknown>[],
      isWhole,
    );

  test.each<[readonly Item[], Outcome]>([
    [[{ value: 'applied', createdAt: AT }], 'applied'],
    [[{ value: 'applied', createdAt: AFTER }], 'applied'],
    [[{ value: 'applied', createdAt: BEFORE }], 'unknown'],
    [[{ value: 'applied', createdAt: BEFORE, updatedAt: AFTER }], 'unknown'],
    [[{ value: 'applied' }], 'unknown'],
    [[{ value: 'applied', createdAt: AFTER, isDeleted: true }], 'unknown'],
    [[{ value: 'applied', createdAt: AFTER, isDeleted: false }], 'applied'],
    [[{ value: 'not-applied' }, { value: 'applied', createdAt: AT }], 'applied'],
    [[{ value: 'unknown' }, { value: 'not-applied' }], 'not-applied'],
    [[{ value: 'not-applied', updatedAt: AFTER }], 'not-applied'],
    [[{ value: 'unknown' }, {}], 'unknown'],
    [[{ value: 'throw' }], 'not-applied'],
    [[{ value: 'sentAt' }], 'not-applied'],
    [[{}], 'not-applied'],
    [[], 'not-applied'],
  ])('of %j shows of a creation: %s', (items, outcome) => {
    expect(shows(items)).toBe(outcome);
  });

  test.each<[Item, Outcome]>([
    [{ value: 'applied', createdAt: BEFORE, updatedAt: AFTER }, 'applied'],
    [{ value: 'applied', createdAt: AFTER, updatedAt: BEFORE }, 'unknown'],
    [{ value: 'applied', createdAt: AFTER }, 'applied'],
  ])('of %j shows of a change: %s', (item, outcome) => {
    expect(shows([item], 'PATCH')).toBe(outcome);
  });

  test.each<[Item, Outcome]>([
    [{ value: 'not-applied', updatedAt: LONG_BEFORE }, 'not-applied'],
    [{ value: 'not-applied', updatedAt: BEFORE }, 'unknown'],
    [{ value: 'not-applied', updatedAt: AT }, 'unknown'],
    [{ value: 'not-applied' }, 'unknown'],
    [{ value: 'unknown', updatedAt: BEFORE }, 'unknown'],
    [{ value: undefined, updatedAt: AFTER }, 'not-applied'] as unknown as [Item, Outcome],
  ])('of %j shows of a change that a later one may hide: %s', (item, outcome) => {
    expect(shows([item], 'PATCH', { canBeHidden: true })).toBe(outcome);
  });

  test('that was not read to its end does not show that the change is missing', () => {
    expect(shows([], 'POST', { isWhole: false })).toBe('unknown');
    expect(shows([{ value: 'applied', createdAt: AT }], 'POST', { isWhole: false })).toBe(
      'applied',
    );
  });

  test('shows nothing if it is not known when the change was sent', () => {
    const items = [{ value: 'applied', createdAt: AFTER }];
    expect(shows(items, 'POST', { earliest: Number.NaN })).toBe('unknown');
  });
});

test.each<[readonly Fields[], number]>([
  [[{ createdAt: BEFORE, updatedAt: AT }], SENT],
  [[{ createdAt: AT }, {}, { createdAt: BEFORE }], SENT],
  [[{ name: 'x' }], Number.NaN],
])('%j was last written to at %i', (resources, time) => {
  expect(lastWritten(resources)).toBe(time);
});

describe('the result of a change', () => {
  const earliest = Date.parse('2026-01-05T09:00:00Z');
  const rule = {
    by: 'read',
    read: 'cards.get',
    input: () => ({}),
    isApplied: (change: Fields, found: Fields | undefined) => change.state === found?.state,
  } as const;
  const update = { method: 'PATCH', change: { state: 'FROZEN' } } as const;
  const before = { state: 'ACTIVE', updatedAt: LONG_BEFORE };

  test.each([
    [true, update, before],
    [false, update, { ...before, state: 'FROZEN' }],
    [false, update, { ...before, updatedAt: '2026-01-05T09:00:00Z' }],
    [false, update, { ...before, updatedAt: BEFORE }],
    [false, update, { state: 'ACTIVE' }],
    [false, { ...update, method: 'DELETE' as const }, before],
    [false, { ...update, method: 'DELETE' as const }, { ...before, isDeleted: true }],
    [true, { ...update, method: 'DELETE' as const }, { ...before, isDeleted: false }],
  ])('shows the resource as it was before: %s, %j of %j', (shows, change, found) => {
    expect(showsEarlier(rule, change, found, () => earliest)).toBe(shows);
  });

  test('shows nothing earlier by a rule that cannot interpret it', () => {
    for (const isApplied of [
      () => undefined,
      () => {
        throw new Error('not interpreted');
      },
    ]) {
      expect(showsEarlier({ ...rule, isApplied }, update, before, () => earliest)).toBe(false);
    }
  });
});
