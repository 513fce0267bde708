import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readPayouts } from '../src/bin/payments/run/check/check-file.ts';
import { readRunLine } from '../src/bin/payments/run/options.ts';
import { openPlace } from '../src/bin/payments/run/place.ts';
import { planFiles, readPlans, writePlan } from '../src/bin/payments/run/plans.ts';
import { BrokenPipe } from '../src/bin/payments/terminal.ts';
import { expectEnd } from './desk.ts';
import { HEAD, payroll } from './payroll.ts';

test.each([
  ['a file that is not there', 'none.csv', [], 'none.csv cannot be read: there is no such file'],
  ['a folder', '', [], 'cannot be read: it is a folder'],
  ['a report in no folder', 'a.csv', ['--report', 'none/a.csv'], 'written: there is no such'],
  ['a report that is a device', 'a.csv', ['--report', '/dev/null'], 'it is not a file'],
  ['a report over something else', 'a.csv', ['--report', '@kept'], 'not an earlier report'],
  ['a report over the state', 'a.csv', ['--report', '@runs.db'], 'the run itself keeps its'],
  ['a report over a plan', 'a.csv', ['--report', '@runs.db.a.plan.json'], 'run itself keeps its'],
  ['a report that is a link to the file', 'a.csv', ['--report', '@link'], 'must be another file'],
  ['a report that is a folder', 'a.csv', ['--report', '.'], 'cannot be written: it is a folder'],
])('%s is named before anybody is asked', async (_, name, options, words) => {
  const { run, folder, accountId, environment } = await payroll(['yes']);
  writeFileSync(join(folder, 'a.csv'), `${HEAD}o-1,ada,5.00,EUR,\n`);
  writeFileSync(join(folder, 'kept'), 'o-1,ada,5.00,EUR,\n');
  symlinkSync(join(folder, 'a.csv'), join(folder, 'link'));
  const state = join(folder, 'runs.db');
  const own = options.map((one) => one.replace('@', `${folder}/`));
  const line = ['run', join(folder, name), '--from', accountId, '--state', state, ...own];
  const { code, errors } = await run(line, environment);
  expect(errors).toContain(words);
  expect(errors).not.toContain('Type yes');
  expect(code).toBe(2);
});

test('a report that cannot be written hides neither what was paid nor the reason', async () => {
  const { write, pay, report, mock } = await payroll(['yes']);
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  mock.onRequest(({ method }) => method === 'POST' && mkdirSync(report, { recursive: true }));
  const { code, out, errors } = await pay('--report', report);
  expect(out).toContain('1 paid: 5.00 EUR');
  expectEnd(
    { code, errors },
    1,
    `--report: ${report} cannot be written: it is a folder. The state has`,
  );
});

test('what is wrong with a state is said before anybody is asked', async () => {
  const { write, pay, run, folder, state, sent } = await payroll(['yes', 'yes', 'yes']);
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  const foreign = join(folder, 'foreign.db');
  writeFileSync(foreign, 'The text of another program, which is not a database.\n'.repeat(40));
  const missing = join(folder, 'none', 'runs.db');
  const journal = join(folder, 'journal');
  for (const [path, place, reason] of [
    [foreign, journal, /--state .+ cannot be used: file is not a database/],
    [missing, journal, /--state .+ cannot be used: there is no such file or folder/],
    [state, missing, /another file with --journal/],
    ['', journal, /--state takes a file/],
  ] as const) {
    if (path !== state) expect(await pay('--check', '--state', path)).toMatchObject({ code: 2 });
    const { errors } = await pay('--state', path, '--journal', place);
    expect(errors).toMatch(reason);
    expect(errors).not.toContain('Type yes');
  }
  writeFileSync(`${state}.october.plan.json`, '{"run":');
  expectEnd(await pay(), 2, `${state}.october.plan.json cannot be read: it is not whole`);
  rmSync(`${state}.october.plan.json`);
  expect(await pay()).toMatchObject({ code: 0 });
  expect(await sent()).toHaveLength(1);
  const other = 'holds something other than';
  const swapped = await pay('--state', `${state}.journal`, '--journal', join(folder, 'new'));
  expect(swapped.errors).toContain(`${other} the state of runs`);
  const status = await run(['journal', 'status', '--journal', state]);
  expect(status.errors).toContain(`${other} a journal`);
});

