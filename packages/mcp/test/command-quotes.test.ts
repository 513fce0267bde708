import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  agentPermissions,
  findOperation,
  type OperationRow,
  operations,
} from '@org/payments-contract';
import { expect, test } from 'vitest';
import { fateOf } from '../src/approval/describe/not-made.ts';
import { usableOperations } from '../src/bin/payments/operations.ts';
import { agentTools, platformTools } from '../src/tools/offered.ts';
import { desk, expectEnd, later, recorded } from './desk.ts';
import { addFrida, asking, call, serverOf, type stage } from './stage.ts';

/** The command that quotes 100.00 USD of an account to a payee in Mexico. */
function quoting({ mock, customerId }: ReturnType<typeof stage>, accountId: string) {
  const payee = addFrida(mock, customerId);
  return [
    ...['quotes', 'create', '--source.source-type', 'ACCOUNT', '--source.account-id', accountId],
    ...['--destination.destination-type', 'ACCOUNT', '--destination.account-id', payee],
    ...['--locked-currency-side', 'SENDING', '--locked-currency-amount', '100.00USD', '--json'],
  ];
}

test('a payout in another currency is quoted, looked at, approved at the terminal and executed', async () => {
  const setting = await desk(['no', 'yes']);
  const { run, accountId, balance } = setting;
  const { id } = JSON.parse((await run(quoting(setting, accountId))).out);
  const looked = await run(['quotes', 'get', id, '--json']);
  expect(JSON.parse(looked.out)).toMatchObject({ id, status: 'PENDING' });
  expect((await run(['quotes', 'execute', id])).code).toBe(4);
  expect(await balance()).toBe(1_000_00);
  const { code, out, errors } = await run(['quotes', 'execute', id, '--json']);
  expect([code, JSON.parse(out).id]).toEqual([0, id]);
  const made = await run(['transactions', 'get', JSON.parse(out).transactionId]);
  expect(made.out).toMatch(/^fees +[\d.]+ USD$/m);
  expect(made.out).not.toContain('in the smallest unit');
  expect(errors).toContain('To: "Frida Kahlo"');
  expect(errors).toContain('Pay 100.00 USD? Type yes to send it');
  expect(errors).toMatch(/Amount: 100\.00 USD\n.*\n.*They receive: [\d,.]+ MXN/);
  expect(await balance()).toBe(900_00);
});

test('an equal payment that was just made is told of where no list shows it, by a quote or not', async () => {
  const setting = await desk(Array.from({ length: 6 }, () => 'yes'));
  const { run, mock, pay, own, accountId } = setting;
  const behind = { kind: 'cached-list', milliseconds: 3_600_000 } as const;
  mock.faults.add({ operation: 'transactions.list', times: 'always', effect: behind });
  const isTold = async (...args: readonly string[]) => {
    const { code, errors } = await run(args, own);
    expect([code, errors]).toEqual([0, expect.stringContaining('Type yes')]);
    return /Same payment: the same amount was sent to this payee at \d/.test(errors);
  };
  const create = quoting(setting, accountId);
  const quoted = async () => ['quotes', 'execute', JSON.parse((await run(create, own)).out).id];
  expect(await isTold(...pay, '--idempotency-key', 'a')).toBe(false);
  expect(await isTold(...pay, '--idempotency-key', 'b', '--remittance-information', 'Rent')).toBe(
    true,
  );
  expect(await isTold(...pay.toSpliced(-1, 1, '11.00USD'))).toBe(false);
  expect(await isTold(...(await quoted()))).toBe(false);
  expect(await isTold(...(await quoted()))).toBe(true);
  mock.faults.clear();
  expect(await isTold(...(await quoted()))).toBe(true);
});

