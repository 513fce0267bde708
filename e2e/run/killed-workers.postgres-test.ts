import { postgresJournal } from '@org/payments-sdk/journal';
import { postgresRun } from '@org/payments-sdk/run';
import { Pool } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { testKilledCommand } from '../../packages/mcp/test/killed-command.ts';
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

test('operators on two machines pay a file once from one approval, which nobody else can change', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const { pay, place } = await testKilledCommand(inject('programs'), server.url, () =>
    server.crash(async () => undefined),
  );
  expect((await pay('--check', ...place)).out).toContain('paid before: 60 rows');
  const pool = new Pool({ connectionString: server.url });
  await pool.query(
    `UPDATE payment_run_plans SET plan = replace(plan, '"amount":10,', '"amount":99,')`,
  );
  await pool.end();
  const changed = await pay(...place);
  expect(changed).toMatchObject({ code: 2, errors: expect.stringContaining('is not what was') });
});
