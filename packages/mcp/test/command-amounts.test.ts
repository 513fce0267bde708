import { expect, test } from 'vitest';
import { flagsOf } from '../src/bin/payments/flags.ts';
import { usableOperations } from '../src/bin/payments/operations.ts';
import { unitAt } from '../src/tools/row-facts.ts';
import { toolOf } from '../src/tools/tool.ts';
import { desk, expectEnd } from './desk.ts';
import { addFrida } from './stage.ts';

type Desk = Awaited<ReturnType<typeof desk>>;

let keys = 0;
/** Pays an amount as it is typed. */
function payment({ run, pay }: Desk, ...amount: readonly string[]) {
  keys += 1;
  return run([...pay.slice(0, -2), ...amount, '--yes', '--idempotency-key', `invoice-${keys}`]);
}

test.each([
  [['--amount', '150.00USD'], 150_00],
  [['--amount', '150 usd'], 150_00],
  [['--amount', 'USD 150.00'], 150_00],
  [['--amount', '0.01USD'], 1],
  [['--amount-minor', '15000'], 150_00],
] as const)('%j is paid as what it says', async (typed, amount) => {
  const setting = await desk();
  const paid = await payment(setting, ...typed);
  expectEnd(paid, 0, /^note: .+\n$/);
  expect(await setting.balance()).toBe(1_000_00 - amount);
});

test('a person reads what was typed as 150.00USD beside the units that are sent, and is told so', async () => {
  const { run, pay } = await desk();
  const typed = [...pay.slice(0, -2), '--amount', '150.00USD', '--idempotency-key', 'invoice-1'];
  const { errors } = await run(typed, {}, { canAsk: true });
  expect(errors).toMatch(/Amount: .*150\.00 USD/);
  expect(errors).toMatch(/amounts in the smallest unit:\n.*amount: 15000$/ims);
});

test.each([
  [['--amount', '150.00'], /write --amount 150\.00USD .*--amount-minor 15000/],
  [
    ['--amount', '15000'],
    /--amount 15000\.00USD for 15000\.00 USD, or --amount-minor 15000 for 150\.00 USD/,
  ],
  [['--amount', '150.5'], /--amount 150\.50USD for 150\.50 USD, which is --amount-minor 15050$/m],
  [['--amount', '5'], /--amount 5\.00USD for 5\.00 USD, or --amount-minor 5 for 0\.05 USD/],
  [['--amount', '1e4'], /does not name its currency/],
  [
    ['--amount', '1e4USD'],
    /is not an amount.*; expected a number such as 1,234\.50, and USD after/,
  ],
  [['--amount', '900.50JPY'], /JPY has none: write 900 or 901, and JPY after it$/m],
  [['--amount', '150.005USD'], /write 150\.00 or 150\.01; write 150,005\.00, if that is meant/],
  [['--amount', 'USD'], /is not an amount/],
  [['--amount', '100.00000000000000001USD'], /17 decimals; USD has 2/],
  [['--amount', '150,00USD'], /write 150\.00, if that is meant, and USD after it/],
  [['--amount', '1,500USD'], /may mean 1500 or 1\.500: write 1500USD or 1\.50USD/],
  [['--amount', '150.00EUR'], /this amount is in USD/],
  [
    ['--amount', '15000JPY'],
    /: this amount is in USD, not in JPY; a payment in JPY needs a quote \(payments quotes create\)$/m,
  ],
  [['--amount', '150.00XXQ'], /decimals of XXQ are not known/],
  [['--amount-minor', '150.00'], /a whole number of the currency's smallest unit/],
  [['--amount-minor', '1e4'], /a whole number/],
  [['--amount-minor', '100.00000000000000001'], /a whole number/],
  [['--amount-minor', '9007199254740993'], /more digits than a number can hold/],
  [['--amount', '1USD', '--amount-minor', '100'], /exclude each other/],
] as const)('%j is refused, and nothing is paid', async (typed, message) => {
  const setting = await desk();
  const { code, errors } = await payment(setting, ...typed);
  expect(code).toBe(2);
  expect(errors).toMatch(message);
  expect(await setting.balance()).toBe(1_000_00);
});

test('a dry run says which currency it did not compare', async () => {
  const { run, pay } = await desk();
  const dry = await run([...pay.slice(0, -1), '15000JPY', '--dry-run', '--json']);
  expectEnd(dry, 0, '15000', 'out');
  expect(dry.errors).toContain('the currency of --amount was not compared with the account');
});

test('an amount of a quote in the currency of the other side says which side is in it', async () => {
  const { run, mock, customerId, accountId, failAll } = await desk();
  const ofFrida = ['ACCOUNT', '--destination.account-id', addFrida(mock, customerId)];
  const quote = (side: string, amount: string, to = ofFrida) =>
    run([
      ...['quotes', 'create', '--source.source-type', 'ACCOUNT', '--source.account-id', accountId],
      ...['--destination.destination-type', ...to],
      ...['--locked-currency-side', side, '--locked-currency-amount', amount],
    ]);
  const told = /in USD, not in MXN; --locked-currency-side RECEIVING takes it in MXN$/m;
  expectEnd(await quote('SENDING', '300.00MXN'), 2, told);
  expect((await quote('RECEIVING', '300.00MXN')).code).toBe(0);
  expect((await quote('RECEIVING', '300.00EUR')).errors).toMatch(/in MXN, not in EUR$/m);
  const address = ['UMA_ADDRESS', '--destination.uma-address', '$ada@example.com'];
  expectEnd(await quote('RECEIVING', '1.00EUR', address), 2, 'it with --destination.currency');
  failAll('externalAccounts.get', { kind: 'answer', status: 403, code: 'FORBIDDEN' });
  expectEnd(await quote('SENDING', '300.00MXN'), 2, /in USD, not in MXN$/m);
});

test('a change of a limit without its currency says which option names it', async () => {
  const { run, agentId } = await desk();
  const limit = ['--spending-limits.daily-limit', '900.00USD'];
  expectEnd(
    await run(['agents', 'update-policy', agentId, ...limit, '--yes']),
    2,
    /name it with --spending-limits\.currency,/,
  );
  const named = ['--spending-limits.currency', 'USD'];
  const set = await run(['agents', 'update-policy', agentId, ...limit, ...named, '--yes']);
  expect(set.code).toBe(0);
});

test('what changed while the question was open is not sent', async () => {
  const { run, agentId, payments } = await desk();
  const limits = [
    '--spending-limits.currency',
    'USD',
    '--spending-limits.daily-limit',
    '900.00USD',
  ];
  const ask = async () => {
    await payments.agents.updatePolicy({ agentId, spendingLimits: { dailyLimit: 1_00 } });
    return 'yes';
  };
  const command = ['agents', 'update-policy', agentId, ...limits];
  expectEnd(
    await run(command, {}, { canAsk: true, ask }),
    1,
    /OUTDATED: What you were shown has changed since: Spending limits, daily limit\.\nNothing was sent\. /,
  );
  const { policy } = await payments.agents.get({ agentId });
  expect(policy.spendingLimits).toMatchObject({ dailyLimit: 1_00 });
});

test('the amount of a quote is in the currency of the side that it locks', async () => {
  const { run, accountId, payTo } = await desk();
  const quote = (...more: readonly string[]) =>
    run([
      ...['quotes', 'create', '--source.source-type', 'ACCOUNT', '--source.account-id', accountId],
      ...['--destination.destination-type', 'ACCOUNT', '--destination.account-id', payTo],
      ...['--locked-currency-side', 'SENDING', '--yes', '--idempotency-key', `quote-${keys++}`],
      ...['--json', ...more],
    ]);
  const { code, out } = await quote('--locked-currency-amount', '15.00USD');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ totalSendingAmount: 15_00 });
  expect(await quote('--locked-currency-amount', '15.00EUR')).toMatchObject({ code: 2 });
  expect(await quote('--locked-currency-amount', '1500')).toMatchObject({ code: 2 });
});

