import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { expectEnd, later } from './desk.ts';
import { HEAD, payroll } from './payroll.ts';

const again = ['--id', 'payouts'];
const replies = ['yes', 'yes', 'yes', 'yes'];

test('rows of unknown outcome and rows that were replaced are told apart, and are paid once', async () => {
  const setting = await payroll(replies);
  const { mock, write, pay, status, sent, report } = setting;
  const [first, second, third] = [10, 4, 2].map((at) => `o-${at},000123456789,${at}.00,USD,\n`);
  const content = `${HEAD}${first}${second}${third}`;
  write(content);
  const operation = 'transfers.createOut';
  const effect = { kind: 'answer', status: 401, code: 'UNAUTHORIZED' } as const;
  mock.faults.add({ operation, effect: { kind: 'lose-reply' } });
  const stop = mock.onRequest((request) => {
    if (request.operation === operation) mock.faults.add({ operation, times: 'always', effect });
  });
  const ended = await pay('--width', '1');
  stop();
  mock.faults.clear();
  expect(ended.out).toMatch(/^0 paid\n1 unknown: may have .+ another way\n2 not sent: repeat/);
  expect(ended.errors).toContain('The request that ended the run has changed nothing.');
  const { out: begun, code } = await pay('--check', '--report', report);
  expect(code).toBe(3);
  expect(begun).toContain('line 2: may have been paid, and is not counted (UNDER_WAY)\n');
  expect(begun).toContain('can be paid: 2; that may have been paid already: 1;');
  expect(begun).toMatch(/^2 payments of +6\.00 USD$/m);
  expect(readFileSync(report, 'utf8')).toMatch(/^o-10,.+,unknown,UNKNOWN_BEFORE,/m);
  write(content.replace('USD,', 'USD,mended').replace('2.00', '3.00'));
  const changed = (await pay('--check', ...again)).out;
  expect(changed).toMatch(/o-10 as it was, may have been paid: 10\.00 USD\n {2}Put the row back/);
  expect(changed).toMatch(/o-2 as it was, not paid: 2\.00 USD\n {2}Give the changed row another/);
  write(content.replace('o-10', 'o-11').replace('USD,', 'USD,mended'));
  expect((await pay('--check', ...again)).out).toMatch(
    /line 2 of an earlier .+ \(o-10\) may have paid, with another memo/,
  );
  const replaced = third?.replace('o-2', 'o-3').replace('2.00', '3.00');
  write(`${HEAD}${second}${replaced}`);
  const without = await pay(...again);
  expect(without.out).toMatch(/^2 paid: 7\.00 USD\n.+ now: 2 COMPLETED\nlook at ROW_REMOVED\n/);
  expect(without.out).toContain('not in it any more, may have been paid: o-10 (10.00 USD)\n  Put');
  expectEnd(without, 3, 'not in it any more, not paid: o-2 (2.00 USD)\n  Nothing is', 'out');
  expectEnd(await status(), 3, '2 of 2  paid 2', 'out');
  write(`${HEAD}${first}${second}${replaced}`);
  const back = await pay(...again);
  expect(back.errors).toContain(
    'send 0 payments, and ask again about 1 that may have been paid, as the run',
  );
  expect(back.out).toContain('3 paid: 17.00 USD\n');
  write(`${HEAD}${first}${second}${replaced?.replace('o-3', 'o-5')}`);
  expect((await pay('--check', ...again)).out).toContain('(o-3) has paid');
  expect(await sent()).toHaveLength(3);
});

test.each([
  ['was not paid is paid by a row of another id', 'reset-connection', 1],
  ['was paid is taken out of the file', 'lose-reply', 2],
] as const)(
  'a row that no repeat shows any more, and that %s',
  async (_, kind, payments) => {
    const { mock, write, pay, sent } = await payroll(replies);
    const rows = ['o-1,000123456789,9.00,USD,', 'o-2,000123456789,4.00,USD,'];
    write(`${HEAD}${rows[0]}\n`);
    mock.faults.add({ operation: 'transfers.createOut', times: 'always', effect: { kind } });
    expect((await pay()).code).toBe(3);
    mock.faults.clear();
    later(26, mock);
    expect((await pay('--check')).out).toContain('the run says where to look instead.');
    const look =
      /Look for it in payments transactions list, or .+ key run-\S{43}: no repeat shows it/;
    const old = await pay();
    expectEnd(old, 3, look, 'out');
    expect(old.out).toMatch(
      / payments journal settle run-\S{43} --journal \S+\.journal --as applied, or not/,
    );
    expectEnd(await pay('--check'), 3, look, 'out');
    write(`${HEAD}${kind === 'lose-reply' ? rows[1] : rows[0]?.replace('o-1', 'o-3')}\n`);
    const check = await pay('--check', ...again);
    expect(check.out).not.toMatch(/epeat the (?:run|command)/);
    expect(check).toMatchObject({ code: kind === 'lose-reply' ? 0 : 7 });
    expectEnd(
      await pay(...again),
      0,
      /^1 paid: [\s\S]+not in it any more, may have been paid: o-1 [\s\S]+in addition\.\n$/,
      'out',
    );
    expect(await sent()).toHaveLength(payments);
  },
  60_000,
);

