import { describe, expect, test } from 'vitest';
import { postgresJournal, postgresTable } from './postgres-store.ts';

const pool = { query: async () => ({ rows: [], rowCount: 0 }) };

/** The names of everything that a statement creates. */
function namesIn(statement: string): string[] {
  const created = statement.matchAll(
    /CREATE (?:TABLE|(?:UNIQUE )?INDEX) IF NOT EXISTS ([a-z0-9_.]+)/g,
  );
  return [...created].map(([, name = '']) => name);
}

describe('the name of a table in Postgres', () => {
  test.each(['payments_journal', 'payments.journal', 'x'.repeat(53)])(
    'may be %s: no two names are the same once Postgres has cut them',
    (table) => {
      const names = namesIn(postgresTable(table));
      expect(names).toHaveLength(5);
      expect(names.every((name) => name.length <= 63)).toBe(true);
      expect(() => postgresJournal(pool, { table })).not.toThrow();
    },
  );

  test.each(['x'.repeat(54), 'Journal', 'a.b.c', 'journal; DROP TABLE cards', ''])(
    'may not be %j, in the statement either',
    (table) => {
      const wrong = expect.objectContaining({ code: 'CONFIGURATION', option: 'table' });
      expect(() => postgresTable(table)).toThrow(wrong);
      expect(() => postgresJournal(pool, { table })).toThrow(wrong);
    },
  );
});
