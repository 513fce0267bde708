import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectEnd } from './desk.ts';
import { HEAD, payroll } from './payroll.ts';

const again = ['--id', 'payouts'];

/** A payroll with a payee whose payments are accepted, and fail 30 seconds later. */
async function lateFailure(replies: readonly string[]) {
  const setting = await payroll(replies);
  const { mock, customerId } = setting;
  const account = { platformAccountId: 'late', accountNumber: '000123005' };
  mock.add.externalAccount({ customerId, ...account });
  return setting;
}

test('a payment that was accepted and has failed since is not paid, wherever it is read', async () => {
  const { write, pay, status, mock, report } = await lateFailure(['yes', 'yes']);
  const content = `${HEAD}o-1,late,10.00,USD,\no-2,000123456789,2.00,USD,\n`;
  write(content);
  const first = await pay();
  expect(first.out).toMatch(
    /^2 paid: 12\.00 USD\n {2}at the service now: 1 PENDING, 1 COMPLETED\n$/,
  );
  mock.clock.advance({ seconds: 31 });
  const later = await status();
  expect(later.out).toMatch(/^2 of 2 {2}paid 1 {2}refused 1 {2}open 0\b/m);
  expect(later.out).toContain('1 paid: 2.00 USD\n  at the service now: 1 COMPLETED\n');
  expect(later.out).toContain(
    '1 not paid: the payment was accepted and has failed; --again does not',
  );
  expect(later.out).not.toContain('cause is mended');
  expectEnd(
    later,
    6,
    /the payment was not made\. Its money has left .+ refund is PENDING\.\n {2}First wait until the/,
    'out',
  );
  const check = await pay('--check');
  expect(check.out).toContain('paid before: 1 row of the run "payouts"\n  at the service now: 1');
  expectEnd(check, 6, /look at REFUSED_BEFORE, 1 row\n {2}line 2: .+PAYMENT_FAILED: Trans/, 'out');
  const errors = expect.stringContaining('2 of 2  accepted 2  open 0');
  expect(await pay('--again', '--report', report)).toMatchObject({ code: 6, errors });
  expect(readFileSync(report, 'utf8')).toMatch(
    /^o-1,.+,refused,PAYMENT_FAILED,.+,Transaction:[-a-f\d]+,FAILED,,$/m,
  );
  write(content.replace('10.00', '11.00'));
  const changed = await pay('--check', ...again);
  expect(changed.out).toMatch(
    /o-1 as it was, accepted and failed: 10\.00 USD\n {2}First wait until the .+ under another id/,
  );
  // What is advised pays it once, and is not said to be a second payment.
  write(content.replace('o-1,late', 'o-3,000123456789'));
  const mended = await pay(...again);
  expect(mended.errors).not.toContain('PAID_BEFORE');
  expect(mended.out).toContain('2 paid: 12.00 USD');
});

test('a payment that failed at once is read again, and has failed also if it cannot be read', async () => {
  const { write, pay, status, mock, customerId, failAll } = await lateFailure(['yes']);
  mock.add.externalAccount({ customerId, platformAccountId: 'never', accountNumber: '000123003' });
  write(`${HEAD}o-1,never,10.00,USD,\n`);
  expectEnd(await pay(), 6, 'refund is PENDING.', 'out');
  mock.clock.advance({ days: 3 });
  const later = await status();
  const failed =
    /refused PAYMENT_FAILED, 1 row\n {2}line 2: .+ is FAILED.*: the payment was not made\.\n/;
  expectEnd(later, 6, failed, 'out');
  failAll('transactions.list', { kind: 'answer', status: 403, code: 'FORBIDDEN' });
  expect(later.out).toContain('Mend the cause');
  const unread = await status();
  expectEnd(unread, 6, failed, 'out');
  // Without the reason, somebody may have decided so.
  expect(unread.out).toContain('ask why first');
});

test('what cannot be read now is said to be what was seen last', async () => {
  const { write, pay, status, mock, report, failAll } = await lateFailure(['yes']);
  write(`${HEAD}o-1,late,10.00,USD,\n`);
  failAll('transactions.list', { kind: 'answer', status: 403, code: 'FORBIDDEN' });
  const { out, code } = await pay('--report', report);
  expectEnd(
    { code, out },
    0,
    '  last seen: 1 PENDING; what they are now could not be read (FORBIDDEN)\n',
    'out',
  );
  expect(readFileSync(report, 'utf8')).toMatch(/paid,,The transaction status is the one that was/);
  mock.faults.clear();
  expect((await status()).out).toContain('  at the service now: 1 PENDING\n');
});

