import { readFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import {
  progressLine,
  statusOf,
  summaryLines,
} from '../src/bin/payments/run/watch/progress-lines.ts';
import { figures } from '../src/bin/payments/run/watch/run-page.ts';
import { expectEnd } from './desk.ts';
import { testKilledCommand } from './killed-command.ts';
import { HEAD, payroll } from './payroll.ts';

const TWO = `${HEAD}o-1,000123456789,10.00,USD,=October\no-2,ada,5.00,EUR,\n`;

test('a file is paid after a person has seen its totals, and is not paid again', async () => {
  const { write, pay, sent, report, args } = await payroll(['no', 'yes']);
  write(TWO);
  expectEnd(await pay(), 4, 'Nothing was sent');
  expect(await pay('--report', `${args[1]}`)).toMatchObject({ code: 2 });
  expect(await sent()).toHaveLength(0);
  const { code, errors, out } = await pay('--report', report);
  for (const word of [
    / 2 +10\.00 USD +10\.00 USD +0\.00 USD +"Grace Hopper", ending 6789\n +o-1: =October/,
    / 3 +5\.00 EUR +about 5\.\d\d USD +0\.03 USD +"Ada Lovelace", ending 3000\n +o-2/,
    /1 payment of +5\.00 EUR/,
    /^Service: https?:.+, from the environment\nType yes to send 2 payments as the run "payouts":/m,
  ]) {
    expect(errors).toMatch(word);
  }
  expectEnd({ code, out }, 0, '2 paid: 5.00 EUR, 10.00 USD\n', 'out');
  const [head = '', one = '', two = ''] = readFileSync(report, 'utf8').split('\n');
  expect(head).toBe(
    '\ufeffid,payee,amount,currency,memo,run status,run code,run message,what to do,transaction id,transaction status,cost,cost currency',
  );
  expect(one).toMatch(
    /^o-1,000123456789,10\.00,USD,'=October,paid,,,,Transaction:[\w-]+,\w+,10\.00,USD$/,
  );
  expect(two).toMatch(/^o-2,ada,5\.00,EUR,,paid,,,,Transaction:[\w-]+,\w+,5\.\d\d,USD$/);
  const again = await pay();
  expectEnd(again, 0, 'Approved by ');
  expect(again.out).toMatch(
    /^2 paid: .+\n {2}paid since this command began: 0; the others before\n.+\n$/,
  );
  expect(await sent()).toHaveLength(2);
});

test('a changed file is approved again, and only rows with a new id are paid', async () => {
  const { write, pay, sent, report } = await payroll(['yes', 'yes', 'yes']);
  write(TWO);
  await pay();
  expect((await pay('--check')).out).toContain('Every row is paid. Nothing was sent.');
  write(`${TWO}o-3,ada,1.00,EUR,late\n`);
  const left = await pay('--check', '--report', report);
  expect(left.out).toContain('paid before: 2 rows of the run "payouts"\n');
  expect(left.out).toMatch(/^1 payment of +1\.00 EUR\n/m);
  expect(readFileSync(report, 'utf8')).toMatch(
    /^o-1,.+,paid before,.+\no-2,.+\no-3,.+,can be paid,/m,
  );
  expectEnd(await pay(), 2, 'pass --id payouts');
  expect(await pay('--resume')).toMatchObject({ code: 2 });
  const { code, errors } = await pay('--id', 'payouts');
  expect(errors).toContain('paid before: 2 rows of the run "payouts"\n');
  expectEnd({ code, errors }, 0, 'Type yes to send 1 payment ');
  expect(await sent()).toHaveLength(3);
  write(TWO.replace('10.00', '11.00'));
  expectEnd(
    await pay('--id', 'payouts'),
    1,
    /line 2: has changed\. o-1 as it was, paid: 10\.00 USD, Transaction:\S+ [A-Z]+\n {2}Put the row back/,
  );
  write(TWO.replace('o-1,000123456789,10.00', 'o-1b,000123456789,1.00'));
  const { out } = await pay('--id', 'payouts');
  expect(out).toMatch(
    /2 paid: .*1\.00 USD.*\n.+began: 1; the others before\n.+\nlook at ROW_REMOVED\n.+o-1 \(10\.00 USD, Transaction:.+\n {2}What replaces/,
  );
  expect(await sent()).toHaveLength(4);
  write(TWO);
  const other = await pay('--id', 'november', '--check');
  expect(other.out).toMatch(
    /look at PAID_BEFORE, 2 rows\n {2}line 2: pays .+ what the run "payouts" of .+ \(o-1\) has paid\n/,
  );
});

test('a script pays the file that was checked, and no other', async () => {
  const { write, pay, checked, sent } = await payroll();
  write(TWO);
  expectEnd(await pay(), 2, 'nobody can be asked');
  expectEnd(await pay('--yes'), 2, '--digest');
  const seen = (await checked('--id', 'october')).digest;
  write(TWO.replace('5.00', '50.00'));
  const script = ['--id', 'october', '--yes', '--digest', seen];
  expectEnd(await pay(...script), 2, 'check it');
  expect(await sent()).toHaveLength(0);
  write(TWO);
  for (const other of ['--id november', '--locale en-GB', '--margin 3']) {
    expect((await pay(...script, ...other.split(' '))).errors).toContain('check it again');
  }
  expect(await pay(...script)).toMatchObject({ code: 0 });
});

test('a script pays whom the check has shown, and no more than its estimate with the margin', async () => {
  const { write, pay, mock, payments, customerId, checked, sent } = await payroll();
  const saved = (accountNumber: string) =>
    mock.add.externalAccount({ customerId, platformAccountId: 'own', accountNumber });
  const { id: externalAccountId } = saved('000700000008');
  write(`${HEAD}o-1,own,2.00,USD,\n`);
  const script = async (digest: string) => pay('--id', 'run', '--yes', '--digest', digest);
  const { digest } = await checked('--id', 'run');
  await payments.externalAccounts.delete({ externalAccountId });
  saved('000999999998');
  const other = await script(digest);
  expectEnd(other, 2, ', a payee, what was paid before');
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  const dear = (await checked('--id', 'run')).digest;
  const { data } = await payments.exchangeRates.list({ sourceCurrency: 'USD' });
  const cheap = data.map((rate) => ({ ...rate, receivingAmount: 2 * rate.receivingAmount }));
  const body = JSON.parse(JSON.stringify({ data: cheap }));
  const effect = { kind: 'answer', status: 200, body } as const;
  mock.faults.add({ operation: 'exchangeRates.list', effect });
  const half = (await checked('--id', 'run')).digest;
  expectEnd(await script(half), 2, /cost about 5\.\d\d USD now, .+ for 2\.\d\d USD at most: check/);
  expect(await script(`${half.split('.')[0]}.999999`)).toMatchObject({ code: 2 });
  expect(await sent()).toHaveLength(0);
  // It may cost what was shown, though it is estimated to cost less now.
  mock.faults.add({ operation: 'exchangeRates.list', effect });
  expect(await script(dear)).toMatchObject({ code: 0 });
  expect(await sent()).toHaveLength(1);
});

test('a row says which fields were refused, and nothing that only a program has', async () => {
  const { write, pay, mock, report } = await payroll(['yes']);
  write(TWO);
  const errors = [{ field: 'amount', message: 'must be positive' }];
  const invalid = { status: 422, code: 'INVALID_INPUT', message: 'No', details: { errors } };
  const effect = { kind: 'answer', status: 422, body: invalid } as const;
  mock.faults.add({ operation: 'transfers.createOut', effect });
  const { out } = await pay('--report', report);
  expect(out).toMatch(
    /line 2: No \(amount: must be positive\)\.\n {2}Correct the fields that the service/,
  );
  expect(`${out}${readFileSync(report, 'utf8')}`).not.toContain('`');
});

test('a quote within one currency is approved with its fees', async () => {
  const { write, run, mock, report, args, state, environment } = await payroll(['yes']);
  const { id } = mock.add.internalAccount({ available: 500_00 });
  write(`${HEAD}o-1,000123456789,100.00,USD,\n`);
  const own = [...args.slice(0, 2), '--from', id, '--state', state, '--report', report];
  const { errors } = await run(own, environment);
  expect(errors).toMatch(/ 2 +100\.00 USD +about 100\.51 USD +0\.50 USD +"Grace/);
  expect(errors).toMatch(/left afterwards +399\.49 USD/);
  expect(readFileSync(report, 'utf8')).toMatch(/^o-1,.+,100\.51,USD$/m);
});

test('a row that waits for its customer says what is authorized, and until when', async () => {
  const setting = await payroll(['yes'], { strongAuthenticationRegions: ['US'] });
  const { write, pay, status, report, payments, customerId, failAll } = setting;
  await payments.customers.update({
    customerId,
    phoneNumber: '+4915112345678',
    customerType: 'INDIVIDUAL',
  });
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  const { code, out } = await pay('--report', report);
  expect(code).toBe(8);
  expect((await pay('--json')).out).toContain('"paidNow": 0');
  const [made] = await payments.transactions.list().toArray();
  const quoteId = String(Object(made).quoteId);
  const { expiresAt } = await payments.quotes.get({ quoteId });
  const until = expiresAt.slice(0, 19).replace('T', ' ');
  const told = `authorize it: before ${until} UTC, payments quotes authorize ${quoteId} with`;
  expect(out).toContain(
    `to authorize PENDING_AUTHORIZATION, 1 row\n  line 2: The customer has to ${told}`,
  );
  expect(readFileSync(report, 'utf8')).toContain(told);
  expect((await status()).out).toContain(told);
  failAll('transactions.list', { kind: 'answer', status: 403 });
  const unread = (await status()).out;
  expect(unread).toMatch(
    /last seen: 1 PENDING_AUTHORIZATION; .+\n(?:.+\n)+.+when it was last seen/,
  );
  expect(unread).not.toContain('Until then nothing of it is paid');
});

test('the page of a run shows its figures to whoever has its address', async () => {
  const { write, pay, run, state, status: shown } = await payroll(['yes']);
  write(TWO);
  await pay();
  const leave = new AbortController();
  const signals = [leave.signal];
  const { promise: address, resolve: told } = Promise.withResolvers<string>();
  const status = run(
    ['run', 'status', '--id', 'payouts', '--state', state, '--watch'],
    {},
    {
      error: (text) => told(/http:\S+\//.exec(text)?.[0] ?? ''),
      interruption: () => signals.shift() ?? new AbortController().signal,
    },
  );
  const page = await fetch(await address);
  const html = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  for (const word of ['Finished: all are paid', '100% of 2', '<b>EUR</b>'])
    expect(html).toContain(word);
  const progress = JSON.parse((await shown('--json')).out);
  expect(figures({ ...progress, items: 0 }, 3)).toContain('Beginning');
  const eur = progress.amounts.paid.find(
    ({ currency }: { currency: string }) => currency === 'EUR',
  );
  const waits = { ...progress, paidAs: [{ ...eur, status: 'PENDING_AUTHORIZATION' }] };
  expect(summaryLines(waits)).toEqual([
    '1 paid: 10.00 USD',
    '1 not paid before the customer authorizes them: 5.00 EUR',
  ]);
  expect([statusOf(progress, 2), statusOf(waits, 2)]).toEqual([0, 8]);
  expect(progressLine(waits, 2)).toContain('paid 1  to authorize 1');
  expect(figures(waits, 2)).toMatch(
    /Ended: 1 not paid before.+50% of 2; 1 to authorize: 5\.00 EUR/s,
  );
  const asking = { ...progress, open: 1, waitsUntil: '2026-10-31T08:09:10.000Z' };
  expect(progressLine(asking, 3, { isRunning: true })).toContain('asks again at 08:09:10 UTC');
  expect(progressLine(asking, 3)).not.toContain('asks');
  expect(figures(asking, 3)).toMatch(/asks again at .+08:09:10 UTC.+if a process is at it/);
  progress.rate.pausedUntil = '2026-10-31T08:04:41.000Z';
  expect(figures(progress, 3)).toMatch(/Waiting until .+08:04:41 UTC/);
  expect((await fetch(new URL('/', await address))).status).toBe(404);
  leave.abort();
  const ended = await status;
  expectEnd(ended, 0, '2 paid', 'out');
  // What ends the page does not end the look at the payments.
  expect(ended.out).not.toContain('could not be read');
});

test('a run of two operators that is killed and interrupted pays each row once', async () => {
  await testKilledCommand(inject('programs'));
});

test('what another run pays while a person is asked ends the approval, and what it does not pay does not', async () => {
  const { write, payChecked, run, args, environment, sent } = await payroll();
  const elsewhere = async (row: string) => {
    write(`${HEAD}${row}\n`);
    expect((await payChecked(row.slice(0, 3))).code).toBe(0);
  };
  for (const [row, code, payments] of [
    ['x-1,000123456789,7.00,USD,', 0, 3],
    ['y-1,000123456789,10.00,USD,', 2, 4],
  ] as const) {
    write(TWO);
    const ask = () => elsewhere(row).then(() => 'yes');
    const paid = await run([...args, '--id', `of ${row}`], environment, { canAsk: true, ask });
    expect([paid.code, paid.errors]).toEqual([
      code,
      code === 0 ? expect.any(String) : expect.stringContaining('another run was approved'),
    ]);
    expect(await sent()).toHaveLength(payments);
  }
});