test.each(['another quote', 'a transfer'])(
  'a lost quote is not executed by a recovery once %s was paid with another key',
  async (by) => {
    const setting = await desk(['yes']);
    const { run, own, pay, accountId, failAll, sent, balance } = setting;
    const create = quoting(setting, accountId);
    const quoted = async () => ['quotes', 'execute', JSON.parse((await run(create, own)).out).id];
    const works = failAll('quotes.execute', { kind: 'reset-connection' });
    const lost = await quoted();
    expect((await run([...lost, '--yes', '--idempotency-key', 'a'], own)).code).toBe(3);
    works();
    expect((await run(by === 'a transfer' ? pay : await quoted(), own)).code).toBe(0);
    const before = [sent('quotes.execute'), await balance()];
    const waited = new AbortController();
    const noted = await run(['journal', 'recover'], own, {
      interruption: () => waited.signal,
      error: () => waited.abort(),
    });
    expect([noted.code, sent('quotes.execute'), await balance()]).toEqual([3, ...before]);
    later(1, setting.mock);
    expectEnd(await run(['journal', 'recover'], own), 0, /quotes\.execute.*not-applied/s, 'out');
  },
);

test('a lost payment that was paid by a quote since is not sent by a recovery', async () => {
  const setting = await desk(['yes']);
  const { run, own, pay, accountId, failAll, balance } = setting;
  const works = failAll('transfers.createOut', { kind: 'reset-connection' });
  expect((await run([...pay, '--yes', '--idempotency-key', 'a'], own)).code).toBe(3);
  works();
  const quote = JSON.parse((await run(quoting(setting, accountId), own)).out).id;
  expect((await run(['quotes', 'execute', quote], own)).code).toBe(0);
  const told = /same may have been paid with another key or quote at .+Once you know/s;
  expectEnd(await run(['journal', 'recover'], own), 3, told, 'out');
  expect(await balance()).toBe(900_00);
});

test('a quote that the customer has to sign is refused before anybody is asked', async () => {
  const setting = await desk(['yes']);
  const { run, mock, customerId, payments } = setting;
  const { account } = mock.add.wallet({ customerId });
  const { id } = JSON.parse((await run(quoting(setting, account.id))).out);
  const { code, errors } = await run(['quotes', 'execute', id]);
  expect(code).toBe(1);
  expect(errors).not.toContain('Type yes');
  expect(errors).toMatch(/SIGNATURE_REQUIRED: .*session.*embedded wallet.*in your app/);
  const { client, asked } = await asking(serverOf({ platform: payments, allowWrites: true }));
  const { value } = await call(client, 'quotes_execute', { quoteId: id, idempotencyKey: 'run-1' });
  expect([value.error?.code, asked]).toEqual(['SIGNATURE_REQUIRED', []]);
});

test('nobody is asked about a quote that the service would not execute, and is told why', async () => {
  const setting = await desk(['yes', 'yes']);
  const { payments, accountId, customerId, quoteOf, own } = setting;
  const run = (line: string[]) => setting.run(line, own);
  const { id } = JSON.parse((await run(quoting(setting, accountId))).out);
  const { id: old } = JSON.parse((await run(quoting(setting, accountId))).out);
  expect((await run(['quotes', 'execute', id, '--idempotency-key', 'rent'])).code).toBe(0);
  const again = await run(['quotes', 'execute', id]);
  expectEnd(again, 1, `${id} is COMPLETED`);
  expect(again.errors).not.toMatch(/Type yes|idempotency key/);
  expect(again.errors).toMatch(
    /It is COMPLETED already: do not do it again, and read Transaction:\S+\.$/m,
  );
  const lose = { operation: 'quotes.execute', effect: { kind: 'reset-connection' } } as const;
  const remove = setting.mock.faults.add({ ...lose, times: 'always' });
  const lost = await run(['quotes', 'execute', old, '--yes', '--idempotency-key', 'old']);
  expect(lost.errors).toContain(
    'After that, payments quotes get with its id shows its status: EXPIRED was',
  );
  remove();
  setting.mock.clock.advance({ hours: 1 });
  const expired = `${old} is EXPIRED: the payment was not made. Do not send the same key or quote again`;
  for (const key of [[], ['--idempotency-key', 'old']]) {
    const { errors } = await run(['quotes', 'execute', old, ...key]);
    expect(errors).toContain(expired);
    expect(errors).not.toMatch(/Type yes|unknown|Send it again/);
  }
  const none = await run(['quotes', 'execute', 'Quote:1', '--yes', '--idempotency-key', 'x']);
  expect(none.errors).toMatch(/^This command has changed nothing\. .+$/m);
  expect((await run(['quotes', 'get', 'Quote:1'])).errors).not.toContain('changed nothing');
  // With a key of their own it may be a repeat, which the service carries out once.
  expect((await run(['quotes', 'execute', id, '--idempotency-key', 'rent'])).code).toBe(0);
  const funded = await payments.quotes.create({
    ...quoteOf(100_00),
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
  });
  const { code, errors } = await run(['quotes', 'execute', funded.id]);
  expectEnd({ code, errors }, 1, 'when the money arrives');
  expect(errors).toContain('`paymentInstructions`');
});

