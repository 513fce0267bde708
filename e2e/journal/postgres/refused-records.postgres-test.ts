import { createServer } from 'node:net';
import { createPaymentsClient, type PaymentsError } from '@org/payments-sdk';
import { type Journal, postgresJournal } from '@org/payments-sdk/journal';
import { Pool, type PoolConfig } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SECRET } from '../../../packages/sdk/test/journal/journal-suite.ts';
import { type PostgresServer, startPostgres } from '../../support/database-servers.ts';

let server: PostgresServer;
const pools: Pool[] = [];
beforeAll(async () => {
  server = await startPostgres();
  await postgresJournal(poolOf(), { secret: SECRET }).setup();
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await server?.stop().catch(() => undefined);
});

function poolOf(config: PoolConfig = {}): Pool {
  const pool = new Pool({ connectionString: server.url, ...config });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

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

const open = (journal: Journal) => journal.open({ after: undefined, limit: 9 });

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
  const pool = poolOf({ max: 1 });
  const journal = postgresJournal(pool, { secret: SECRET });
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
  expect(await open(journal)).toEqual([]);
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
  await open(journal);
  await other.stop();
  await expect.poll(() => pool.totalCount).toBe(0);
  expect(await refused(journal)).toMatchObject({ name: 'JournalError', retryable: true });
});
