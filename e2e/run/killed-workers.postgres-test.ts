import { postgresJournal } from '@org/payments-sdk/journal';
import { postgresRun } from '@org/payments-sdk/run';
import { Pool } from 'pg';
import { test } from 'vitest';
import { startPostgres } from '../support/database-servers.ts';
import { LIMIT, testKilledWorkers } from './killed-workers.ts';

test('killed workers of a run in PostgreSQL pay each item once, or say what became of it', {
  timeout: LIMIT,
}, async () => {
  await testKilledWorkers(async () => {
    const server = await startPostgres();
    const pool = new Pool({ connectionString: server.url });
    await postgresRun(pool).createTables();
    await postgresJournal(pool, {
      secret: 'a secret that is only for the set-up of the journal',
    }).setup();
    await pool.end();
    return {
      database: server.url,
      strike: (down) => server.crash(down),
      close: () => server.stop(),
    };
  });
});
