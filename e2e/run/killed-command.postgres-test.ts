import { Pool } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { testKilledCommand } from '../../packages/mcp/test/killed-command.ts';
import { startPostgres } from '../support/database-servers.ts';

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
