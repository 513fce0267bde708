import { type Journal, postgresJournal, postgresTable } from '@org/payments-sdk/journal';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testSharedJournal } from '../../../packages/mcp/test/shared-journal.ts';
import {
  claimOf,
  endAt,
  entryAt,
  journalSuite,
  paymentsThatWin,
  refusedPayment,
  SECRET,
  skewSuite,
} from '../../../packages/sdk/test/journal/journal-suite.ts';
import { type PostgresServer, startPostgres } from '../../support/database-servers.ts';

let server: PostgresServer;
let pool: Pool;
beforeAll(async () => {
  server = await startPostgres();
  pool = new Pool({ connectionString: server.url });
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

let tables = 0;
async function freshJournal(): Promise<Journal> {
  tables += 1;
  const journal = postgresJournal(pool, { secret: SECRET, table: `journal_${tables}` });
  await journal.setup();
  return journal;
}

journalSuite('Postgres', freshJournal);
skewSuite('Postgres', freshJournal);

describe('the table of a journal', () => {
  test('holds only the template, key and digest of a request', async () => {
    const journal = await freshJournal();
    await journal.append(entryAt(1, { idempotencyKey: 'key-1' }));
    const { rows } = await pool.query(`SELECT * FROM journal_${tables}`);
    const text = JSON.stringify(rows);
    for (const clear of ['key-1', '/auth/credentials/{id}/verify']) expect(text).toContain(clear);
    for (const hidden of ['secret-id', 'secret-otp', 'secret=query']) {
      expect(text).not.toContain(hidden);
    }
  });

  test('is created once, by setup or by the migration statement, in any schema', async () => {
    await pool.query('CREATE SCHEMA money');
    await pool.query(postgresTable('money.writes'));
    const journal = postgresJournal(pool, { secret: SECRET, table: 'money.writes' });
    await journal.setup();
    await journal.setup();
    await journal.append(entryAt(1));
    expect(await journal.claim(claimOf())).toHaveLength(1);
  });

  test('that is missing fails the append', async () => {
    const journal = postgresJournal(pool, { secret: SECRET, table: 'nowhere' });
    await expect(journal.append(entryAt(1))).rejects.toThrow('nowhere');
  });
});

test.each([
  ['free', async () => undefined],
  ['used by a refused request', refusedPayment],
] as const)('inserts that overlap record one payment for a key that is %s', async (_, before) => {
  const journal = await freshJournal();
  await before(journal);
  // Each insert has looked for others before the first one is committed.
  await pool.query(`
    CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON journal_${tables}
      FOR EACH ROW EXECUTE FUNCTION slow();`);
  expect(await paymentsThatWin(journal)).toBe(1);
});

test('a pruning deletes in slices until nothing is left to delete', async () => {
  const journal = await freshJournal();
  const open = entryAt(1);
  await journal.append(open);
  await pool.query(`
    INSERT INTO journal_${tables} (id, scope, operation, method, template, started_at, digest,
      sealed, outcome, ended_at)
    SELECT 'entry-' || i, 'any', 'cards.create', 'POST', '/cards', '2026-01-01', 'd', 's',
      'applied', '2026-01-02' FROM generate_series(1, 2500) AS i`);
  expect(await journal.prune('2026-06-01')).toBe(2_500);
  expect(await journal.open({ after: undefined, limit: 9 })).toMatchObject([{ id: open.id }]);
});

test('two servers and a command with their journal in it pay each key once', () =>
  testSharedJournal(inject('programs'), server.url));

test('an append waits for the disk even with synchronous_commit off', async () => {
  const journal = await freshJournal();
  await pool.query("ALTER DATABASE postgres SET synchronous_commit = 'off'");
  const careless = new Pool({ connectionString: server.url, max: 1 });
  const table = `journal_${tables}`;
  // The trigger notes what the transaction of each insert is set to.
  await pool.query(`ALTER TABLE ${table} ADD COLUMN mode text;
    CREATE FUNCTION note_mode() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.mode := current_setting(''synchronous_commit''); RETURN NEW; END';
    CREATE TRIGGER note_mode BEFORE INSERT ON ${table}
      FOR EACH ROW EXECUTE FUNCTION note_mode();`);
  await postgresJournal(careless, { secret: SECRET, table }).append(entryAt(1));
  const { rows } = await careless.query(
    `SELECT mode, current_setting('synchronous_commit') AS own FROM ${table}`,
  );
  expect(rows).toEqual([{ mode: 'on', own: 'off' }]);
  await careless.end();
  await pool.query("ALTER DATABASE postgres SET synchronous_commit = 'on'");
  await journal.update('none', endAt(1));
});
