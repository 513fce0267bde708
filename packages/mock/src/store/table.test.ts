import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from './ordered-list.ts';
import { type PageRequest, Table } from './table.ts';

interface Item {
  readonly id: string;
  readonly time: number;
  readonly group: string;
  readonly changed?: number;
}

const newTable = () =>
  new Table<Item, 'group'>({
    time: ({ time }) => time,
    changed: ({ changed = 0 }) => changed,
    indexes: ['group'],
  });

const operation = fc.record({
  kind: fc.constantFrom('insert', 'move', 'delete'),
  target: fc.nat(20),
  time: fc.nat(5),
  group: fc.constantFrom('a', 'b'),
});

function ordered(items: readonly (Item & { readonly order: number })[]): string[] {
  return [...items]
    .sort((left, right) => left.time - right.time || left.order - right.order)
    .map(({ id }) => id);
}

test('pages of any size, in both directions, equal those of a sorted list', () => {
  const property = fc.property(
    fc.array(operation, { maxLength: 60 }),
    fc.integer({ min: 1, max: 7 }),
    fc.boolean(),
    fc.option(fc.constantFrom('a', 'b'), { nil: undefined }),
    (steps, limit, descending, group) => {
      const table = newTable();
      const model = new Map<string, Item & { order: number }>();
      let order = 0;
      for (const { kind, target, time, group: of } of steps) {
        const id = `Item:${target}`;
        const known = model.get(id);
        if (kind === 'insert' && known === undefined) {
          table.insert({ id, time, group: of });
          order += 1;
          model.set(id, { id, time, group: of, order });
        } else if (kind === 'move' && known !== undefined) {
          table.replace({ id, time, group: of });
          model.set(id, { ...known, time, group: of });
        } else if (kind === 'delete') {
          table.delete(id);
          model.delete(id);
        }
      }
      const restored = newTable();
      restored.state = table.state;
      const expected = ordered(
        [...model.values()].filter((item) => group === undefined || item.group === group),
      );
      for (const candidate of [table, restored]) {
        expect(walk(candidate, { limit, descending, group })).toEqual(
          descending ? expected.reverse() : expected,
        );
        if (descending) expected.reverse();
      }
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('a selection that is kept while records are written is the one that is read again', () => {
  const ends = fc.record({ from: fc.nat(60), to: fc.nat(60) }, { requiredKeys: [] });
  const property = fc.property(fc.array(operation, { maxLength: 40 }), ends, (steps, changed) => {
    const table = newTable();
    let writes = 0;
    const item = (id: string, time: number, group = 'a') => {
      writes += 1;
      return { id, time, group, changed: writes % 61 };
    };
    for (let index = 0; index < 150; index += 1) table.insert(item(`Item:${index}`, index % 6));
    const isEven = ({ time }: Item) => time % 2 === 0;
    const { from = 0, to = 60 } = changed;
    const isIn = ({ changed: at = 0 }: Item) => at >= from && at <= to;
    const request = {
      where: { index: 'group', value: 'a' },
      span: { from: 1, to: 4 },
      descending: true,
      limit: 20,
    } as const;
    const expectSame = () => {
      const expected = table.page({ ...request, filter: (each) => isEven(each) && isIn(each) });
      for (const selection of ['even', undefined]) {
        expect(table.page({ ...request, filter: isEven, selection, changed })).toEqual(expected);
      }
    };
    expectSame();
    for (const { kind, target, time, group } of steps) {
      const id = `Item:${target}`;
      if (kind === 'delete') table.delete(id);
      else if (table.get(id) === undefined) table.insert(item(id, time));
      else table.replace(item(id, time, group));
      expectSame();
    }
  });
  fc.assert(property, { numRuns: 100 });
});

test('a page of 100,000 records that match is found without reading the others again', () => {
  const table = newTable();
  for (let index = 0; index < 100_000; index += 1) {
    table.insert({ id: `Item:${index}`, time: index, group: 'a' });
  }
  let read = 0;
  const filter = ({ time }: Item) => {
    read += 1;
    return time >= 0;
  };
  const page = () => table.page({ filter, selection: 'all', descending: true, limit: 20 });
  page();
  read = 0;
  expect(page().total).toBe(100_000);
  const span = { from: 10, to: 29 };
  const part = { filter, selection: 'all', span, limit: 15, descending: true };
  const { records, total, next } = table.page(part);
  expect([records[0]?.time, records.at(-1)?.time, total]).toEqual([29, 15, 20]);
  const rest = table.page({ ...part, after: next });
  expect(rest.records.map(({ time }) => time)).toEqual([14, 13, 12, 11, 10]);
  expect(rest.next).toBeUndefined();
  table.insert({ id: 'Item:new', time: 0, group: 'a' });
  expect(page().total).toBe(100_001);
  expect(read).toBe(1);
});

test('a page of the half of 100,000 records that changed in a span is found without reading the others again', () => {
  let read = 0;
  const changed = ({ time }: Item) => {
    read += 1;
    return 100_000 - time;
  };
  const table = new Table<Item>({ indexes: [], time: ({ time }) => time, changed });
  const rows = Array.from({ length: 100_000 }, (_, time): [number, Item] => [
    time,
    { id: `Item:${time}`, time, group: 'a' },
  ]);
  table.state = { next: rows.length, rows };
  const page = (from: number, after?: PageRequest<Item, never>['after']) =>
    table.page({ selection: 'all', changed: { from }, descending: true, limit: 20, after });
  for (const from of [50_001, 99_990]) {
    const total = 100_001 - from;
    const first = page(from);
    read = 0;
    expect([first.total, first.records[0]?.time, page(from, first.next).total]).toEqual([
      total,
      total - 1,
      total,
    ]);
    expect(read).toBeLessThan(50);
  }
  page(50_001);
  read = 0;
  table.replace({ id: 'Item:0', time: 0, group: 'a' });
  table.delete('Item:1');
  expect(page(50_001).total).toBe(49_999);
  expect(read).toBeLessThan(20);
});

function walk(
  table: Table<Item, 'group'>,
  options: { limit: number; descending: boolean; group: string | undefined },
): string[] {
  const { limit, descending, group } = options;
  const where = group === undefined ? undefined : ({ index: 'group', value: group } as const);
  const found: string[] = [];
  let after: PageRequest<Item, 'group'>['after'];
  do {
    const page = table.page({ where, descending, after, limit });
    found.push(...page.records.map(({ id }) => id));
    after =
      page.next === undefined ? undefined : decodeCursor(encodeCursor(page.next, 'items'), 'items');
  } while (after !== undefined);
  return found;
}

test('an id can be used only once', () => {
  const table = newTable();
  table.insert({ id: 'Item:1', time: 0, group: 'a' });
  expect(() => table.insert({ id: 'Item:1', time: 0, group: 'a' })).toThrow('is taken');
  expect(() => table.replace({ id: 'Item:2', time: 0, group: 'a' })).toThrow(
    'does not have the record Item:2',
  );
});

test.each(['', 'x', '1_', '1_2_3', '1.2', '../..', '_'])('%j is not a cursor', (text) => {
  expect(decodeCursor(text, 'items')).toBeUndefined();
});
