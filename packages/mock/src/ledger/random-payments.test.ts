import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../mock.ts';

interface Scene {
  readonly mock: Mock;
  send(method: string, path: string, body: object): Promise<Readonly<Record<string, unknown>>>;
}

const suffixes = ['123456', '123002', '123004', '123005'];

/** One wallet, one fiat account, external accounts of all outcomes, and a card on both. */
function scene() {
  const mock = createMock({ authentication: 'off', checkResponses: true });
  const { id: customerId } = mock.add.customer();
  const fiat = mock.add.internalAccount({ customerId, available: 500 });
  const { account } = mock.add.wallet({ customerId, available: 300 });
  const card = mock.add.card({ fundingSources: [fiat.id, account.id] });
  const externals = suffixes.map(
    (accountNumber) => mock.add.externalAccount({ customerId, accountNumber }).id,
  );
  const send: Scene['send'] = async (method, path, body) => {
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBeLessThan(500);
    return response.json();
  };
  return { mock, send, fiat: fiat.id, card: card.id, externals };
}

/** The records of a resource, in their wire form. */
function records(mock: Mock, name: string): readonly { readonly id: string }[] {
  const panel = mock.panels().find((each) => each.name === name);
  return (panel?.records ?? []) as { id: string }[];
}

function expectBalanced(mock: Mock): void {
  for (const { moneyIn, moneyOut, balances, holds, fees } of mock.ledger.balances()) {
    expect(moneyIn - moneyOut).toBe(balances + holds + fees);
  }
  const accounts = mock.ledger.accounts();
  for (const { kind, amount } of accounts)
    if (kind !== 'in') expect(amount).toBeGreaterThanOrEqual(0);
  for (const [, account] of mock.snapshot().tables.accounts.rows) {
    const own = accounts.filter(({ accountId }) => accountId === account.id);
    const sum = own.reduce((total, { amount }) => total + amount, 0);
    const available = own.find(({ kind }) => kind === 'balance')?.amount;
    expect([account.balance.amount, account.totalBalance.amount]).toEqual([available, sum]);
  }
}

const step = fc.record({
  kind: fc.constantFrom('fund', 'in', 'out', 'reject', 'use', 'clear', 'return', 'wait'),
  amount: fc.integer({ min: 0, max: 120 }),
  pick: fc.nat(30),
});

test('rule 90: random payments and card uses keep the money after every request', async () => {
  const property = fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
    const { mock, send, fiat, card, externals } = scene();
    for (const { kind, amount, pick } of steps) {
      const external = externals[pick % externals.length] ?? '';
      const simulate = `/sandbox/cards/${card}/simulate`;
      const payments = records(mock, 'transactions');
      const uses = records(mock, 'cardTransactions');
      const payment = payments[pick % Math.max(1, payments.length)]?.id ?? 'Transaction:none';
      const use = uses[pick % Math.max(1, uses.length)]?.id ?? 'CardTransaction:none';
      const [inside, outside] = [{ accountId: fiat }, { accountId: external }];
      const pull = { source: outside, destination: inside, amount };
      const push = { source: inside, destination: outside, amount };
      const merchant = { descriptor: 'SHOP', mcc: '5411', country: 'US' };
      const ofUse = { cardTransactionId: use, amount };
      if (kind === 'wait') mock.clock.advance({ seconds: amount });
      if (kind === 'fund')
        await send('POST', `/sandbox/internal-accounts/${fiat}/fund`, { amount });
      if (kind === 'in') await send('POST', '/transfer-in', pull);
      if (kind === 'out') await send('POST', '/transfer-out', push);
      if (kind === 'reject') await send('POST', `/transactions/${payment}/reject`, {});
      if (kind === 'clear') await send('POST', `${simulate}/clearing`, ofUse);
      if (kind === 'return') await send('POST', `${simulate}/return`, ofUse);
      if (kind === 'use') {
        const body = { amount, currency: { code: 'USD' }, merchant };
        await send('POST', `${simulate}/authorization`, body);
      }
      expectBalanced(mock);
    }
    mock.clock.advance({ minutes: 1 });
    await send('PATCH', `/cards/${card}`, {});
    expectBalanced(mock);
    const open = mock.ledger.accounts().filter(({ kind }) => kind === 'hold');
    const waiting = records(mock, 'cardTransactions') as { id: string; status: string }[];
    const live = waiting.filter(({ status }) => /AUTHORIZED|PARTIALLY/.test(status));
    const liveIds = new Set(live.map(({ id }) => id));
    for (const { purpose = '' } of open) expect(liveIds.has(purpose)).toBe(true);
  });
  await fc.assert(property, { numRuns: 60 });
}, 120_000);
