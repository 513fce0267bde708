import { expect, test } from 'vitest';
import { createMock } from '../../mock.ts';
import type { MockOptions } from '../../settings.ts';

async function use(options: MockOptions = {}) {
  const mock = createMock({ authentication: 'off', checkResponses: true, ...options });
  const { account } = mock.add.wallet({ available: 100 });
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const simulate = async (what: string, body: object) => {
    const path = `/sandbox/cards/${id}/simulate/${what}`;
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  };
  const currency = { code: 'USD' };
  const merchant = { descriptor: 'SHOP', mcc: '5411', country: 'US' };
  const authorized = await simulate('authorization', { amount: 60, currency, merchant });
  const cardTransactionId = authorized.body.id;
  const clear = (amount: number) => simulate('clearing', { cardTransactionId, amount });
  const giveBack = (amount: number) => simulate('return', { cardTransactionId, amount });
  const funds = () => {
    const [usd] = mock.ledger.balances();
    return [usd?.balances, usd?.holds];
  };
  return { mock, clear, giveBack, funds, authorized };
}

test('rule 92: a clearing above authorization and balance is refused and changes nothing', async () => {
  const { clear, funds } = await use();
  expect(funds()).toEqual([40, 60]);
  const refused = await clear(101);
  expect(refused).toMatchObject({ status: 400, body: { code: 'AMOUNT_OUT_OF_RANGE' } });
  expect(funds()).toEqual([40, 60]);
  expect((await clear(100)).body.status).toBe('SETTLED');
  expect(funds()).toEqual([0, 0]);
});

test('rule 92: by option it settles the available amount and leaves an exception', async () => {
  const { clear, giveBack, funds } = await use({ clearingBeyondBalance: 'exception' });
  const short = await clear(101);
  expect(short.body).toMatchObject({ status: 'EXCEPTION', settledAmount: { amount: 60 } });
  expect(funds()).toEqual([40, 0]);
  expect((await giveBack(60)).body.status).toBe('REFUNDED');
  expect(funds()).toEqual([100, 0]);
});

test('rule 92: a settled amount can still be returned after the rest expired', async () => {
  const { clear, giveBack, funds, mock } = await use();
  expect((await clear(25)).body.status).toBe('PARTIALLY_SETTLED');
  expect((await clear(0)).body.status).toBe('EXPIRED');
  expect(funds()).toEqual([75, 0]);
  expect((await giveBack(26)).status).toBe(400);
  expect((await giveBack(25)).body.status).toBe('REFUNDED');
  expect(funds()).toEqual([100, 0]);
  const types = mock.events.map(({ type }) => type).filter((type) => type.startsWith('CARD_'));
  expect(types).toEqual([
    'CARD_TRANSACTION.AUTHORIZED',
    'CARD_TRANSACTION.PARTIALLY_SETTLED',
    'CARD_TRANSACTION.REFUNDED',
  ]);
});

test('an authorization that expired without settlement cannot be returned', async () => {
  const { clear, giveBack } = await use();
  await clear(0);
  expect((await giveBack(1)).status).toBe(409);
});
