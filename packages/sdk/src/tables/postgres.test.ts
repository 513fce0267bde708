import { expect, test } from 'vitest';
import { postgresTable } from '../journal/postgres/postgres-table.ts';
import { postgresStore } from '../webhooks/stores/postgres-store.ts';
import { quotedTable } from './postgres.ts';

const wrong = expect.objectContaining({ code: 'CONFIGURATION', option: 'table' });
const pool = { query: async () => ({ rows: [], rowCount: 0 }) };

test('a name is quoted, with its schema', () => {
  expect(quotedTable('payments_journal')).toBe('"payments_journal"');
  expect(quotedTable(`Payments.${'x'.repeat(63)}`)).toBe(`"Payments"."${'x'.repeat(63)}"`);
});

test.each(['x'.repeat(64), 'a.b.c', 'journal; DROP TABLE cards', 'a"b', '1a', ''])(
  'a table is not named %j',
  (table) => {
    expect(() => quotedTable(table)).toThrow(wrong);
    expect(() => postgresTable(table)).toThrow(wrong);
    expect(() => postgresStore(pool, { table })).toThrow(wrong);
  },
);

test('no two names of a journal are the same once Postgres has cut them', () => {
  for (const table of ['x'.repeat(53), `payments.${'x'.repeat(44)}`]) {
    const created = postgresTable(table).matchAll(/CREATE [A-Z ]+ IF NOT EXISTS ([\w."]+)/g);
    const names = [...created].map(([, name = '']) => name.replaceAll('"', ''));
    expect(names).toHaveLength(5);
    expect(names.every((name) => name.length <= 63)).toBe(true);
    expect(() => postgresTable(`${table}x`)).toThrow(wrong);
  }
});
