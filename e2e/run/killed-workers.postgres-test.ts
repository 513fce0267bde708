import { postgresJournal } from '@org/payments-sdk/journal';
import { postgresRun } from '@org/payments-sdk/run';
import { Pool } from 'pg';
import { test } from 'vitest';
import { startPostgres } from '../support/database-servers.ts';
import { testKilledWorkers } from './killed-workers.ts';

test('killed workers of a run in PostgreSQL pay each item once, or say what became of it', {
  timeout: 900_000,
}, async () => {
  const server = await startPostgres();
  try {
    await testKilledWorkers(async () => {
      const pool = new Pool({ connectionString: server.url });
      await postgresRun(pool).createTables();
      await postgresJournal(pool, {
        secret: 'a secret that is only for the set-up of the journal',
      }).setup();
      await pool.end();
      return server.url;
    });
  } finally {
    await server.stop();
  }
});
