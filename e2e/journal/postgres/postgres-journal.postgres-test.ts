import { createServer } from 'node:net';
import { createPaymentsClient, type PaymentsError } from '@org/payments-sdk';
import { type Journal, postgresJournal, postgresTable } from '@org/payments-sdk/journal';
import { Pool, type PoolConfig } from 'pg';
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
const pools: Pool[] = [];
beforeAll(async () => {
  server = await startPostgres();
  pool = poolOf();
  await postgresJournal(pool, { secret: SECRET }).setup();
});
afterAll(async () => {
  await Promise.all(pools.map((one) => one.end()));
  await server?.stop();
});

function poolOf(config: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: server.url, ...config });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

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

/** The URL of the server with another part. */
function urlWith(part: Partial<URL>): string {
  return Object.assign(new URL(server.url), part).href;
}

let sent = 0;

/** The error of a keyed payment, during which nothing is sent. */
async function refused(journal: Journal, options: object = {}): Promise<PaymentsError> {
  const payments = createPaymentsClient({
    ...{ baseUrl: 'https://api.example.com/2025-10-13', tokenId: 'token', clientSecret: 'secret' },
    ...{ journal, retry: 0 },
    fetch: async () => {
      sent += 1;
      return new Response(
        '{"kycUrl":"https://x.example","expiresAt":"2026-01-05T10:00:00Z","provider":"P"}',
      );
    },
  });
  const before = sent;
  const input = { customerId: 'Customer:1' };
  const call = payments.customers.createKycLink(input, { idempotencyKey: 'key-1', ...options });
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown as PaymentsError,
  );
  expect(sent).toBe(before);
  expect(JSON.stringify([error, String(error?.cause)])).not.toContain('pass-word');
  return error as PaymentsError;
}

test.each<[string, () => PoolConfig, object]>([
  [
    'a wrong user',
    () => ({ connectionString: urlWith({ username: 'nobody', password: 'pass-word' }) }),
    { name: 'ConfigurationError', action: expect.stringContaining('`user` and `password`') },
  ],
  [
    'another database',
    () => ({ connectionString: urlWith({ pathname: '/nowhere' }) }),
    { name: 'ConfigurationError', message: expect.stringContaining('that does not exist') },
  ],
  [
    'a closed port',
    () => ({ connectionString: urlWith({ port: '1' }) }),
    { name: 'JournalError', message: expect.stringContaining('cannot be reached') },
  ],
  [
    'a host without an address',
    () => ({ connectionString: urlWith({ hostname: 'nowhere.invalid' }) }),
    { name: 'JournalError', message: expect.stringContaining('cannot be reached') },
  ],
])('a pool with %s refuses a payment for certain', async (_what, config, expected) => {
  const error = await refused(postgresJournal(poolOf(config()), { secret: SECRET }));
  expect(error).toMatchObject(expected);
});

test('a table that is missing is named, with what creates it', async () => {
  const journal = postgresJournal(poolOf(), { secret: SECRET, table: 'nowhere' });
  const error = await refused(journal);
  expect(error).toMatchObject({ name: 'ConfigurationError', option: 'journal' });
  expect(error.message).toContain('the table "nowhere" is missing');
  expect(error.action).toContain('`journal.setup()`');
});

test('a payment inside a transaction on the pool of the journal names the pool, and waits for nothing later', async () => {
  await freshJournal();
  const pool = poolOf({ max: 1 });
  const journal = postgresJournal(pool, { secret: SECRET, table: `journal_${tables}` });
  const connection = await pool.connect();
  await connection.query('BEGIN');
  for (const limits of [{}, { timeout: 1_000 }]) {
    const error = await refused(journal, limits);
    expect(error).toMatchObject({ name: 'JournalError', retryable: true });
    expect(error.message).toContain('all 1 were in use');
    expect(error.action).toContain('a pool of its own');
  }
  await connection.query('COMMIT');
  connection.release();
  expect(await journal.open({ after: undefined, limit: 9 })).toEqual([]);
});

test('a server that accepts connections and does not reply is out of reach, not unknown', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const { port } = silent.address() as { port: number };
  const pool = new Pool({ host: '127.0.0.1', port, user: 'test', database: 'postgres' });
  const error = await refused(postgresJournal(pool, { secret: SECRET }), { timeout: 300 });
  expect(error).toMatchObject({ name: 'JournalError' });
  silent.close();
});

test('a read-only transaction refuses', async () => {
  const pool = poolOf({ options: '-c default_transaction_read_only=on' });
  const error = await refused(postgresJournal(pool, { secret: SECRET }));
  expect(error).toMatchObject({
    name: 'JournalError',
    message: expect.stringContaining('reads only'),
  });
});

test('a server that was stopped refuses until it runs again, and nothing is recorded', async () => {
  const other = await startPostgres();
  const pool = poolOf({ connectionString: other.url });
  const journal = postgresJournal(pool, { secret: SECRET });
  await journal.setup();
  await journal.open({ after: undefined, limit: 9 });
  await other.stop();
  await expect.poll(() => pool.totalCount).toBe(0);
  expect(await refused(journal)).toMatchObject({ name: 'JournalError', retryable: true });
});
