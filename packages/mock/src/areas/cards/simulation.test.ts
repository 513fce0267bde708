import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, type OpenMock } from '../../../test/support/open-mock.ts';
import { eventKinds } from '../../../test/support/payers.ts';

interface Money {
  readonly amount: number;
}

/** Prepares a cardholder's wallet with money, an active card on it, and ways to use the card. */
function cardScene(api: OpenMock, available = 1000) {
  const { account } = api.mock.add.wallet({ available });
  const card = api.mock.add.card({ fundingSources: [account.id] });
  /** The body of a simulated use. */
  const use = (amount = 100, descriptor = 'COFFEE SHOP') => ({
    amount,
    currency: { code: 'USD' },
    merchant: { descriptor },
  });
  const simulate = (step: string, body: object) =>
    api.send('POST', `/sandbox/cards/${card.id}/simulate/${step}`, body);
  const authorize = (amount: number, descriptor?: string) =>
    simulate('authorization', use(amount, descriptor));
  const settle = (step: 'clearing' | 'return', cardTransactionId: unknown, amount: number) =>
    simulate(step, { cardTransactionId, amount });
  /** Returns the available and the total balance. */
  const funds = async () => {
    const search = `customerId=${account.customerId}`;
    const { body } = await api.send('GET', `/customers/internal-accounts?${search}`);
    const [found] = body.data as readonly { balance: Money; totalBalance: Money }[];
    return [found?.balance.amount, found?.totalBalance.amount];
  };
  /** Returns the card transactions, which no operation reads. */
  const uses = () =>
    (api.mock.panels().find(({ name }) => name === 'cardTransactions')?.records ??
      []) as readonly Readonly<Record<string, unknown>>[];
  return { account, card, use, simulate, authorize, settle, funds, uses };
}

/** Puts a card into a state without a signature. */
function setState(api: OpenMock, id: string, state: string): void {
  const snapshot = structuredClone(api.mock.snapshot());
  for (const [, card] of snapshot.tables.cards.rows) {
    if (card.id === id) Object.assign(card, { state });
  }
  api.mock.restore(snapshot);
}

test('rule 69: an active card holds, settles and returns funds', async (api) => {
  const { card, account, authorize, settle, funds } = cardScene(api);
  const { status, body } = await authorize(400);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    cardId: card.id,
    accountId: account.id,
    status: 'AUTHORIZED',
    authorizedAmount: { amount: 400, currency: { code: 'USD', decimals: 2 } },
    pullSummary: { count: 1, totalAmount: 400 },
  });
  expect(body.id).toMatch(/^CardTransaction:/);
  expect(await funds()).toEqual([600, 1000]);
  expect((await settle('clearing', body.id, 400)).body).toMatchObject({ status: 'SETTLED' });
  expect(await funds()).toEqual([600, 600]);
  const part = await settle('return', body.id, 100);
  expect(part.body).toMatchObject({ status: 'SETTLED', refundedAmount: { amount: 100 } });
  const full = await settle('return', body.id, 300);
  expect(full.body).toMatchObject({ status: 'REFUNDED', refundSummary: { count: 2 } });
  expect(await funds()).toEqual([1000, 1000]);
});

test.each([
  ['FROZEN', 'CARD_PAUSED'],
  ['CLOSED', 'CARD_CLOSED'],
  ['PENDING_KYC', 'CARD_NOT_ISSUED'],
  ['PENDING_ISSUE', 'CARD_NOT_ISSUED'],
])('rule 69: a %s card declines with %s', async (state, declineReason) => {
  const api = await open();
  const { card, authorize, funds } = cardScene(api);
  setState(api, card.id, state);
  const { status, body } = await authorize(400);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'EXCEPTION', declineReason });
  expect(await funds()).toEqual([1000, 1000]);
  expect(eventKinds(api, 'CARD_TRANSACTION.')).toEqual([]);
});

