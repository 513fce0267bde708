import { expect, test } from 'vitest';
import { expectEnd, later } from './desk.ts';
import { HEAD, payroll } from './payroll.ts';

const ROWS = `${HEAD}o-1,000123456789,10.00,USD,\no-2,000123456789,11.00,USD,\no-3,ada,5.00,EUR,\n`;

test('what was paid a minute ago by another way is named before the file pays it again', async () => {
  const setting = await payroll(['no', 'yes', 'yes']);
  const { write, pay, payChecked, payments, transfer, quoteOf, run, args, environment } = setting;
  write(ROWS);
  const euros = Object(await payments.externalAccounts.list({ limit: 100 }).toArray()).find(
    ({ platformAccountId }: { platformAccountId?: string }) => platformAccountId === 'ada',
  );
  const quote = () =>
    payments.quotes.create({
      ...{ ...quoteOf(500, euros.id), lockedCurrencySide: 'RECEIVING' },
    });
  // Of a quote that nobody executes nothing is paid.
  await quote();
  const { digest } = JSON.parse((await pay('--check', '--json', '--id', 'payouts')).out);
  expectEnd(await pay('--check'), 0, 'The file can be paid.', 'out');
  const { id } = await payments.transfers.createOut({ ...transfer, amount: 10_00 });
  const check = await pay('--check');
  expectEnd(
    check,
    7,
    new RegExp(
      `look at PAID_BEFORE, 1 row\\n {2}line 2: pays "000123456789" what was sent at 20[-\\d]+ [:\\d]+ UTC outside of the runs of this state \\(${id}\\)\\n {2}Take it out, unless both are meant\\.\\n`,
    ),
    'out',
  );
  expectEnd(await pay('--id', 'payouts', '--yes', '--digest', digest), 2, 'check it again');
  expectEnd(await pay(), 4, `(${id})`);
  const { id: quoteId } = await quote();
  await payments.quotes.execute({ quoteId });
  const both = JSON.parse((await pay('--check', '--json')).out);
  expect(both.problems).toMatchObject([
    { line: 2, code: 'PAID_BEFORE' },
    { line: 4, code: 'PAID_BEFORE', level: 'warning' },
  ]);
  // Once somebody has looked, what the run pays itself is named by nothing.
  expect((await payChecked()).code).toBe(0);
  expectEnd(await pay('--check'), 0, 'Every row is paid.', 'out');
  write(`${ROWS}o-4,ada,6.00,EUR,\n`);
  expect(JSON.parse((await pay('--check', '--json', '--id', 'payouts')).out).problems).toEqual([]);
  // Another run is named as such, and by one warning a row.
  write(ROWS.replaceAll('o-', 'x-'));
  const other = JSON.parse((await pay('--check', '--json', '--id', 'other')).out);
  expect(
    other.problems.map(({ line, message }: Record<string, unknown>) => [line, message]),
  ).toEqual([2, 3, 4].map((line) => [line, expect.stringContaining('what the run "payouts" of')]));
  // Without the state, all of it was made in another way.
  const lost = [...args, '--state', `${args.at(-1)}2`, '--check', '--json'];
  const { problems } = JSON.parse((await run(lost, environment)).out);
  expect(problems).toMatchObject([2, 3, 4].map((line) => ({ line, code: 'PAID_BEFORE' })));
  expect(problems[0].message).toContain(' and 1 more)');
  later(73);
  expect(JSON.parse((await run(lost, environment)).out).problems).toEqual([]);
}, 60_000);

test('a row that the service takes for one of a run whose state is lost is not told as paid now', async () => {
  const { write, pay, run, args, environment, sent } = await payroll(['yes', 'yes']);
  write(`${HEAD}o-1,000123456789,10.00,USD,\n`);
  expect((await pay()).code).toBe(0);
  write(`${HEAD}o-1,000123456789,10.00,USD,\no-2,000123456789,11.00,USD,\n`);
  const elsewhere = [...args, '--state', `${args.at(-1)}2`];
  const again = await run(elsewhere, environment);
  // What this run has paid itself is not told as paid outside of it.
  write(`${HEAD}o-2,000123456789,11.00,USD,\no-3,000123456789,11.00,USD,\n`);
  const { problems } = JSON.parse(
    (await run([...elsewhere, '--id', 'payouts', '--check', '--json'], environment)).out,
  );
  expect(problems.map(({ code, line }: Record<string, unknown>) => `${line} ${code}`)).toEqual([
    '0 ROW_REMOVED',
    '3 SAME_PAYMENT',
  ]);
  const note =
    /paid before PAID_BEFORE, 1 row\n {2}line 2: is Transaction:\S+, which was paid before with the same key: nothing was sent\s+now\n {2}If both are meant, /;
  expectEnd(again, 0, note, 'out');
  expect(again.out).toContain('paid since this command began: 1; the others before');
  expect(await sent()).toHaveLength(2);
});

test('an account that is saved again is the payee of what was paid, and a failed payment is none', async () => {
  const { write, pay, mock, customerId, payments, transfer } = await payroll(undefined, {
    now: Date.now,
  });
  const saved = (platformAccountId: string, accountNumber: string) =>
    mock.add.externalAccount({ customerId, platformAccountId, accountNumber });
  const sendTo = (accountId: string, amount: number) =>
    payments.transfers.createOut({ ...transfer, destination: { accountId }, amount } as never);
  await sendTo(saved('one', '000987654321').id, 10_00);
  saved('two', '000987654321');
  await sendTo(saved('failing', '000123450002').id, 12_00);
  write(`${HEAD}o-1,two,10.00,USD,\no-2,two,12.00,USD,\no-3,failing,12.00,USD,\n`);
  const { problems } = JSON.parse((await pay('--check', '--json')).out);
  expect(problems).toMatchObject([{ line: 2, code: 'PAID_BEFORE' }]);
});

test('a payment that a row of unknown outcome may have made is named by that row', async () => {
  const { write, pay, mock, payments, transfer } = await payroll(['yes']);
  write(`${HEAD}o-1,000123456789,9.00,USD,\n`);
  const operation = 'transfers.createOut';
  const effect = { kind: 'answer', status: 401, code: 'UNAUTHORIZED' } as const;
  mock.faults.add({ operation, effect: { kind: 'lose-reply' } });
  const stop = mock.onRequest((request) => {
    if (request.operation === operation) mock.faults.add({ operation, times: 'always', effect });
  });
  await pay();
  stop();
  mock.faults.clear();
  expect((await pay('--check')).code).toBe(3);
  write(`${HEAD}o-1,000123456789,9.00,USD,\no-2,000123456789,9.00,USD,\n`);
  const codes = async () => {
    const { problems } = JSON.parse((await pay('--check', '--json', '--id', 'payouts')).out);
    return problems.map(({ line, code }: Record<string, unknown>) => `${line} ${code}`);
  };
  expect(await codes()).toEqual(['2 UNKNOWN_BEFORE', '3 SAME_PAYMENT']);
  await payments.transfers.createOut({ ...transfer, amount: 9_00 });
  expect(await codes()).toEqual(['2 UNKNOWN_BEFORE', '3 SAME_PAYMENT', '3 PAID_BEFORE']);
});

test('a check whose token may not read payments says so, and is not stopped by it', async () => {
  const { write, pay, failAll } = await payroll();
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  failAll('transactions.list', { kind: 'answer', status: 403, code: 'FORBIDDEN' });
  const note = /^note: the payments of the last 3 days could not be read \(FORBIDDEN\): if /m;
  expectEnd(await pay('--check'), 0, note, 'out');
});