test('an account that is saved again is the same payee, in the file and in another run', async () => {
  const { write, pay, mock, customerId } = await payroll(['yes']);
  for (const platformAccountId of ['grace', 'again']) {
    mock.add.externalAccount({ customerId, platformAccountId, accountNumber: '000987654321' });
  }
  write(`${HEAD}o-1,grace,10.00,USD,\no-2,again,10.00,USD,\n`);
  const twice = await pay('--id', 'one', '--check');
  expect(twice.out).toMatch(/look at SAME_PAYMENT, 1 row\n {2}line 3: .+ as line 2\n/);
  write(`${HEAD}o-1,grace,10.00,USD,\n`);
  await pay('--id', 'one');
  write(`${HEAD}x-1,again,10.00,USD,\n`);
  const { out, code } = await pay('--id', 'two', '--check');
  expectEnd({ code, out }, 7, /look at PAID_BEFORE, 1 row\n/, 'out');
});

test('what another run has paid is told, whatever its memo says, and by what became of it', async () => {
  const { write, pay, mock } = await lateFailure(['yes', 'yes', 'yes']);
  write(`${HEAD}o-1,000123456789,10.00,USD,October\n`);
  await pay('--id', 'october');
  write(`${HEAD}x-1,000123456789,10.00,USD,Bonus\n`);
  const paid = await pay('--id', 'bonus', '--check');
  expect(paid.out).toMatch(
    /look at PAID_BEFORE, 1 row\n {2}line 2: pays .+ what the run "october" of .+ \(o-1\) has paid, with another memo\n {2}Take it out, unless it is due again\./,
  );
  write(`${HEAD}o-2,000123456789,3.00,USD,\n`);
  const effect = { kind: 'answer', status: 501, code: 'INTERNAL_ERROR' } as const;
  mock.faults.add({ operation: 'transfers.createOut', effect });
  expect((await pay('--id', 'refused')).out).toMatch(
    /--again then sends them\nrefused INTERNAL_ERROR, 1 row\n.+\n {2}Try again later\. Then pass --again/,
  );
  write(`${HEAD}o-3,000123456789,3.00,USD,\n`);
  const refused = await pay('--id', 'next', '--check');
  expect(refused.out).toMatch(/the run "refused" .+ was refused, and pays too with --again\n/);
  expect(refused.out).not.toContain('may have paid');
  expect([paid.code, refused.code]).toEqual([7, 7]);
  expect(refused.out).toMatch(/^note: the run "october" .+ id of line 2: o-1 \(10\.00 USD\)/);
  write(`${HEAD}o-4,late,4.00,USD,\n`);
  await pay('--id', 'failed');
  mock.clock.advance({ seconds: 31 });
  expect((await pay('--id', 'again', '--check')).out).not.toContain('PAID_BEFORE');
  write(`${HEAD}o-5,ada,5.00,EUR,one\no-6,ada,5.00,EUR,two\n`);
  expect((await pay('--id', 'same', '--check')).out).toContain('as line 2, with another memo');
  write(`${HEAD}o-5,ada,5.00,EUR,\u00f1\no-6,ada,5.00,EUR,n\u0303\n`);
  expect((await pay('--id', 'same', '--check')).out).toMatch(/ as line 2\n/);
});

test('a check that a person has to look at has a status of its own, and says which row to take out', async () => {
  const { write, pay, payChecked } = await lateFailure(['yes', 'no']);
  const content = `${HEAD}o-1,000123456789,2.00,USD,\n`;
  write(content);
  const out = expect.stringMatching(/^note: the state \/.+runs\.db is new: /);
  expect(await pay('--check')).toMatchObject({ code: 0, out });
  await pay();
  write(`${HEAD}o-2,000123456789,2.00,USD,\n${content.slice(HEAD.length)}`);
  const check = await pay('--check', ...again);
  expect(check.out).toMatch(
    /line 2: pays the same .+ as line 3\n {2}Take the row of this line out, unless .+ is paid\.\n/,
  );
  expectEnd(check, 7, /paid twice, to somebody else, or not be due: look at .+\ndigest/, 'out');
  expect((await payChecked()).code).toBe(0);
  write(content.replace('2.00', '3.00'));
  expect((await pay()).errors).toContain('what this run has paid is paid again');
  const note = expect.stringMatching(/^note: the run "payouts" .+ line 2: o-2 \(2\.00 USD\)/);
  expect(await pay('--id', 's2', '--check')).toMatchObject({ code: 0, out: note });
});

