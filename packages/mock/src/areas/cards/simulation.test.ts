import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';

const usd = { code: 'USD' };

async function cardScene(lab: Lab, available = 1000) {
  const { account } = lab.mock.add.wallet({ available });
  const card = lab.mock.add.card({ fundingSources: [account.id] });
  const path = `/sandbox/cards/${card.id}/simulate`;
  const authorize = (amount: number, descriptor = 'COFFEE SHOP') =>
    lab.send('POST', `${path}/authorization`, { amount, currency: usd, merchant: { descriptor } });
  const settle = (step: 'clearing' | 'return', id: unknown, amount: number) =>
    lab.send('POST', `${path}/${step}`, { cardTransactionId: id, amount });
  const funds = async () => {
    const search = `customerId=${account.customerId}`;
    const { body } = await lab.send('GET', `/customers/internal-accounts?${search}`);
    const [found] = body.data as {
      balance: { amount: number };
      totalBalance: { amount: number };
    }[];
    return [found?.balance.amount, found?.totalBalance.amount];
  };
  return { account, card, authorize, settle, funds };
}

/** Puts a card into a state without a signature. */
function setState(lab: Lab, id: string, state: string): void {
  const snapshot = structuredClone(lab.mock.snapshot());
  for (const [, card] of snapshot.tables.cards.rows) {
    if (card.id === id) Object.assign(card, { state });
  }
  lab.mock.restore(snapshot);
}

rules('simulated use of cards', (door) => {
  test('rule 69: an active card holds, settles and returns funds', async () => {
    const lab = await openLab(door);
    const { card, account, authorize, settle, funds } = await cardScene(lab);
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
    const lab = await openLab(door);
    const { card, authorize, funds } = await cardScene(lab);
    setState(lab, card.id, state);
    const { status, body } = await authorize(400);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'DECLINED', declineReason });
    expect(await funds()).toEqual([1000, 1000]);
  });

  test.each(['FROZEN', 'CLOSED'])(
    'rule 69: settlement and refund reconcile on a %s card',
    async (state) => {
      const lab = await openLab(door);
      const { card, authorize, settle, funds } = await cardScene(lab);
      const { body } = await authorize(400);
      setState(lab, card.id, state);
      expect((await settle('clearing', body.id, 400)).body).toMatchObject({ status: 'SETTLED' });
      expect((await settle('return', body.id, 400)).body).toMatchObject({ status: 'REFUNDED' });
      expect(await funds()).toEqual([1000, 1000]);
    },
  );

  test('rule 69: a decline is a conflict by option', async () => {
    const lab = await openLab(door, { declinedAuthorization: 'conflict' });
    const { card, authorize } = await cardScene(lab);
    setState(lab, card.id, 'FROZEN');
    const reply = await authorize(1);
    expectRefused(reply, 409, 'CONFLICT');
    expect(reply.body.message).toContain('CARD_PAUSED');
  });

  test('rule 69: clearing in part, above the authorization and with 0', async () => {
    const lab = await openLab(door);
    const { authorize, settle, funds } = await cardScene(lab);
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
    const second = (await authorize(50)).body.id;
    const expired = await settle('clearing', second, 0);
    expect(expired.body).toMatchObject({ status: 'EXPIRED' });
    expect(await funds()).toEqual([550, 550]);
  });

  test('rule 69: what cannot be settled or returned is refused', async () => {
    const lab = await openLab(door);
    const { authorize, settle } = await cardScene(lab);
    const other = await cardScene(lab);
    const { body } = await authorize(400);
    expectRefused(await settle('return', body.id, 1), 409, 'CONFLICT');
    expectRefused(await other.settle('clearing', body.id, 1), 404, 'NOT_FOUND');
    expectRefused(await settle('clearing', 'CardTransaction:no', 1), 404, 'NOT_FOUND');
    await settle('clearing', body.id, 400);
    expectRefused(await settle('clearing', body.id, 1), 409, 'CONFLICT');
    expectRefused(await settle('return', body.id, 401), 400, 'AMOUNT_OUT_OF_RANGE');
    expectInvalid(await authorize(0), 'amount');
  });

  test('rule 69: the first source that can pay is used; without one the use is declined', async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const [poor, rich] = [10, 900].map((available) =>
      lab.mock.add.internalAccount({ customerId, available }),
    );
    const fundingSources = [poor, rich].flatMap((account) => (account ? [account.id] : []));
    const { id } = lab.mock.add.card({ fundingSources });
    const body = { currency: usd, merchant: { descriptor: 'SHOP' } };
    const path = `/sandbox/cards/${id}/simulate/authorization`;
    const paid = await lab.send('POST', path, { ...body, amount: 500 });
    expect(paid.body).toMatchObject({ status: 'AUTHORIZED', accountId: rich?.id });
    const poorer = await lab.send('POST', path, { ...body, amount: 500 });
    expect(poorer.body).toMatchObject({ declineReason: 'INSUFFICIENT_FUNDS' });
    const euro = { ...body, amount: 1, currency: { code: 'EUR' } };
    expectRefused(await lab.send('POST', path, euro), 400, 'INVALID_CURRENCY');
  });

  test('rule 81: the merchant decides a simulated authorization', async () => {
    const lab = await openLab(door);
    const { authorize } = await cardScene(lab);
    const declined = await authorize(1, 'SHOP 002');
    expect(declined.body).toMatchObject({ declineReason: 'INSUFFICIENT_FUNDS' });
    expect((await authorize(1, 'SHOP 001')).body).toMatchObject({ status: 'AUTHORIZED' });
  });
});

