import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectEnd } from './desk.ts';
import { HEAD, payroll } from './payroll.ts';

test('what a report says is paid is not paid again by another state, also after a report of that', async () => {
  const setting = await payroll(['yes']);
  const { folder, run, write, pay, sent, report, args, accountId, environment } = setting;
  const place = (name: string) => join(folder, name);
  const payFrom = (file: string, state: string, ...options: string[]) =>
    run(
      ['run', file, '--from', accountId, '--state', place(state), '--id', 'o', ...options],
      environment,
    );
  write(`${HEAD}o-1,ada,2.00,EUR,-10% rebate\no-2,000123456789,3.00,USD,"+49 30, 1"\n`);
  expect((await pay('--check', '--report', report)).code).toBe(0);
  expect(readFileSync(report, 'utf8')).toMatch(/,'-10% rebate,[^!]+"'\+49 30, 1"/);
  const results = place('paid.csv');
  expect((await payFrom(report, 'runs.db', '--report', results)).code).toBe(0);
  const [head] = readFileSync(results, 'utf8').split('\n');
  expect(head?.match(/run status|cost currency/g)).toHaveLength(2);
  // An earlier version left what a check had said beside it.
  const checked = readFileSync(results, 'utf8')
    .replace('memo,', 'memo,run status,')
    .replaceAll(/,(paid,,)/g, ',can be paid,$1');
  for (const content of [readFileSync(results, 'utf8'), checked]) {
    writeFileSync(results, content);
    const again = await payFrom(results, 'other.db');
    expectEnd(again, 1, /lines 2 to 3: is "paid", as its own column "run status" says/);
  }
  for (const file of [results, `${args[1]}`])
    expectEnd(await payFrom(file, 'runs.db'), 0, 'No row is left to send.');
  expect(await sent()).toHaveLength(2);
});

test('an emptied journal or state is not taken for a new one, and a new journal is named', async () => {
  const { folder, run, pay, environment, accountId, payTo, write, sent } = await payroll([]);
  const [empty, fresh] = [join(folder, 'empty.db'), join(folder, 'fresh.db')];
  writeFileSync(empty, '');
  const send = (journal: string) => {
    const options = ['--source.account-id', accountId, '--destination.account-id', payTo];
    const line = ['transfers', 'create-out', ...options, '--amount-minor', '100', '--yes'];
    return run([...line, '--idempotency-key', 'k', '--journal', journal], environment);
  };
  const words = `--journal: ${empty} is empty: if it had records, what they were of would be done again. Restore it; to begin a new one, delete the file`;
  expectEnd(await send(empty), 2, words);
  expectEnd(await run(['journal', 'status', '--journal', empty], environment), 2, words);
  write(`${HEAD}o-1,ada,2.00,EUR,\n`);
  expectEnd(await pay('--check', '--state', empty), 2, `--state: ${empty} is empty`);
  expectEnd(await pay('--check', '--journal', empty), 2, `--journal: ${empty} is empty`);
  expect((await send(fresh)).errors).toContain(`note: the journal ${fresh} is new`);
  expect((await send(fresh)).errors).not.toContain('is new');
  expect(await sent()).toHaveLength(1);
});
