import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../../src/index.ts';

type Body = Readonly<Record<string, unknown>>;

interface Reply {
  readonly status: number;
  readonly body: Body;
}

const ibans = ['123', '002', '003', '004', '005', '006', '007'].map(
  (end) => `DE89370400440532${end}`,
);
const numbers = ['123456', '123002', '123004', '123005'];
const addresses = ['$success.usd', '$pending.long.usd', '$fail.compliance.usd'];
const descriptors = ['SHOP', 'SHOP002', 'SHOP005', 'SHOP006'];
const sandbox = (local: string | undefined) => `${local}@sandbox.example.com`;

/** A customer with accounts in two currencies, a card, and receivers of all outcomes. */
function scene() {
  const mock = createMock({ authentication: 'off', checkResponses: true });
  const { id: customerId } = mock.add.customer({ umaAddress: '$ada@example.com' });
  const dollars = mock.add.internalAccount({ customerId, available: 5_000 });
  const euros = mock.add.internalAccount({ customerId, currency: 'EUR', available: 700 });
  const { account: wallet } = mock.add.wallet({ customerId, available: 3_000 });
  const card = mock.add.card({ fundingSources: [dollars.id] });
  const inEuros = ibans.map((iban) => {
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban };
    return mock.add.externalAccount({ customerId, currency: 'EUR', accountInfo }).id;
  });
  const inDollars = numbers.map(
    (accountNumber) => mock.add.externalAccount({ customerId, accountNumber }).id,
  );
  const send = async (
    method: string,
    path: string,
    body?: object,
    headers = {},
  ): Promise<Reply> => {
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status).toBeLessThan(500);
    return { status: response.status, body: (await response.json()) as Body };
  };
  return { mock, send, customerId, dollars, euros, wallet, card, inEuros, inDollars };
}

type Scene = ReturnType<typeof scene>;

function records(mock: Mock, name: string): readonly Body[] {
  const panel = mock.panels().find((each) => each.name === name);
  return (panel?.records ?? []) as readonly Body[];
}

function at<Item>(items: readonly Item[], pick: number): Item | undefined {
  return items[pick % Math.max(1, items.length)];
}

function idAt(mock: Mock, name: string, pick: number, prefix: string): string {
  return String(at(records(mock, name), pick)?.id ?? `${prefix}:none`);
}

/** Money in less money out is balances plus holds plus fees, and nothing is negative. */
function expectBalanced({ mock }: Scene): void {
  for (const { moneyIn, moneyOut, balances, holds, fees } of mock.ledger.balances()) {
    expect(moneyIn - moneyOut).toBe(balances + holds + fees);
  }
  const accounts = mock.ledger.accounts();
  for (const { kind, amount } of accounts) {
    if (kind !== 'in') expect(amount).toBeGreaterThanOrEqual(0);
  }
  for (const [, account] of mock.snapshot().tables.accounts.rows) {
    const own = accounts.filter(({ accountId }) => accountId === account.id);
    const sum = own.reduce((total, { amount }) => total + amount, 0);
    const available = own.find(({ kind }) => kind === 'balance')?.amount;
    expect([account.balance.amount, account.totalBalance.amount]).toEqual([available, sum]);
  }
}

interface Step {
  readonly kind: (typeof kinds)[number];
  readonly amount: number;
  readonly pick: number;
  readonly isReplayed: boolean;
}

const kinds = [
  ...['fund', 'in', 'out', 'quote', 'wallet-quote', 'uma-quote', 'exchange', 'funded-quote'],
  ...['execute', 'execute', 'pay-in', 'receive', 'approve', 'reject', 'cancel', 'confirm', 'wait'],
  ...['use', 'clear', 'return', 'advise', 'use-at-once', 'credit', 'reverse'],
] as const;

