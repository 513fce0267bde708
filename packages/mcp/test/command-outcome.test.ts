import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { createPaymentsClient } from '@org/payments-sdk';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BrokenPipe } from '../src/bin/payments/terminal.ts';
import { desk, expectEnd, later, recorded } from './desk.ts';

type Desk = Awaited<ReturnType<typeof desk>>;

/** Records a payment whose response is lost: a repeat with its key settles it at once. */
async function losePayment({ run, pay, folder, failAll }: Desk, key: string) {
  const remove = failAll('transfers.createOut');
  const lost = await run([...pay, '--yes', '--idempotency-key', key], recorded(folder));
  remove();
  expect(lost.code).toBe(3);
}

/** A client of another program with the same journal. */
function application({ environment, folder }: Desk) {
  const { PAYMENTS_JOURNAL: file, PAYMENTS_JOURNAL_SECRET: secret } = recorded(folder);
  const journal = sqliteJournal(file, { secret });
  onTestFinished(() => journal.close());
  const { PAYMENTS_BASE_URL: baseUrl, PAYMENTS_TOKEN_ID: tokenId } = environment;
  const clientSecret = environment.PAYMENTS_CLIENT_SECRET;
  return createPaymentsClient({ baseUrl, tokenId, clientSecret, journal });
}

/** Records a customer that never arrives: a recovery waits before it concludes that. */
async function loseCustomer({ run, folder, failAll }: Desk) {
  const remove = failAll('customers.create', { kind: 'reset-connection' });
  const create = ['customers', 'create', '--customer-type', 'INDIVIDUAL', '--full-name', 'Ada'];
  const lost = await run([...create, '--platform-customer-id', 'ada-1'], recorded(folder));
  remove();
  expect(lost.code).toBe(3);
}

test('a lost payment whose repeat was accepted is not open any more, however old its key is', async () => {
  const setting = await desk();
  const { run, pay, mock, own } = setting;
  await losePayment(setting, 'invoice-1');
  expect((await run([...pay, '--yes', '--idempotency-key', 'invoice-1'], own)).code).toBe(0);
  later(26, mock);
  for (const verb of ['status', 'recover']) {
    const { code, out } = await run(['journal', verb], own);
    expect([code, out]).toEqual([0, expect.not.stringContaining('unknown')]);
  }
});

test('a lost payment that was paid with another key since is not sent again by a recovery', async () => {
  const setting = await desk(['yes', 'yes']);
  const { run, pay, own, sent, balance, failAll } = setting;
  const works = failAll('transfers.createOut', { kind: 'reset-connection' });
  const first = [...pay, '--idempotency-key', 'invoice-1'];
  expect((await run([...first, '--yes'], own)).code).toBe(3);
  works();
  expectEnd(await run(pay, own), 0, /Same payment: it was sent under another key at /);
  const before = sent('transfers.createOut');
  const told = /same was paid with another key at .+ its key\. .*Once you know/s;
  expectEnd(await run(['journal', 'recover'], own), 3, told, 'out');
  expect([sent('transfers.createOut'), await balance()]).toEqual([before, 990_00]);
  expect((await run(first, own)).code).toBe(0);
  expectEnd(await run(['journal', 'recover'], own), 0, /^(?!.*same was paid).*applied/s, 'out');
  expect(await balance()).toBe(980_00);
});

test('of two lost payments that are the same a recovery sends the first', async () => {
  const { run, pay, own, balance, failAll } = await desk();
  const works = failAll('transfers.createOut', { kind: 'reset-connection' });
  for (const key of ['a', 'b']) await run([...pay, '--yes', '--idempotency-key', key], own);
  works();
  for (const _ of [1, 2]) {
    expectEnd(await run(['journal', 'recover'], own), 3, /same was (?:paid|sent) with/, 'out');
    expect(await balance()).toBe(990_00);
  }
});

