import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HEAD, payroll } from './payroll.ts';

const ONE = `${HEAD}o-1,ada,5.00,EUR,\n`;

test.each([
  ['--width', '1.5', '--width takes a whole number from 1 to 1000, not 1.5'],
  ['--width', '0', '--width takes a whole number from 1 to 1000, not 0'],
  ['--max-rate', '0', '--max-rate takes a number above 0 and up to 10000, not 0'],
  ['--margin', '101', '--margin takes a number from 0 to 100, not 101'],
])('%s %s says what it takes, before anybody is asked', async (option, value, message) => {
  const { write, pay } = await payroll(['yes']);
  write(ONE);
  const paid = await pay(option, value);
  expect(paid).toMatchObject({ code: 2, errors: expect.stringContaining(message) });
});

test.each([
  ['a file that is not there', '', 'there is no such file'],
  ['a folder', 'folder', 'it is a folder'],
])('%s is named for what it is', async (_, name, reason) => {
  const { run, folder } = await payroll();
  mkdirSync(join(folder, 'folder'));
  const { code, errors } = await run(['run', join(folder, name || 'none.csv')]);
  expect(errors).toContain(`cannot be read: ${reason}`);
  expect(code).toBe(2);
});

test.each([
  [
    'a report in a missing folder',
    'none/report.csv',
    'cannot be written: there is no such file or folder',
  ],
  ['a report in place of a folder', 'folder', 'cannot be written: it is a folder'],
])('%s is refused before anything is paid', async (_, name, words) => {
  const { write, pay, folder, sent } = await payroll(['yes']);
  write(ONE);
  mkdirSync(join(folder, 'folder'));
  const { code, errors } = await pay('--report', join(folder, name));
  expect(errors).toContain(words);
  expect(errors).not.toContain('Type yes');
  expect(code).toBe(2);
  expect(await sent()).toHaveLength(0);
});

test('what is wrong with a state is said before anybody is asked', async () => {
  const { write, pay, folder, state, sent } = await payroll(['yes', 'yes', 'yes']);
  write(ONE);
  const foreign = join(folder, 'foreign.db');
  writeFileSync(foreign, 'The text of another program, which is no database.\n'.repeat(40));
  const missing = join(folder, 'none', 'runs.db');
  for (const [path, reason] of [
    [foreign, 'file is not a database'],
    [missing, 'no such file or directory'],
  ] as const) {
    const { errors } = await pay('--state', path, '--journal', join(folder, 'journal'));
    expect(errors).toContain('RUN_STATE_FAILED');
    expect(errors).toContain(reason);
    expect(errors).not.toContain('Type yes');
  }
  writeFileSync(`${state}.october.plan.json`, '{"run":');
  const broken = await pay();
  expect(broken.errors).toContain(`${state}.october.plan.json cannot be read: it is not whole`);
  expect(broken.code).toBe(2);
  rmSync(`${state}.october.plan.json`);
  expect(await pay()).toMatchObject({ code: 0 });
  expect(await sent()).toHaveLength(1);
});