const ROW = 'o-1,000123456789,9.00,USD,';

type Payroll = Awaited<ReturnType<typeof payroll>>;

/** Loses a row, which was not paid, some hours ago. */
async function loseRowBefore({ mock, write, pay, failAll }: Payroll, hours: number): Promise<void> {
  write(`${HEAD}${ROW}\n`);
  failAll('transfers.createOut', { kind: 'reset-connection' });
  await pay();
  mock.faults.clear();
  later(hours, mock);
}

test('a row that its run sends again is not settled by a person: its run finds out', async () => {
  const setting = await payroll(replies);
  // Also while its call may still run.
  await loseRowBefore(setting, 0.1);
  const { run, state, environment, pay, sent } = setting;
  const journal = ['--journal', `${state}.journal`];
  const { out } = await run(['journal', 'status', '--json', ...journal], environment);
  const [{ id }] = JSON.parse(out);
  expectEnd(
    await run(['journal', 'settle', id, '--as', 'applied', ...journal], environment),
    2,
    /row o-1 of the run "payouts", .+ until .+ UTC: repeat that/,
  );
  expect((await pay()).out).toContain('1 paid: 9.00 USD');
  expect(await sent()).toHaveLength(1);
});

/** The same until its key is too old to be sent again. Returns the key. */
async function loseRow(setting: Payroll): Promise<string> {
  const { pay } = setting;
  await loseRowBefore(setting, 26);
  const [key = ''] = /run-\S{43}/.exec((await pay()).out) ?? [];
  return key;
}

test.each([
  [
    'applied',
    0,
    ',paid,,The service has not shown the payment.,,,recorded by ',
    '1 paid: 9.00 USD\n  recorded as paid by a person: 1\n',
  ],
  ['not-applied', 1, ',paid,,,', '1 paid: 9.00 USD\n  at the service now: 1 '],
] as const)(
  'a row that a person has recorded as %s, because no repeat shows it',
  async (said, payments, cells, words) => {
    const setting = await payroll(replies);
    const { pay, run, sent, state, report, environment } = setting;
    const key = await loseRow(setting);
    const journal = ['--journal', `${state}.journal`];
    const settled = await run(['journal', 'settle', key, '--as', said, ...journal], environment);
    expect(settled).toMatchObject({ code: 0 });
    expectEnd(await pay('--report', report), 0, words, 'out');
    expect(readFileSync(report, 'utf8')).toContain(cells);
    expect((await run(['run', 'status', '--state', state], environment)).out).not.toMatch(
      /undefined/,
    );
    expect((await pay('--check')).code).toBe(0);
    expect(await sent()).toHaveLength(payments);
  },
  60_000,
);

test('a row whose process was killed before its journal recorded it is paid by another id', async () => {
  const setting = await payroll(replies);
  const { pay, write, sent, state } = setting;
  await loseRowBefore(setting, 26);
  const journal = new DatabaseSync(`${state}.journal`);
  journal.exec('DELETE FROM entries');
  journal.close();
  const lost = await pay();
  expectEnd(
    lost,
    3,
    / and the journal has no entry of it\.\n.+ if not, give it another id, /,
    'out',
  );
  expect(lost.out).not.toContain('journal settle');
  write(`${HEAD}${ROW.replace('o-1', 'o-2')}\n`);
  expectEnd(await pay(...again), 0, '1 paid: 9.00 USD', 'out');
  expect(await sent()).toHaveLength(1);
});

test('a row whose quote was lost days ago is quoted anew by a repeat, as it says', async () => {
  const { pay, write, sent, mock, failAll } = await payroll(replies);
  write(`${HEAD}o-1,ada,5.00,EUR,\n`);
  failAll('quotes.create', { kind: 'lose-reply' });
  expectEnd(
    await pay(),
    7,
    /Only a quote was .+\n.+ it asks again, and pays the row once\./,
    'out',
  );
  mock.faults.clear();
  later(26, mock);
  expectEnd(await pay(), 0, '1 paid: 5.00 EUR', 'out');
  expect(await sent()).toHaveLength(1);
});