test('a quote that waits for its customer is not said to be done without saying so', async () => {
  const setting = await desk(['yes'], '', { strongAuthenticationRegions: ['DE'] });
  const { mock, run } = setting;
  const { id: customerId } = mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' });
  const { id: from } = mock.add.internalAccount({ customerId, available: 100_00 });
  const quote = quoting({ ...setting, customerId }, from);
  const { id } = JSON.parse((await run(quote)).out);
  const execute = ['quotes', 'execute', id];
  expect((await run([...execute, '--yes', '--idempotency-key', 'rent'])).code).toBe(8);
  const { errors } = await run(execute);
  expect(errors).toContain(
    `do not do it again. ${id} is PENDING_AUTHORIZATION: nothing is paid before its customer authorizes it. payments quotes get ${id} shows`,
  );
});

test('a repeat of an executed quote shows what has become of it, and where the reason is', async () => {
  const quote = { other: { status: 'FAILED', failureReason: 'LIMIT', after: 60_000 } } as const;
  const { mock, run, quoteOf, payments } = await desk([], '', { outcomes: { quote } });
  const { id } = await payments.quotes.create(quoteOf(10_00));
  const execute = ['quotes', 'execute', id, '--yes', '--idempotency-key', 'q'];
  expectEnd(await run(execute), 0, 'PROCESSING', 'out');
  mock.clock.advance({ minutes: 3 });
  const { code, out, errors } = await run(execute);
  expectEnd({ code, out }, 6, /^status +FAILED$/m, 'out');
  expect(errors).toMatch(
    /FAILED: the payment was not made.+ transactions get Transaction:\S+ says/,
  );
});

test("an agent's payment that waits for its customer is told like the platform's", async () => {
  const setting = await desk(undefined, '', { strongAuthenticationRegions: ['DE'] });
  const { mock, run, payments, folder } = setting;
  const { id: customerId } = mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' });
  const { id: from } = mock.add.internalAccount({ customerId, available: 100_00 });
  const policy = { permissions: [...agentPermissions] };
  const { agent, accessToken } = mock.add.agent({ customerId, policy });
  const own = { ...recorded(folder), PAYMENTS_ACCESS_TOKEN: accessToken };
  const quote = ['agent', ...quoting({ ...setting, customerId }, from), '--yes'];
  const made = async (key: string) => {
    const { id } = JSON.parse((await run([...quote, '--idempotency-key', `q-${key}`], own)).out);
    const execute = ['agent', 'quotes', 'execute', id, '--yes', '--idempotency-key', key];
    return { id, ...(await run([...execute, '--json'], own)) };
  };
  const told = (id: string, errors: string) =>
    expect(errors).toContain(`${id} is PENDING_AUTHORIZATION: nothing is paid before its customer`);
  const paid = await made('a');
  told(paid.id, paid.errors);
  expect(paid.code).toBe(8);
  const again = await run(['agent', 'quotes', 'execute', paid.id], own, { canAsk: true });
  expect(again.errors).toContain(`payments agent quotes get ${paid.id} shows`);
  await payments.agents.updatePolicy({
    agentId: agent.id,
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  });
  const held = await made('b');
  const approve = ['agents', 'approve-action', agent.id, JSON.parse(held.out).id, '--yes'];
  const approved = await run(approve, recorded(folder));
  told(held.id, approved.errors);
  expect(approved.code).toBe(8);
  // Once its customer has authorized it, the quote that the action shows is old.
  const begun = { id: 'Transaction:1', status: 'PROCESSING' };
  const now = { ...JSON.parse(paid.out), transaction: begun };
  const row = findOperation('agent.quotes.execute')?.row as OperationRow;
  expect(fateOf(row, {}, now)?.text).toMatch(/^Transaction:1 is PROCESSING: it can still fail/);
});