test('a state that cannot be made says why and where to, and a check needs none', async () => {
  const { write, pay, run, args, environment } = await payroll(['yes']);
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  const readOnly = Object.assign(new Error("EROFS: read-only file system, access '.'"), {
    code: 'EROFS',
  });
  const access = vi.spyOn(process.getBuiltinModule('node:fs'), 'accessSync');
  onTestFinished(() => access.mockRestore());
  access.mockImplementation(() => {
    throw readOnly;
  });
  expectEnd(
    await pay(),
    2,
    /--state .+ cannot be used: what it is on can only be read; name one in a folder that can be written, with --state <absolute path>/,
  );
  expectEnd(await pay('--check'), 0, 'The file can be paid.', 'out');
  const unset = { ...environment, PAYMENTS_JOURNAL_SECRET: '' };
  const note = /^note: PAYMENTS_JOURNAL_SECRET is not set: .+ the run does not begin without it$/m;
  expectEnd(await run([...args, '--check'], unset), 0, note, 'out');
});

test('what was approved is sealed: a run goes on with nothing that somebody else has written', async () => {
  const { write, pay, run, folder, state, status, sent } = await payroll(['yes']);
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  expect(await pay()).toMatchObject({ code: 0 });
  const name = readdirSync(folder).find((one) => one.endsWith('.plan.json'));
  const path = join(folder, name ?? '');
  const approved = readFileSync(path, 'utf8');
  const changed = approved.replace('"amount":500', '"amount":900');
  expect(changed).not.toBe(approved);
  for (const text of [changed, approved.replace(/"seal":"[^"]*"/, '"seal":""')]) {
    writeFileSync(path, text);
    const { code, errors } = await pay('--resume');
    expect(errors).toContain(`${path} is not what was approved`);
    expectEnd({ code, errors }, 2, 'Restore it: without it, which rows the run "payouts" has paid');
  }
  writeFileSync(path, JSON.stringify(JSON.parse(approved).plan));
  expect((await pay('--resume')).errors).toContain('it is not whole');
  writeFileSync(path, approved);
  expect(await pay('--resume')).toMatchObject({ code: 0 });
  // A state that was lost is not begun anew, nor one of which it is lost what was approved.
  const other = await run(['run', 'status', '--id', 'next', '--state', state]);
  expect(other.errors).toContain('has no run "next"; it has "payouts"');
  for (const [lost, words] of [
    [path, 'runs.db has rows of the run "payouts", and what was approved of it is not there'],
    [state, `${state} does not have the run "payouts", which was approved at`],
  ] as const) {
    rmSync(lost);
    for (const call of [pay, () => pay('--check'), () => pay('--id', 'payouts'), status]) {
      const { code, errors } = await call();
      expect(errors).toContain(words);
      expect(code).toBe(2);
    }
    writeFileSync(path, approved);
  }
  expect((await pay('--check', '--id', 'next')).out).toMatch(
    /may have paid: its state is not there, .+\n {2}Find that out first: restore that state, or/,
  );
  expect(await sent()).toHaveLength(1);
});

test('a run goes on with a token that replaces the first one, once that one is named', async () => {
  const { write, pay, run, args, mock, environment, sent } = await payroll(['yes']);
  write(`${HEAD}o-1,000123456789,1.00,USD,\no-2,000123456789,2.00,USD,\n`);
  const effect = { kind: 'answer', status: 401, code: 'UNAUTHORIZED' } as const;
  mock.faults.add({ operation: 'transfers.createOut', effect, nth: 2, times: 'always' });
  expect((await pay('--width', '1')).out).toContain('1 paid: 1.00 USD');
  mock.faults.clear();
  const { clientId, clientSecret } = mock.add.token({
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
  });
  const token = { PAYMENTS_TOKEN_ID: clientId, PAYMENTS_CLIENT_SECRET: clientSecret };
  const other = await run(args, { ...environment, ...token });
  expect(other.errors).toMatch(
    /RUN_STATE_FOREIGN: .+\nIf only the API token was replaced, set PAYMENTS_FIRST_TOKEN_ID to the id of the token that started it\. .+ Under another id, or with another state, what it has paid would be paid again\./,
  );
  const first = { PAYMENTS_FIRST_TOKEN_ID: environment.PAYMENTS_TOKEN_ID };
  const check = await run([...args, '--check', '--id', 'next'], { ...environment, ...token });
  expect(check.out).toMatch(
    /or was started with another base URL \(such as .+\), account or API token\n.+ of the service that the run was for\./,
  );
  const on = await run(args, { ...environment, ...token, ...first });
  expectEnd(on, 0, '2 paid: 3.00 USD', 'out');
  expect(await sent()).toHaveLength(2);
});

test('of two operators who approve a run at the same time, one has replaced the plan', async () => {
  const { state } = await payroll();
  const files = { payments: [], earlier: [] };
  const plan = { run: 'o', digest: '', by: '', at: '', startedAt: undefined, ...files };
  const replace = (seal: string) => planFiles(state).replace({ plan, seal }, []);
  expect(await Promise.all([replace('a'), replace('b')])).toEqual([true, false]);
  expect(await planFiles(state).all()).toMatchObject([{ seal: 'a' }]);
});

const rowsOf = (...amounts: readonly number[]) =>
  amounts.map((amount) => `o-${amount},000123456789,${amount}.00,USD,\n`).join('');

/** The amounts that were paid. */
const paidOf = async ({ sent }: { readonly sent: () => Promise<readonly object[]> }) =>
  (await sent()).map((one) => Object(one).sentAmount.amount / 100).sort();

/** A run of some rows that waits in the middle of its first payment, until it is told to go on. */
async function paying(...amounts: readonly number[]) {
  const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const sleep = () => {
    asked.resolve();
    return told.promise;
  };
  const setting = await payroll(['yes', 'yes'], { sleep });
  const { write, pay, mock } = setting;
  const effect = { kind: 'delay', milliseconds: 1 } as const;
  mock.faults.add({ operation: 'transfers.createOut', effect });
  write(`${HEAD}${rowsOf(...amounts)}`);
  const first = pay('--width', '1');
  await asked.promise;
  return { ...setting, first, goOn: told.resolve };
}

test('a row that is replaced while a run pays is not sent by it any more, and new ones are', async () => {
  const setting = await paying(10, 11, 12, 13, 14, 15);
  const { write, pay, mock, first, goOn } = setting;
  write(`${HEAD}${rowsOf(10, 11, 12, 13, 14, 20, 21, 22, 23)}`);
  const second = pay('--width', '1', '--id', 'payouts');
  // It sends once its file is approved.
  mock.onRequest(({ operation }) => operation === 'transfers.createOut' && goOn());
  const [old, { code, errors }] = await Promise.all([first, second]);
  expect([code, old.out + errors]).toEqual([0, expect.stringContaining('NOT_APPROVED, 1 row')]);
  expect(await paidOf(setting)).toEqual([10, 11, 12, 13, 14, 20, 21, 22, 23]);
});

test('a run whose approval is taken away pays nothing more, and says what is missing', async () => {
  const setting = await paying(10, 11, 12, 13, 14, 15);
  const { state, first, goOn } = setting;
  rmSync(`${state}.payouts.plan.json`);
  goOn();
  const said = 'payments: what was approved of the run "payouts" is not there any more: restore it';
  expectEnd(await first, 7, said);
  expect(await paidOf(setting)).toEqual([10]);
});

test('a file of which nothing is left to send replaces what was approved only if somebody says so', async () => {
  const setting = await payroll(['yes', 'no']);
  const { write, pay, mock } = setting;
  const effect = { kind: 'answer', status: 401, code: 'UNAUTHORIZED' } as const;
  mock.faults.add({ operation: 'transfers.createOut', effect, nth: 2, times: 'always' });
  const whole = `${HEAD}${rowsOf(10, 11, 12)}`;
  write(whole);
  await pay('--width', '1');
  mock.faults.clear();
  const part = `${HEAD}${rowsOf(10)}`;
  write(part);
  const asked = 'Type yes to leave 2 payments that were approved out of the run "payouts": ';
  expectEnd(await pay('--id', 'payouts'), 4, asked);
  write(whole);
  expect((await pay()).code).toBe(0);
  expect(await paidOf(setting)).toEqual([10, 11, 12]);
  // Of what is over, nothing has to be approved.
  write(part);
  const idle = await pay('--id', 'payouts');
  expectEnd(idle, 0, 'not in it any more, paid: o-11', 'out');
  expect(idle.errors).not.toContain('Type yes');
  write(whole);
  expectEnd(await pay(), 0, 'going on with the run "payouts"');
});

test('what is paid from another account is approved, also after the same without --again', async () => {
  const setting = await payroll(['yes']);
  const { write, pay, mock, run, args, environment, customerId, accountId } = setting;
  const answer = { kind: 'answer', status: 403, code: 'USER_NOT_READY' } as const;
  mock.faults.add({ operation: 'transfers.createOut', effect: answer });
  write(`${HEAD}${rowsOf(10)}`);
  expect((await pay()).code).toBe(6);
  const { id } = mock.add.internalAccount({ customerId, available: 100_00 });
  const from = [...args.map((one) => (one === accountId ? id : one)), '--id', 'payouts'];
  const idle = await run(from, environment);
  expectEnd(idle, 6, 'No row is left to send.');
  const changed = `is paid from ${id} now, and from ${accountId} before. o-10 as it was, not paid`;
  expectEnd(await run([...from, '--again'], environment), 1, changed);
  expect(await paidOf(setting)).toEqual([]);
});

test('a row that is sent while somebody decides about what replaces it is not paid by that too', async () => {
  const setting = await payroll(['yes', 'yes']);
  const { write, pay, mock, run, args, environment } = setting;
  const effect = { kind: 'answer', status: 401, code: 'UNAUTHORIZED' } as const;
  mock.faults.add({ operation: 'transfers.createOut', effect, nth: 2, times: 'always' });
  write(`${HEAD}${rowsOf(10, 11)}`);
  await pay('--width', '1');
  mock.faults.clear();
  write(`${HEAD}${rowsOf(10, 20)}`);
  const ask = async () => {
    write(`${HEAD}${rowsOf(10, 11)}`);
    expect((await pay()).code).toBe(0);
    return 'yes';
  };
  const named = [...args, '--id', 'payouts'];
  expectEnd(await run(named, environment, { ask }), 2, 'were sent in the meantime, by another');
  expect(await paidOf(setting)).toEqual([10, 11]);
  // Nobody has approved it, also where it was written.
  write(`${HEAD}${rowsOf(10, 20)}`);
  const again = await run(named, environment, { canAsk: false });
  expectEnd(again, 2, 'a person has to approve the file');
  expectEnd(await pay('--check', '--id', 'payouts'), 0, 'not in it any more, paid: o-11', 'out');
});

test('the status of a run is that of the run, also where nobody reads what it prints', async () => {
  const { write, run, args, environment } = await payroll();
  write(`${HEAD}o-1,nobody,5.00,EUR,\n`);
  const closed = { out: () => Promise.reject(new BrokenPipe()) };
  expect((await run([...args, '--check'], environment, closed)).code).toBe(1);
});

test('a run that is paid, and cannot say so on a full disk, is not told as failed', async () => {
  const { write, run, args, environment, sent, status } = await payroll(['yes']);
  write(`${HEAD}o-1,ada,2.00,EUR,\n`);
  const ended = await run(args, environment, {
    out: () => Promise.reject(new Error('write ENOSPC')),
  });
  expectEnd(ended, 5, /Every payment of the run is made.+payments run status --id payouts/s);
  expect(await sent()).toHaveLength(1);
  expect((await status()).code).toBe(0);
});

test('a file that this version does not read is not paid by an approval of another one', async () => {
  const { write, pay, payChecked, args, state, sent, environment } = await payroll();
  write(`${HEAD}o-1,ada,2.00,EUR,\n`);
  expect((await payChecked()).code).toBe(0);
  write(`${HEAD}o-1,ada,2.00,EUR,\no-2,ada,,EUR,\n`);
  const { digest } = await readPayouts(readRunLine([...args.slice(1), '--id', 'payouts']));
  const { plans, close } = await openPlace(state);
  const { PAYMENTS_JOURNAL_SECRET: secret } = environment;
  const before = await readPlans(plans, secret);
  for (const plan of before.values()) await writePlan(plans, { ...plan, digest }, before, secret);
  await close();
  for (const how of [['--id', 'payouts'], ['--resume']]) {
    expectEnd(await pay(...how), 1, 'line 3: has no amount');
  }
  expect(await sent()).toHaveLength(1);
});