test('a row whose repeats are refused says what helps, and a repeat of the run is not all of it', async () => {
  const { write, pay, mock } = await lateFailure(['yes', 'yes']);
  write(`${HEAD}o-1,000123456789,2.00,USD,\n`);
  const operation = 'transfers.createOut';
  const answer = (effect: object) =>
    mock.faults.add({ operation, times: 'always', effect: { kind: 'answer', ...effect } as never });
  answer({ status: 500 });
  await pay();
  mock.faults.clear();
  write(`${HEAD}x-1,000123456789,2.00,USD,\n`);
  expect((await pay('--id', 'next', '--check')).out).toMatch(
    /\(o-1\) may have paid\n {2}Find that out first: repeat that run/,
  );
  write(`${HEAD}o-1,000123456789,2.00,USD,\n`);
  answer({ status: 403, code: 'USER_NOT_READY' });
  for (const options of [[], ['--check']]) {
    const { out, code } = await pay(...options);
    expect(out).toMatch(/its repeat with the key run-\S{43} was refused: Injected/);
    expectEnd(
      { code, out },
      3,
      /Finish the customer's .+ Repeat the command after that: .+ transactions/,
      'out',
    );
  }
}, 60_000);

test('a certain refusal is not unknown, and a run has the exit status of its rows', async () => {
  const { write, pay, status, mock, sent } = await payroll(['yes']);
  write(`${HEAD}o-1,ada,5.00,EUR,\no-2,000123456789,2.00,USD,\no-3,ada,1.00,EUR,\n`);
  const effect = { kind: 'answer', status: 401, code: 'UNAUTHORIZED' } as const;
  for (const operation of ['transfers.createOut', 'quotes.execute'] as const) {
    mock.faults.add({ operation, effect, times: 'always' });
  }
  const ended = await pay('--width', '1');
  expect(ended.out).toBe('0 paid\n3 not sent: repeat the command to go on\n');
  expectEnd(ended, 7, 'payments: UNAUTHORIZED');
  expect(await status()).toMatchObject({ code: 7, out: expect.not.stringContaining('unknown') });
  mock.faults.clear();
  expectEnd(await pay(), 0, '3 paid', 'out');
  expect(await sent()).toHaveLength(3);
});

test('a row whose payee was deleted and saved anew is paid by another id, as it says', async () => {
  const { write, pay, run, args, environment, sent, ...setting } = await payroll(['yes']);
  const { mock, customerId, payments } = setting;
  const save = () => mock.add.externalAccount({ customerId, platformAccountId: 'grace' });
  const { id: externalAccountId } = save();
  write(`${HEAD}o-1,grace,2.00,USD,\n`);
  const ask = async () => {
    await payments.externalAccounts.delete({ externalAccountId });
    save();
    return 'yes';
  };
  const refused = await run(args, environment, { ask });
  expectEnd(
    refused,
    6,
    /saved anew, give the row another id: --again sends it to the account/,
    'out',
  );
  write(`${HEAD}o-2,grace,2.00,USD,\n`);
  expectEnd(await pay(...again), 0, '1 paid: 2.00 USD', 'out');
  expect(await sent()).toHaveLength(1);
});

test('a quote whose response is lost is not a payment that may have been made', async () => {
  const { write, pay, mock, report, checked, failAll } = await payroll(['yes', 'yes']);
  write(`${HEAD}o-3,ada,6.00,EUR,\n`);
  failAll('quotes.create', { kind: 'answer', status: 500 });
  expectEnd(
    await pay('--report', report),
    7,
    /^0 paid\n1 not sent: repeat .+\nnot-sent \w+, 1 row\n {2}line 2: Only a quote was asked for, and no money has moved\.\n/,
    'out',
  );
  expect(readFileSync(report, 'utf8')).toMatch(/^o-3,.+,not-sent,/m);
  expect(await checked()).toMatchObject({ unknownBefore: 0, payments: [{}] });
  mock.faults.clear();
  expect((await pay()).out).toContain('1 paid: 6.00 EUR');
}, 60_000);