test.each(['FROZEN', 'CLOSED'])(
  'rule 69: settlement and refund reconcile on a %s card',
  async (state) => {
    const api = await open();
    const { card, authorize, settle, funds } = cardScene(api);
    const { body } = await authorize(400);
    setState(api, card.id, state);
    expect((await settle('clearing', body.id, 400)).body).toMatchObject({ status: 'SETTLED' });
    expect((await settle('return', body.id, 400)).body).toMatchObject({ status: 'REFUNDED' });
    expect(await funds()).toEqual([1000, 1000]);
  },
);

test('rule 69: a decline is a conflict by option', async () => {
  const api = await open({ declinedAuthorization: 'conflict' });
  const { card, authorize } = cardScene(api);
  setState(api, card.id, 'FROZEN');
  const reply = await authorize(1);
  expectRefused(reply, 409, 'CONFLICT');
  expect(reply.body.message).toContain('CARD_PAUSED');
});

test('rule 69: the first source that can pay is used; without one the use is declined', async (api) => {
  const { id: customerId } = api.mock.add.customer();
  const [poor, rich] = [10, 900].map((available) =>
    api.mock.add.internalAccount({ customerId, available }),
  );
  const fundingSources = [poor, rich].flatMap((account) => (account ? [account.id] : []));
  const { id } = api.mock.add.card({ fundingSources });
  const body = { currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
  const path = `/sandbox/cards/${id}/simulate/authorization`;
  const paid = await api.send('POST', path, { ...body, amount: 500 });
  expect(paid.body).toMatchObject({ status: 'AUTHORIZED', accountId: rich?.id });
  const poorer = await api.send('POST', path, { ...body, amount: 500 });
  expect(poorer.body).toMatchObject({ declineReason: 'INSUFFICIENT_FUNDS' });
  const euro = { ...body, amount: 1, currency: { code: 'EUR' } };
  expectRefused(await api.send('POST', path, euro), 400, 'INVALID_CURRENCY');
});

test.each(['PENDING', 'FROZEN', 'CLOSED'])(
  'rule 69: a source that is %s does not pay',
  async (status) => {
    const api = await open();
    const { account, authorize, funds } = cardScene(api);
    const snapshot = structuredClone(api.mock.snapshot());
    for (const [, row] of snapshot.tables.accounts.rows) Object.assign(row, { status });
    api.mock.restore(snapshot);
    expect((await authorize(1)).body).toMatchObject({
      status: 'EXCEPTION',
      declineReason: 'INSUFFICIENT_FUNDS',
      accountId: account.id,
    });
    expect(await funds()).toEqual([1000, 1000]);
  },
);

test('rule 69: clearing in part, and above the authorization', async (api) => {
  const { authorize, settle, funds } = cardScene(api);
  const first = (await authorize(400)).body.id;
  const part = await settle('clearing', first, 100);
  expect(part.body).toMatchObject({ status: 'PARTIALLY_SETTLED' });
  expect(await funds()).toEqual([600, 900]);
  const above = await settle('clearing', first, 350);
  expect(above.body).toMatchObject({
    status: 'SETTLED',
    settledAmount: { amount: 450 },
    pullSummary: { count: 2, totalAmount: 450 },
  });
  expect(await funds()).toEqual([550, 550]);
});

test('rule 69: what cannot be settled or returned is refused', async (api) => {
  const { authorize, settle } = cardScene(api);
  const other = cardScene(api);
  const { body } = await authorize(400);
  expectRefused(await settle('return', body.id, 1), 409, 'CONFLICT');
  expectRefused(await other.settle('clearing', body.id, 1), 404, 'NOT_FOUND');
  expectRefused(await settle('clearing', 'CardTransaction:no', 1), 404, 'NOT_FOUND');
  await settle('clearing', body.id, 400);
  expectRefused(await settle('clearing', body.id, 1), 409, 'CONFLICT');
  expectRefused(await settle('return', body.id, 401), 400, 'AMOUNT_OUT_OF_RANGE');
  expectInvalid(await authorize(0), 'amount');
});

test('rule 92: by option a clearing above authorization and balance is refused and changes nothing', async () => {
  const api = await open({ clearingBeyondBalance: 'refuse' });
  const { authorize, settle, funds } = cardScene(api, 100);
  const { id } = (await authorize(60)).body;
  expectRefused(await settle('clearing', id, 101), 400, 'AMOUNT_OUT_OF_RANGE');
  expect(await funds()).toEqual([40, 100]);
  expect((await settle('clearing', id, 100)).body.status).toBe('SETTLED');
  expect(await funds()).toEqual([0, 0]);
});

test('rule 92: it settles what was held and leaves an exception', async (api) => {
  const { authorize, settle, funds } = cardScene(api, 100);
  const { id } = (await authorize(60)).body;
  const short = await settle('clearing', id, 101);
  expect(short.body).toMatchObject({ status: 'EXCEPTION', settledAmount: { amount: 60 } });
  expect(await funds()).toEqual([40, 40]);
  expect((await settle('return', id, 60)).body.status).toBe('REFUNDED');
  expect(await funds()).toEqual([100, 100]);
});

test('rule 92: a settled amount can be returned once after the rest expired', async (api) => {
  const { authorize, settle, funds } = cardScene(api, 100);
  const { id } = (await authorize(60)).body;
  expect((await settle('clearing', id, 25)).body.status).toBe('PARTIALLY_SETTLED');
  expect((await settle('clearing', id, 0)).body.status).toBe('SETTLED');
  expect(await funds()).toEqual([75, 75]);
  expectRefused(await settle('return', id, 26), 400, 'AMOUNT_OUT_OF_RANGE');
  expect((await settle('return', id, 25)).body.status).toBe('REFUNDED');
  expect((await settle('return', id, 1)).status).not.toBe(200);
  expect(await funds()).toEqual([100, 100]);
  expect(eventKinds(api, 'CARD_TRANSACTION.')).toEqual([
    'CARD_TRANSACTION.AUTHORIZED',
    'CARD_TRANSACTION.PARTIALLY_SETTLED',
    'CARD_TRANSACTION.SETTLED',
    'CARD_TRANSACTION.REFUNDED',
  ]);
});

test('rule 91: an authorization that expired released its hold, and cannot be returned', async (api) => {
  const { authorize, settle, funds } = cardScene(api);
  const { id } = (await authorize(400)).body;
  expect(await funds()).toEqual([600, 1000]);
  expect((await settle('clearing', id, 0)).body).toMatchObject({
    status: 'SETTLED',
    settledAmount: { amount: 0 },
  });
  expect(await funds()).toEqual([1000, 1000]);
  expectRefused(await settle('return', id, 1), 409, 'CONFLICT');
});

test('rule 81: 005 pulls the funds after 30 seconds and holds them meanwhile', async (api) => {
  const { simulate, use, uses, funds } = cardScene(api);
  const { body } = await simulate('authorization', use(100, 'SHOP005'));
  expect(body).toMatchObject({ status: 'AUTHORIZED', pullSummary: { count: 0, totalAmount: 0 } });
  expect(await funds()).toEqual([900, 1000]);
  api.mock.clock.advance({ seconds: 29 });
  expect(await funds()).toEqual([900, 1000]);
  expect(uses()[0]).toMatchObject({ pullSummary: { count: 0 } });
  api.mock.clock.advance({ seconds: 1 });
  expect(await funds()).toEqual([900, 1000]);
  expect(uses()[0]).toMatchObject({
    status: 'AUTHORIZED',
    pullSummary: { count: 1, totalAmount: 100 },
  });
  const clearing = { cardTransactionId: body.id, amount: 100 };
  expect((await simulate('clearing', clearing)).body.status).toBe('SETTLED');
  expect(await funds()).toEqual([900, 900]);
});

test('rule 81: 006 fails to pull: the use is an exception, and the funds return', async (api) => {
  const { simulate, use, uses, funds } = cardScene(api);
  const { body } = await simulate('authorization', use(100, 'SHOP006'));
  expect(body.status).toBe('AUTHORIZED');
  expect(await funds()).toEqual([1000, 1000]);
  expect(uses()[0]).toMatchObject({ status: 'EXCEPTION', pullSummary: { count: 0 } });
  const clearing = { cardTransactionId: body.id, amount: 100 };
  expectRefused(await simulate('clearing', clearing), 409, 'CONFLICT');
  const kinds = eventKinds(api, 'CARD_TRANSACTION.');
  expect(kinds).toEqual(['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.EXCEPTION']);
});

test('each late simulation responds with 202 and a token', async (api) => {
  const { simulate, use, funds } = cardScene(api);
  const merchant = { descriptor: 'SHOP' };
  for (const [verb, body] of [
    ['balance_inquiry', { merchant }],
    ['credit_authorization', use()],
    ['credit_authorization_advice', use()],
  ] as const) {
    const reply = await simulate(verb, body);
    expect(reply.status).toBe(202);
    expect(reply.body.issuerTransactionToken).toMatch(/^sim-/);
    expect(await funds()).toEqual([1000, 1000]);
  }
});

test('a financial authorization settles at once, or declines', async (api) => {
  const { simulate, use, uses, funds } = cardScene(api);
  expect((await simulate('financial_authorization', use())).status).toBe(202);
  expect(uses()[0]).toMatchObject({
    status: 'SETTLED',
    settlementSummary: { count: 1, totalAmount: 100 },
  });
  expect(await funds()).toEqual([900, 900]);
  await simulate('financial_authorization', use(901));
  expect(uses().map(({ status }) => status)).toContain('EXCEPTION');
  expect(await funds()).toEqual([900, 900]);
});

test('a financial credit is posted at once; a closed card does not accept credits', async (api) => {
  const { simulate, use, uses, funds, account } = cardScene(api);
  await simulate('financial_credit_authorization', use());
  expect(await funds()).toEqual([1100, 1100]);
  expect(uses()[0]).toMatchObject({ status: 'REFUNDED', refundSummary: { totalAmount: 100 } });
  const closed = api.mock.add.card({ fundingSources: [account.id], state: 'CLOSED' });
  const path = `/sandbox/cards/${closed.id}/simulate/financial_credit_authorization`;
  expectRefused(await api.send('POST', path, use()), 409, 'CONFLICT');
});

test('rule 92: an advice changes the held amount, within the balance', async (api) => {
  const { simulate, use, funds, uses } = cardScene(api);
  const { body } = await simulate('authorization', use());
  const advise = (amount: number) =>
    simulate('authorization_advice', { cardTransactionId: body.id, amount });
  expect((await advise(40)).status).toBe(202);
  expect(await funds()).toEqual([960, 1000]);
  expect((await advise(1000)).status).toBe(202);
  expect(await funds()).toEqual([0, 1000]);
  expect(uses()[0]).toMatchObject({ authorizedAmount: { amount: 1000 } });
  expectRefused(await advise(1001), 400, 'AMOUNT_OUT_OF_RANGE');
});

test('rule 92: a return is reversed, unless its money was spent', async (api) => {
  const { simulate, use, funds, uses } = cardScene(api, 100);
  const { body } = await simulate('authorization', use());
  const of = { cardTransactionId: body.id };
  await simulate('clearing', { ...of, amount: 100 });
  await simulate('return', { ...of, amount: 60 });
  expectRefused(await simulate('return_reversal', of), 409, 'CONFLICT');
  await simulate('return', { ...of, amount: 40 });
  expect(await funds()).toEqual([100, 100]);
  expect((await simulate('return_reversal', of)).status).toBe(202);
  expect(await funds()).toEqual([0, 0]);
  expect(uses()[0]).toMatchObject({ status: 'SETTLED' });
  await simulate('return', { ...of, amount: 100 });
  await simulate('financial_authorization', use(60));
  expectRefused(await simulate('return_reversal', of), 400, 'AMOUNT_OUT_OF_RANGE');
  expect(await funds()).toEqual([40, 40]);
});