rules('issuing of cards', (door) => {
  const create = (lab: Lab, fields: Record<string, unknown> = {}) => {
    const { account } = lab.mock.add.wallet();
    const { customerId: cardholderId, id } = account;
    const body = { cardholderId, form: 'VIRTUAL', fundingSources: [id], ...fields };
    return lab.send('POST', '/cards', body);
  };
  const read = async (lab: Lab, id: unknown) => (await lab.send('GET', `/cards/${id}`)).body;

  test('rule 70: a new card is pending, gets an id of the platform, and becomes active', async () => {
    const lab = await openLab(door);
    const { status, body } = await create(lab);
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'PENDING_ISSUE', currency: 'USD', stateReason: null });
    expect(body.platformCardId).toBeTruthy();
    expect(await read(lab, body.id)).toMatchObject({ state: 'ACTIVE' });
  });

  test("rule 70: the card's form, sources and cardholder are checked", async () => {
    const lab = await openLab(door);
    expectInvalid(await create(lab, { form: 'PHYSICAL' }), 'form');
    expectInvalid(await create(lab, { fundingSources: [] }), 'fundingSources');
    const { id } = lab.mock.add.internalAccount();
    expectInvalid(await create(lab, { fundingSources: [id] }), 'fundingSources.0');
    const unverified = lab.mock.add.customer({ kycStatus: 'PENDING' });
    expectInvalid(await create(lab, { cardholderId: unverified.id }), 'cardholderId');
    const missing = await create(lab, { cardholderId: 'Customer:none' });
    expectRefused(missing, 404, 'USER_NOT_FOUND');
  });

  test('rule 68: a card the issuer rejects is closed for that reason', async () => {
    const lab = await openLab(door);
    const { body } = await create(lab, { platformCardId: 'mine-002' });
    const expected = { state: 'CLOSED', stateReason: 'ISSUER_REJECTED' };
    expect(await read(lab, body.id)).toMatchObject(expected);
  });

  test('rule 81: a card may stay pending, or for half a minute', async () => {
    const lab = await openLab(door);
    const stuck = await create(lab, { platformCardId: 'mine-001' });
    const late = await create(lab, { platformCardId: 'mine-005' });
    const states = async () =>
      [await read(lab, stuck.body.id), await read(lab, late.body.id)].map(({ state }) => state);
    lab.mock.clock.advance({ seconds: 29 });
    expect(await states()).toEqual(['PENDING_ISSUE', 'PENDING_ISSUE']);
    lab.mock.clock.advance({ seconds: 1 });
    expect(await states()).toEqual(['PENDING_ISSUE', 'ACTIVE']);
  });
});