test.each([
  [
    ['transactions', 'list', 'Transaction:1'],
    'transactions list takes no argument "Transaction:1"',
  ],
  [['quotes', 'get', '--quote-id', 'Quote:1', 'Quote:2'], '--quote-id is given twice'],
  [
    ['cards', 'update', 'Card:1', '--state', 'FROZEN'],
    "needs a signature of the customer's session",
  ],
])('%j is refused with the reason', async (words, reason) => {
  const { run } = await desk();
  expectEnd(await run(words), 2, reason);
});

test('with the dialect of a newer service nobody signs for a card, and another service is told apart', async () => {
  const PAYMENTS_DIALECT = '2026-08';
  const { mock, run, environment, folder } = await desk([], '', { dialect: PAYMENTS_DIALECT });
  const { id } = mock.add.card();
  const freeze = ['cards', 'update', id, '--state', 'FROZEN', '--yes'];
  expect((await run(freeze)).code).toBe(2);
  expect(await run(freeze, { PAYMENTS_DIALECT })).toMatchObject({ code: 0 });
  const help = await run(['cards', 'update', '--help'], { PAYMENTS_DIALECT });
  expect(help.out).toContain('Usage: payments cards update');
  const other = await run(freeze, { PAYMENTS_DIALECT: '2027' });
  expectEnd(other, 2, '2026-08');
  const file = join(folder, 'payments', 'profiles.json');
  mkdirSync(join(folder, 'payments'));
  const { PAYMENTS_BASE_URL, PAYMENTS_TOKEN_ID, PAYMENTS_CLIENT_SECRET: SECRET } = environment;
  const command = { PAYMENTS_CREDENTIALS_COMMAND: 'printf %s "$SECRET"' };
  const newer = { PAYMENTS_BASE_URL, PAYMENTS_TOKEN_ID, PAYMENTS_DIALECT, ...command };
  writeFileSync(file, JSON.stringify({ newer }), { mode: 0o600 });
  const thaw = ['cards', 'update', id, '--state', 'ACTIVE', '--yes', '--profile', 'newer'];
  expect(await run(thaw, { XDG_CONFIG_HOME: folder, SECRET })).toMatchObject({ code: 0 });
  const older = await desk([]);
  const { id: signed } = older.mock.add.card();
  const mismatch = await older.run(['cards', 'update', signed, '--state', 'FROZEN', '--yes'], {
    PAYMENTS_DIALECT,
  });
  expect(mismatch.errors).toContain('unexpected signature: check the `dialect`');
});

test('a command and an assistant are offered the same operations', () => {
  const permissions = new Set(['VIEW', 'TRANSACT', 'MANAGE'] as const);
  const asks = { confirmWrites: false, secondCall: false };
  const offer = { permissions, writes: true, signingLink: undefined, documentFolders: ['/'] };
  const tools = [...agentTools(asks), ...platformTools({ ...offer, ...asks })];
  const names = tools.map(({ operation }) => operation.name);
  const open = operations().filter(({ row }) => row.auth === 'none');
  const usable = usableOperations().filter((one) => !open.includes(one));
  expect(usable.map(({ name }) => name).sort()).toEqual(names.sort());
  expect(names).toContain('quotes.execute');
});