test.each([
  ['unknown', 3],
  ['applied', 5],
] as const)(
  'a key that the service may have forgotten is not sent by a script: %s',
  async (outcome, code) => {
    const setting = await desk(['yes']);
    const { run, folder, pay, mock, sent } = setting;
    const own = recorded(folder);
    const invoice = [...pay, '--idempotency-key', 'invoice-1'];
    if (outcome === 'unknown') await losePayment(setting, 'invoice-1');
    else expect((await run([...invoice, '--yes'], own)).code).toBe(0);
    later(23, mock);
    const before = sent('transfers.createOut');
    const refused = await run([...invoice, '--yes'], own);
    expect([refused.code, sent('transfers.createOut')]).toEqual([code, before]);
    const known = outcome === 'unknown' ? 'may have been applied' : 'made Transaction:';
    expect(refused.errors).toContain(`and ${known}`);
    expect(refused.errors.includes('if not, repeat it with a new key')).toBe(outcome === 'unknown');
    // A person is shown what it is.
    const asked = await run(invoice, own);
    expect(asked.errors).toMatch(/Old key: .*and then carries it out again\./);
    expect(asked.errors).not.toMatch(/Sent before|Send again/);
    expect(asked.errors).toMatch(/Same payment: the same amount was sent to this payee at /);
    expect([asked.code, sent('transfers.createOut')]).toEqual([0, before + 1]);
  },
);

test.each([
  ['with its account unreadable', { operation: 'internalAccounts.listPlatform' }],
  ['with its payee unreadable', { operation: 'externalAccounts.get' }],
] as const)('a lost payment stays unknown if its repeat is not sent: %s', async (_why, read) => {
  const setting = await desk(['yes']);
  const { run, pay, mock, sent, own } = setting;
  await losePayment(setting, 'invoice-1');
  const before = sent('transfers.createOut');
  const wrong = { ...own, PAYMENTS_CLIENT_SECRET: 'wrong' };
  const repeat = [...pay, '--idempotency-key', 'invoice-1'];
  const remove = mock.faults.add({
    ...read,
    times: 'always',
    effect: { kind: 'answer', status: 503 },
  });
  const all = [
    await run(repeat, own),
    await run([...repeat, '--yes'], wrong),
    await run(repeat, wrong),
  ];
  remove();
  for (const { code, errors } of all) {
    expectEnd({ code, errors }, 3, /(?:UNAUTHORIZED|UNAVAILABLE).*may have been/s);
    expect(errors).not.toMatch(/(?:sent|changed) nothing/);
  }
  expect(sent('transfers.createOut')).toBe(before);
  expect((await run([...repeat, '--yes'], own)).code).toBe(0);
  expectEnd(await run([...repeat, '--yes'], wrong), 1, 'made Transaction:');
});

test('a key whose change is open under another secret of the journal is not sent', async () => {
  const setting = await desk(['yes']);
  const { run, folder, pay, sent } = setting;
  await losePayment(setting, 'invoice-1');
  const before = sent('transfers.createOut');
  const own = {
    ...recorded(folder),
    PAYMENTS_JOURNAL_SECRET: 'another-secret-of-32-bytes-or-more-!',
  };
  const repeat = [...pay, '--idempotency-key', 'invoice-1'];
  for (const args of [repeat, [...repeat, '--yes']]) {
    expectEnd(await run(args, own), 3, 'another PAYMENTS_JOURNAL_SECRET');
  }
  expect(sent('transfers.createOut')).toBe(before);
  expect((await run(['check'], own)).out).toContain('1 open change sealed with another secret');
  expect((await run(['check'], recorded(folder))).out).not.toContain('another secret');
});

test('an old key of a token that was replaced is not sent unseen, and names what to set', async () => {
  const setting = await desk(['yes']);
  const { run, folder, pay, mock, sent, environment } = setting;
  const invoice = [...pay, '--idempotency-key', 'invoice-1'];
  expect((await run([...invoice, '--yes'], recorded(folder))).code).toBe(0);
  const { clientId, clientSecret } = mock.add.token();
  const token = { PAYMENTS_TOKEN_ID: clientId, PAYMENTS_CLIENT_SECRET: clientSecret };
  const own = { ...recorded(folder), ...token };
  later(25, mock);
  const before = sent('transfers.createOut');
  for (const args of [invoice, [...invoice, '--yes']]) {
    expectEnd(await run(args, own), 3, 'set PAYMENTS_FIRST_TOKEN_ID to');
  }
  const first = { ...own, PAYMENTS_FIRST_TOKEN_ID: environment.PAYMENTS_TOKEN_ID };
  expect((await run([...invoice, '--yes'], first)).code).toBe(5);
  expect(sent('transfers.createOut')).toBe(before);
});

