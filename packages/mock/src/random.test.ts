import { expect, test } from 'vitest';
import { defaultOutcomes, outcomeOf } from './outcomes.ts';
import { Random } from './random.ts';

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