test('the amount of an invitation is in the currency in which the inviter pays', async () => {
  const { run, mock } = await desk(['yes']);
  const umaAddress = '$ada@pay.example.com';
  mock.add.customer({ umaAddress, currencies: ['EUR', 'USD'] });
  const invite = (...more: readonly string[]) =>
    run(['invitations', 'create', '--inviter-uma', umaAddress, '--amount-to-send', ...more]);
  expectEnd(await invite('12.50USD'), 2, 'this amount is in EUR, not in USD');
  const { code, out } = await invite('12.50EUR', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ amountToSend: { amount: 12_50 } });
  const unknown = ['--inviter-uma', '$eve@pay.example.com', '--amount-to-send', '1.00USD'];
  expectEnd(
    await run(['invitations', 'create', ...unknown]),
    2,
    'is not known here; check the ids, or give',
  );
});

test('no operation has an amount that a bare number can give', () => {
  const bare = usableOperations().flatMap((operation) => {
    const { params, query, body } = operation.row;
    return flagsOf(toolOf(operation, false)).flatMap(({ name, path, kind, isList }) => {
      const unit = [params, query, body].map((part) => unitAt(part, path)).find(Boolean);
      const isAmount = unit?.startsWith('minorUnits') === true && kind !== 'amount';
      return isAmount && !name.endsWith('-minor') && !isList ? [`${operation.name} ${name}`] : [];
    });
  });
  expect(bare).toEqual([]);
});

test.each(['32.5', '"32.00 USD"', '"32.00EUR"', '"3200"', 'true'])(
  'JSON with the amount %s is told what JSON takes',
  async (amount) => {
    const { run, pay } = await desk([], `{"amount":${amount}}`);
    const { code, errors } = await run([...pay.slice(0, -2), '--input', '-', '--dry-run']);
    const what =
      'payments: --input: amount takes a whole number without quotation marks, in the smallest unit of the currency that the account or another field names: 4050 for 40.50 USD\n';
    expect([code, errors]).toEqual([2, what]);
  },
);