/** The request of a step: path and body; undefined where time passes instead. */
function requestOf(each: Scene, { kind, amount, pick }: Step): readonly [string, object?] {
  const { mock, customerId, dollars, euros, wallet, card } = each;
  const simulate = `/sandbox/cards/${card.id}/simulate`;
  const payment = idAt(mock, 'transactions', pick, 'Transaction');
  const ofUse = { cardTransactionId: idAt(mock, 'cardTransactions', pick, 'CardTransaction') };
  const merchant = { descriptor: at(descriptors, pick) };
  const use = { amount, currency: { code: 'USD' }, merchant };
  const inside = { accountId: dollars.id };
  const outside = { accountId: at(each.inDollars, pick) };
  const side = pick % 2 === 0 ? 'SENDING' : 'RECEIVING';
  const locked = { lockedCurrencySide: side, lockedCurrencyAmount: amount };
  const account = (accountId: string | undefined) => ({ sourceType: 'ACCOUNT', accountId });
  const to = (accountId: string | undefined) => ({ destinationType: 'ACCOUNT', accountId });
  const euro = to(at(each.inEuros, pick));
  switch (kind) {
    case 'fund':
      return [`/sandbox/internal-accounts/${dollars.id}/fund`, { amount }];
    case 'in':
      return ['/transfer-in', { source: outside, destination: inside, amount }];
    case 'out':
      return ['/transfer-out', { source: inside, destination: outside, amount }];
    case 'quote':
      return ['/quotes', { source: account(dollars.id), destination: euro, ...locked }];
    case 'wallet-quote':
      return ['/quotes', { source: account(wallet.id), destination: euro, ...locked }];
    case 'uma-quote': {
      const umaAddress = sandbox(at(addresses, pick));
      const destination = { destinationType: 'UMA_ADDRESS', umaAddress };
      return ['/quotes', { source: account(dollars.id), destination, ...locked }];
    }
    case 'exchange': {
      const sides = { source: account(dollars.id), destination: to(euros.id) };
      return ['/quotes', { ...sides, ...locked, immediatelyExecute: true }];
    }
    case 'funded-quote': {
      const source = { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId };
      return ['/quotes', { source, destination: euro, ...locked }];
    }
    case 'execute':
      return [`/quotes/${idAt(mock, 'quotes', pick, 'Quote')}/execute`];
    case 'pay-in': {
      const quoteId = idAt(mock, 'quotes', pick, 'Quote');
      const exact = pick % 3 === 0 ? {} : { currencyAmount: amount };
      return ['/sandbox/send', { quoteId, currencyCode: 'USD', ...exact }];
    }
    case 'receive': {
      const receiving = { receivingCurrencyCode: 'USD', receivingCurrencyAmount: amount };
      const senderUmaAddress = sandbox(at(addresses, pick));
      return ['/sandbox/uma/receive', { senderUmaAddress, customerId, ...receiving }];
    }
    case 'approve':
    case 'reject':
    case 'cancel':
    case 'confirm':
      return [`/transactions/${payment}/${kind}`, {}];
    case 'use':
      return [`${simulate}/authorization`, use];
    case 'use-at-once':
      return [`${simulate}/financial_authorization`, use];
    case 'credit':
      return [`${simulate}/financial_credit_authorization`, use];
    case 'clear':
      return [`${simulate}/clearing`, { ...ofUse, amount }];
    case 'return':
      return [`${simulate}/return`, { ...ofUse, amount }];
    case 'advise':
      return [`${simulate}/authorization_advice`, { ...ofUse, amount }];
    case 'reverse':
      return [`${simulate}/return_reversal`, ofUse];
    default:
      return [''];
  }
}

const keyed = /^\/(quotes|transfer)/;
const stamp = { 'service-wallet-signature': 'sandbox-valid-signature' };

/** Kinds of steps that succeeded at least once: a property over refusals alone would prove nothing. */
const succeeded = new Set<string>();

async function take(each: Scene, step: Step, number: number): Promise<void> {
  const { mock, send } = each;
  if (step.kind === 'wait') {
    mock.clock.advance({ seconds: step.amount });
    return;
  }
  const [path, body] = requestOf(each, step);
  const headers = { ...stamp, 'idempotency-key': `key-${number}` };
  const first = await send('POST', path, body, headers);
  expectBalanced(each);
  if (first.status < 400) succeeded.add(step.kind);
  if (!step.isReplayed || !keyed.test(path) || first.status >= 400) return;
  // What falls due between the requests is not the replay's doing.
  await send('GET', `/transactions?limit=1`);
  const before = JSON.stringify(mock.ledger.accounts());
  const again = await send('POST', path, body, headers);
  expect(again).toEqual(first);
  expect(JSON.stringify(mock.ledger.accounts())).toBe(before);
}

/** Each payment emitted each kind of event at most once, and the last one says how it stands. */
function expectEvents({ mock }: Scene): void {
  const payments = mock.events.filter(({ type }) => /_PAYMENT\./.test(type));
  for (const { id, status, type } of records(mock, 'transactions')) {
    const own = payments.filter(({ data }) => (data as Body).id === id).map((event) => event.type);
    expect(new Set(own).size).toBe(own.length);
    const last = own.filter((kind) => !kind.includes('REFUND')).at(-1);
    if (status !== 'REJECTED' && !(type === 'INCOMING' && status === 'PROCESSING')) {
      expect(last).toBe(`${type}_PAYMENT.${status}`);
    }
  }
}

/** Runs of the property; PAYMENT_INVARIANT_RUNS asks for more. */
const runs = Number(process.env.PAYMENT_INVARIANT_RUNS ?? 25);

const step = fc.record({
  kind: fc.constantFrom(...kinds),
  amount: fc.integer({ min: 0, max: 400 }),
  pick: fc.nat(60),
  isReplayed: fc.boolean(),
});

/** A walk that takes a return back, which needs four steps in a row: random walks may miss it. */
const reversal = (['use', 'clear', 'return', 'reverse'] as const).map((kind) => ({
  kind,
  amount: 100,
  pick: 0,
  isReplayed: false,
}));

test('rule 90: over random payments of every kind the ledger balances, and a replayed key moves nothing', async () => {
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 20, maxLength: 120, size: 'max' }),
    async (steps) => {
      const each = scene();
      for (const [number, one] of steps.entries()) await take(each, one, number);
      each.mock.clock.advance({ minutes: 20 });
      // Each request makes what has fallen due, and a refund falls due after its payment failed.
      for (const _round of [1, 2]) await each.send('GET', '/transactions?limit=1');
      expectBalanced(each);
      expectEvents(each);
      const open = each.mock.ledger.accounts().filter(({ kind }) => kind === 'hold');
      const live = records(each.mock, 'cardTransactions')
        .filter(({ status }) => status === 'AUTHORIZED' || status === 'PARTIALLY_SETTLED')
        .map(({ id }) => id);
      const waiting = records(each.mock, 'transactions')
        .filter(({ status }) => status === 'PENDING' || status === 'PROCESSING')
        .map(({ id }) => id);
      for (const { purpose } of open) expect([...live, ...waiting]).toContain(purpose);
    },
  );
  await fc.assert(property, { numRuns: runs, examples: [[reversal]] });
  expect([...succeeded, 'wait'].sort()).toEqual([...new Set<string>(kinds)].sort());
}, 240_000);
