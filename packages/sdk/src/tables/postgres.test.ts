import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { postgresTable } from '../journal/postgres/postgres-table.ts';
import { postgresStore } from '../webhooks/stores/postgres-store.ts';
import { inTransaction, quotedTable } from './postgres.ts';

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

test('an error in the turn in which a connection is obtained does not end the process', async () => {
  const gone = new Error('gone');
  const query = () => Promise.reject(gone);
  const connection = Object.assign(new EventEmitter(), { query, release: vi.fn() });
  const connect = (opened: (error: unknown, one?: unknown) => void) => {
    opened(undefined, connection);
    connection.emit('error', gone);
  };
  const busy = { query, connect };
  await expect(inTransaction(busy, async () => 1)).rejects.toBe(gone);
  expect(connection.release).toHaveBeenCalledExactlyOnceWith(gone);
  expect(connection.listenerCount('error')).toBe(0);
});