test('a digest is void once a row that its file replaces was paid after all', async () => {
  const setting = await payroll(replies);
  const { write, pay, run, sent, state, environment } = setting;
  const key = await loseRow(setting);
  write(`${HEAD}${ROW.replace('o-1', 'o-3')}\n`);
  const { digest } = JSON.parse((await pay('--check', '--json', ...again)).out);
  const journal = ['--as', 'not-applied', '--journal', `${state}.journal`];
  await run(['journal', 'settle', key, ...journal], environment);
  write(`${HEAD}${ROW}\n`);
  expect((await pay()).code).toBe(0);
  write(`${HEAD}${ROW.replace('o-1', 'o-3')}\n`);
  const approve = (text: string) => pay(...again, '--yes', '--digest', text);
  expectEnd(await approve(digest), 2, 'check it again');
  expect(await sent()).toHaveLength(1);
  expect(
    (await approve(JSON.parse((await pay('--check', '--json', ...again)).out).digest)).code,
  ).toBe(0);
}, 60_000);

test('a recovery of the journal leaves the rows of runs alone, and names them', async () => {
  const { mock, write, pay, run, state, sent, environment, failAll } = await payroll(replies);
  write(`${HEAD}o-1,000123456789,2.00,USD,\n`);
  failAll('transfers.createOut', { kind: 'answer', status: 500 });
  await pay();
  mock.faults.clear();
  write(`${HEAD}o-2,000123456789,3.00,USD,\n`);
  await pay(...again);
  const own = { ...environment, PAYMENTS_ACCESS_TOKEN: '' };
  const journal = (verb: string) =>
    run(['journal', verb, '--journal', `${state}.journal`, '--json'], own);
  for (const one of JSON.parse((await journal('status')).out)) {
    expect(one).toMatchObject({ row: 'row o-1 of the run "payouts"' });
  }
  const { out, code } = await journal('recover');
  const because = expect.stringContaining('row o-1 of the run "payouts"');
  for (const one of JSON.parse(out)) expect(one).toMatchObject({ outcome: 'unknown', because });
  expect(code).toBe(3);
  expect(await sent()).toHaveLength(1);
}, 60_000);

test('a refused row is not sent again unseen, and what is said to send it does', async () => {
  const { write, pay, mock, payments, sent, customerId, report } = await payroll(replies);
  const account = { platformAccountId: 'failing', accountNumber: '000123002' };
  mock.add.externalAccount({ customerId, ...account });
  const rows = ['o-1,000123456789,10.00,USD,', 'o-2,ada,5.00,EUR,', 'o-3,failing,2.00,USD,'];
  const content = `${HEAD}${rows.join('\n')}\n`;
  write(content);
  const rates = await payments.exchangeRates.list({
    ...{ sourceCurrency: 'USD', destinationCurrency: ['EUR'], sendingAmount: 100_000 },
  });
  const data = rates.data.map((rate) => ({ ...rate, receivingAmount: 2 * rate.receivingAmount }));
  const body = JSON.parse(JSON.stringify({ data }));
  const answer = (operation: 'exchangeRates.list' | 'transfers.createOut', effect: object) =>
    mock.faults.add({ operation, effect: { kind: 'answer', ...effect } as never });
  answer('exchangeRates.list', { status: 200, body });
  answer('transfers.createOut', { status: 403, code: 'USER_NOT_READY' });
  const refused = await pay('--width', '1', '--report', report);
  expect(refused.out).toMatch(/refused USER_NOT_READY, 1 row\n {2}line 2: .+\n {2}.+/);
  expect(refused.out).toContain('pay the row under another id: --again does not send it.');
  expect(readFileSync(report, 'utf8')).toMatch(/^o-1,.+,refused,USER_NOT_READY,/m);
  expect(await pay()).toMatchObject({ code: 6 });
  const check = (await pay('--check')).out;
  expect(check).toMatch(
    /line 3: was refused before, and is not sent again\. COSTS_MORE: .+\n {2}Pass --id, --again and a larger --margin/,
  );
  expect(check).toContain('can be paid: 0; that may have been paid already: 0; that are not paid');
  const quotes = () => mock.requests.filter(({ operation }) => operation === 'quotes.create');
  expect((await pay('--again')).out).toMatch(
    /^1 paid: 10\.00 USD\n.+\n1 not paid: .+\n1 refused: 1 COSTS_MORE; /,
  );
  expect(quotes()).toHaveLength(2);
  // What a larger margin was approved for without it is shown before --again sends it.
  const idle = await pay(...again, '--margin', '3');
  expectEnd(idle, 6, 'No row is left to send');
  expect(idle.errors).not.toContain('Type yes');
  const margin = await pay(...again, '--again', '--margin', '3');
  expect(margin.errors).toContain('Type yes to send 1 payment ');
  expect(margin.out).toMatch(
    /^2 paid: 5\.00 EUR, 10\.00 USD\n.+began: 1; .+\n.+\n1 not paid: the payment was accepted/,
  );
  write(content.replace('o-3,failing', 'o-4,ada').replace('2.00,USD', '2.00,EUR'));
  const mended = await pay(...again, '--margin', '3');
  expectEnd(mended, 0, '3 paid: ', 'out');
  expect((await sent()).filter((one) => one.status !== 'FAILED')).toHaveLength(3);
});