test('a key that was sent with another request names how to find out about that one', async () => {
  const setting = await desk();
  const { run, pay, sent, own } = setting;
  await losePayment(setting, 'invoice-1');
  const before = sent('transfers.createOut');
  const other = [...pay.slice(0, -1), '11.00USD', '--yes', '--idempotency-key', 'invoice-1'];
  expectEnd(await run(other, own), 3, /another request.+journal recover/);
  expect(sent('transfers.createOut')).toBe(before);
  expect((await run(['journal', 'recover'], own)).code).toBe(0);
  expect((await run(other, own)).code).toBe(1);
});

test('what a person found out about a change is recorded as what they said', async () => {
  const setting = await desk();
  const { run, mock, pay, own } = setting;
  await losePayment(setting, 'invoice-1');
  const settle = (...words: string[]) => run(['journal', 'settle', ...words], own);
  expectEnd(await settle('invoice-1', '--as', 'applied'), 2, /journal recover/);
  const recordedAt = Date.now();
  vi.useFakeTimers({ now: recordedAt - 48 * 3_600_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { errors: ahead } = await settle('invoice-1', '--as', 'applied');
  expect(ahead).toMatch(/before \d{4}-\d\d-\d\d \d\d:\d\d UTC, because a clock that was ahead/);
  vi.setSystemTime(recordedAt + 26 * 3_600_000);
  mock.clock.advance({ hours: 26 });
  expectEnd(await run(['journal', 'recover'], own), 3, / settle \S+ --as applied, or/, 'out');
  for (const wrong of ['', 'invoice-1', 'invoice-1 --as paid', 'x --as applied']) {
    expect((await settle(...wrong.split(' '))).code).toBe(2);
  }
  const { code, out } = await settle('invoice-1', '--as', 'applied', '--json');
  const said = { outcome: 'applied', settledBy: userInfo().username };
  expect([code, JSON.parse(out)]).toMatchObject([0, [said]]);
  expect((await run(['journal', 'status'], own)).code).toBe(0);

  expectEnd(
    await run([...pay, '--yes', '--idempotency-key', 'invoice-1'], own),
    5,
    /a person .*as applied/,
  );
  const because = expect.stringMatching(/^A person \(.+\) recorded it as applied; .*service/);
  expect(await application(setting).recover({ since: new Date(0) })).toMatchObject([
    { outcome: 'applied', because, source: { by: 'person' } },
  ]);
});

test('a key that two operations have is settled by the id of one', async () => {
  const setting = await desk();
  const { run, mock, accountId, customerId, failAll, own } = setting;
  await losePayment(setting, 'invoice-1');
  const external = mock.add.externalAccount({ customerId, currency: 'USD' }).id;
  const remove = failAll('quotes.create');
  const ends = ['--source.source-type', 'ACCOUNT', '--source.account-id', accountId];
  const to = ['--destination.destination-type', 'ACCOUNT', '--destination.account-id', external];
  const amount = ['--locked-currency-side', 'SENDING', '--locked-currency-amount', '1.00USD'];
  const quote = ['quotes', 'create', ...ends, ...to, ...amount];
  await run([...quote, '--yes', '--idempotency-key', 'invoice-1'], own);
  remove();
  // Its second call is the same change.
  await losePayment(setting, 'invoice-1');
  later(1);
  expectEnd(await run(['journal', 'settle', 'invoice-1', '--as', 'applied'], own), 2, 'id of one');
  const open = JSON.parse((await run(['journal', 'status', '--json'], own)).out);
  const operations = open.map((one: { operation: string }) => one.operation);
  expect(operations).toEqual(['transfers.createOut', 'quotes.create']);
});

test('the status of a payment shows that it was approved, if the response is lost', async () => {
  const { mock, run, payments, customerId, failAll, own } = await desk();
  mock.clock.set(new Date().toISOString());
  const payment = await payments.sandbox.receive({
    ...{ senderUmaAddress: '$success.usd@sandbox.example.com', customerId },
    ...{ receivingCurrencyCode: 'USD', receivingCurrencyAmount: 25_00 },
  });
  const remove = failAll('transactions.approve');
  expect((await run(['transactions', 'approve', payment.id, '--yes'], own)).code).toBe(3);
  remove();
  const { code, out } = await run(['journal', 'recover', '--json'], own);
  expect([code, JSON.parse(out)]).toMatchObject([0, [{ outcome: 'applied' }]]);
});

test('an approval whose response is lost names how it is closed, as no read shows it', async () => {
  const { mock, run, payments, failAll, own } = await desk();
  mock.webhooks.trigger('AGENT_ACTION.PENDING_APPROVAL');
  const [{ id = '', agentId = '' } = {}] = await payments.agents.listApprovals().toArray();
  const remove = failAll('agents.approveAction');
  const approve = ['agents', 'approve-action', agentId, id, '--yes'];
  expect((await run(approve, own)).code).toBe(3);
  remove();
  later(1, mock);
  const { out, code } = await run(['journal', 'recover'], own);
  expectEnd({ code, out }, 3, /record it: payments journal settle /, 'out');
  expect(out).toContain(
    'payments agents list-approvals lists it; payments transactions list shows',
  );
  const [, entry = ''] = /settle (\S+) --as/.exec(out) ?? [];
  expect((await run(['journal', 'settle', entry, '--as', 'applied'], own)).code).toBe(0);
  expect((await run(['journal', 'recover'], own)).code).toBe(0);
  const again = await run(approve, own);
  expect(again.errors).toMatch(
    /CONFLICT: The action is .+\n.+While it waits, payments agents list-approvals lists it; /,
  );
});

test.each([
  { kind: 'answer', status: 503 },
  { kind: 'answer', status: 401 },
  { kind: 'lose-reply' },
] as const)('a recovery that cannot ask is repeated, not settled by hand: %j', async (effect) => {
  const setting = await desk();
  const { mock, run, folder } = setting;
  await losePayment(setting, 'invoice-1');
  later(1, mock);
  const remove = mock.faults.add({ operation: 'transfers.createOut', times: 'always', effect });
  const { code, out } = await run(['journal', 'recover'], recorded(folder));
  remove();
  const told = /to find out failed: .+\. Once .+ journal recover finds it out\. Until then/;
  expectEnd({ code, out }, 3, told, 'out');
  expect((await run(['journal', 'recover'], recorded(folder))).code).toBe(0);
});

test('each change without a key is listed, also of one operation', async () => {
  const setting = await desk();
  setting.failAll('customers.create', { kind: 'reset-connection' });
  const { own } = setting;
  const create = ['customers', 'create', '--customer-type', 'INDIVIDUAL', '--full-name', 'Ada'];
  for (const id of ['a', 'b']) await setting.run([...create, '--platform-customer-id', id], own);
  const { out } = await setting.run(['journal', 'status'], own);
  expect(out.match(/customers\.create/g)).toHaveLength(2);
});

test('an interrupted recovery has printed what it settled', async () => {
  const setting = await desk();
  setting.mock.clock.set(new Date().toISOString());
  await loseCustomer(setting);
  await losePayment(setting, 'invoice-1');
  const { own } = setting;
  const interruption = new AbortController();
  let printed = '';
  const recovered = await setting.run(['journal', 'recover', '--json'], own, {
    interruption(of) {
      // A second Ctrl-C does not end it as one that has changed nothing.
      expect(of).toBe('recovery');
      return interruption.signal;
    },
    async out(text) {
      printed += text;
      // While it waits for the second entry.
      if (printed.includes('transfers.createOut')) setTimeout(() => interruption.abort(), 50);
    },
  });
  expect(recovered.code).toBe(3);
  expect(JSON.parse(printed)).toMatchObject([
    { operation: 'transfers.createOut', outcome: 'applied' },
    { operation: 'customers.create', because: expect.stringContaining('interrupted') },
  ]);
  const status = await setting.run(['journal', 'status', '--json'], own);
  expect(JSON.parse(status.out)).toMatchObject([{ operation: 'customers.create' }]);
});

test('a verdict that cannot be printed stays open, and the next recovery prints it', async () => {
  const setting = await desk();
  await losePayment(setting, 'invoice-1');
  const { own } = setting;
  for (const error of [new BrokenPipe(), new Error('write ENOSPC')]) {
    expectEnd(
      await setting.run(['journal', 'recover'], own, {
        out: () => Promise.reject(error),
      }),
      3,
      'still open',
    );
    const status = { out: () => Promise.reject(new BrokenPipe()) };
    expect((await setting.run(['journal', 'status'], own, status)).code).toBe(3);
  }
  const status = await setting.run(['journal', 'status'], own);
  expect(status.out).toMatch(/transfers\.createOut +invoice-1/);
  expectEnd(await setting.run(['journal', 'recover'], own), 0, 'applied', 'out');
  expect((await setting.run(['journal', 'status'], own)).out).toBe('No change is open.\n');
});

test('a payment that a recovery finds, and that has failed, is not said to be made', async () => {
  const setting = await desk();
  const { mock, customerId, run, payments, agentId, own } = setting;
  const { id } = mock.add.externalAccount({ customerId, accountNumber: '000123005' });
  await losePayment({ ...setting, pay: setting.pay.with(5, id) }, 'invoice-1');
  mock.faults.add({
    operation: 'transfers.createOut',
    effect: { kind: 'answer', status: 401, code: 'UNAUTHORIZED' },
  });
  const refused = [...setting.pay.with(5, id), '--yes', '--idempotency-key', 'invoice-1'];
  const { code: unknown, errors } = await run(refused, own);
  expect([unknown, errors]).toEqual([3, expect.stringContaining('Check the token, ')]);
  expect(errors).not.toContain('changed nothing');
  mock.clock.advance({ minutes: 1 });
  const { code, out } = await run(['journal', 'recover', '--json'], own);
  const because = expect.stringMatching(/FAILED.*the payment was not made/);
  expect([code, JSON.parse(out)]).toMatchObject([6, [{ outcome: 'applied', because }]]);
  await payments.agents.updatePolicy({ agentId, defaultExecutionMode: 'APPROVAL_REQUIRED' });
  const held = await run(['agent', ...setting.pay, '--yes', '--idempotency-key', 'b']);
  const wait =
    /is PENDING_APPROVAL: nothing is paid before the platform approves it\. payments agent actions get/;
  expectEnd(held, 8, wait);
});

test('what another recovery, account or service holds is listed as unknown', async () => {
  const setting = await desk();
  const { mock, run, folder, environment, own } = setting;
  await losePayment(setting, 'invoice-1');
  const recover = async (environmentOfOther: Record<string, string>) => {
    const { code, out } = await run(['journal', 'recover', '--json'], environmentOfOther);
    expect(code).toBe(3);
    const [row, ...others] = JSON.parse(out) as { outcome: string; because: string; id: string }[];
    expect([row?.outcome, others]).toEqual(['unknown', []]);
    return row;
  };
  const token = mock.add.token();
  const account = { PAYMENTS_TOKEN_ID: token.clientId, PAYMENTS_CLIENT_SECRET: token.clientSecret };
  expect((await recover({ ...own, ...account }))?.because).toMatch(
    /If only the API token was replaced, set PAYMENTS_FIRST_TOKEN_ID to the id of the token that recorded it\./,
  );
  const first = { ...account, PAYMENTS_FIRST_TOKEN_ID: environment.PAYMENTS_TOKEN_ID };
  const mine = await run(['journal', 'status', '--json'], { ...own, ...first });
  expect(JSON.parse(mine.out)).toMatchObject([{ foreign: null }]);
  // A token that replaced others counts for what it and those in between have recorded.
  for (const [id, more] of [
    ['Token:first', {}],
    [`Token:first, ${environment.PAYMENTS_TOKEN_ID}`, account],
  ] as const) {
    const named = { ...own, ...more, PAYMENTS_FIRST_TOKEN_ID: id };
    const { out } = await run(['journal', 'status', '--json'], named);
    expect(JSON.parse(out)).toMatchObject([{ foreign: null }]);
  }
  const misspelt = { ...own, PAYMENTS_JOURNAL: `${folder}/wirtes.db` };
  for (const verb of ['status', 'recover']) {
    expectEnd(await run(['journal', verb], misspelt), 2, 'no journal exists at');
  }
  expect(existsSync(misspelt.PAYMENTS_JOURNAL)).toBe(false);
  const service = { PAYMENTS_BASE_URL: 'http://127.0.0.1:9/2025-10-13' };
  const status = await run(['journal', 'status', '--json'], { ...own, ...service });
  expect(JSON.parse(status.out)).toMatchObject([{ foreign: 'host' }]);
  expectEnd(
    await run(['journal', 'recover', '--formerly', 'not a url'], own),
    2,
    '--formerly takes a b',
  );
  expect((await recover({ ...own, ...service }))?.because).toMatch(
    /another host.+ recover with --formerly and that base URL\./,
  );

  const agent = { PAYMENTS_TOKEN_ID: '', PAYMENTS_ACCESS_TOKEN: setting.accessToken };
  const seen = (await run(['journal', 'status', '--json'], { ...own, ...agent })).out;
  expect(JSON.parse(seen)).toMatchObject([{ foreign: 'platform' }]);
  const byAgent = await recover({ ...own, ...agent });
  expect(byAgent?.because).toMatch(/^The platform has sent it: recover it with PAYMENTS_TOKEN_ID/);
  const claimed = application(setting).recover()[Symbol.asyncIterator]();
  expect(await claimed.next()).toMatchObject({ value: { outcome: 'applied' } });
  expect((await recover(own))?.because).toContain('Another recovery');
  await claimed.return?.();
});

test.each([
  ['a closed pipe', () => new BrokenPipe()],
  ['a full disk', () => new Error('ENOSPC: no space left on device, write')],
])('a payment that was carried out is reported as such to %s', async (_, failure) => {
  const { run, pay, balance, folder } = await desk();
  const keyed = [...pay, '--yes', '--idempotency-key', 'invoice-1'];
  expectEnd(
    await run(keyed, recorded(folder), { out: () => Promise.reject(failure()) }),
    5,
    /carried it out.+Transaction:[\w-]+/s,
  );
  expect(await balance()).toBe(990_00);
  expect((await run(['journal', 'status'], recorded(folder))).code).toBe(0);
});

test('a read that cannot be printed failed, unless its reader closed the pipe', async () => {
  const { run } = await desk();
  const to = (error: Error) => run(['config', 'get'], {}, { out: () => Promise.reject(error) });
  expect(await to(new BrokenPipe())).toMatchObject({ code: 0, errors: '' });
  expect((await to(new Error('write ENOSPC'))).code).toBe(1);
});

test('a journal that breaks during a payment is reported, and the payment is not failed', async () => {
  const { mock, run, pay, balance, own } = await desk();
  const stop = mock.onChange(() => {
    const other = new DatabaseSync(own.PAYMENTS_JOURNAL);
    other.exec('DROP TABLE IF EXISTS entries');
    other.close();
  });
  onTestFinished(stop);
  expectEnd(
    await run([...pay, '--yes', '--idempotency-key', 'invoice-1'], own),
    5,
    'could not record',
  );
  expect(await balance()).toBe(990_00);
});

test('open changes fit a terminal, and no key or id is cut', async () => {
  const setting = await desk();
  const [key, own] = ['rent of October', recorded(setting.folder)];
  setting.failAll('transfers.createOut');
  const pay = [...setting.pay, '--yes', '--idempotency-key', key];
  // What it names can be pasted.
  expect((await setting.run(pay, own)).errors).toContain(`--idempotency-key '${key}':`);
  // A recovery of what another service has ends at once.
  const elsewhere = { ...own, PAYMENTS_BASE_URL: 'http://127.0.0.1:9/2025-10-13' };
  for (const [verb, place] of [
    ['status', own],
    ['recover', elsewhere],
  ] as const) {
    const { out } = await setting.run(['journal', verb], place, { width: 60 });
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(60);
    expect(out).toMatch(/^id +[\da-f-]{36}$/m);
    if (verb === 'status') expect(out).toContain(`  ${key}\n`);
  }
});

test('a recovery that its journal ends leaves the changes unknown', async () => {
  const setting = await desk();
  const { own } = setting;
  await losePayment(setting, 'invoice-1');
  const other = new DatabaseSync(own.PAYMENTS_JOURNAL);
  other.exec("CREATE TRIGGER full BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'full'); END");
  other.close();
  expectEnd(await setting.run(['journal', 'recover'], own), 3, 'JOURNAL_FAILED');
});
