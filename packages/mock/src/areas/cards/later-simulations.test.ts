import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';
import { eventKinds } from '../../../test/support/payers.ts';

const dollars = { code: 'USD' };

function cardScene(lab: Lab, available = 1000) {
  const { id: customerId } = lab.mock.add.customer();
  const account = lab.mock.add.internalAccount({ customerId, available });
  const card = lab.mock.add.card({ cardholderId: customerId, fundingSources: [account.id] });
  const simulate = (verb: string, body: object) =>
    lab.send('POST', `/sandbox/cards/${card.id}/simulate/${verb}`, body);
  const use = (descriptor = 'SHOP', amount = 100) => ({
    amount,
    currency: dollars,
    merchant: { descriptor },
  });
  const funds = () => {
    const panel = lab.mock.panels().find(({ name }) => name === 'accounts');
    const records = (panel?.records ?? []) as readonly Funds[];
    const found = records.find(({ id }) => id === account.id);
    return [found?.balance.amount, found?.totalBalance.amount];
  };
  const uses = () =>
    (lab.mock.panels().find(({ name }) => name === 'cardTransactions')?.records ??
      []) as readonly Record<string, unknown>[];
  /** Applies due changes, as any request does. */
  const settle = () => lab.send('GET', `/cards/${card.id}`);
  return { customerId, account, card, simulate, use, funds, uses, settle };
}

interface Funds {
  readonly id: string;
  readonly balance: { readonly amount: number };
  readonly totalBalance: { readonly amount: number };
}

rules('pulls and late simulations of cards', (door) => {
  test('rule 81: 005 pulls the funds after 30 seconds and holds them meanwhile', async () => {
    const lab = await openLab(door);
    const { simulate, use, uses, settle, funds } = cardScene(lab);
    const { body } = await simulate('authorization', use('SHOP005'));
    expect(body).toMatchObject({ status: 'AUTHORIZED', pullSummary: { count: 0, totalAmount: 0 } });
    expect(funds()).toEqual([900, 1000]);
    lab.mock.clock.advance({ seconds: 29 });
    await settle();
    expect(uses()[0]).toMatchObject({ pullSummary: { count: 0 } });
    lab.mock.clock.advance({ seconds: 1 });
    await settle();
    expect(uses()[0]).toMatchObject({
      status: 'AUTHORIZED',
      pullSummary: { count: 1, totalAmount: 100 },
    });
    const clearing = { cardTransactionId: body.id, amount: 100 };
    expect((await simulate('clearing', clearing)).body.status).toBe('SETTLED');
    expect(funds()).toEqual([900, 900]);
  });

  test('rule 81: 006 fails to pull: the use is an exception, and the funds return', async () => {
    const lab = await openLab(door);
    const { simulate, use, uses, settle, funds } = cardScene(lab);
    const { body } = await simulate('authorization', use('SHOP006'));
    expect(body.status).toBe('AUTHORIZED');
    await settle();
    expect(uses()[0]).toMatchObject({ status: 'EXCEPTION', pullSummary: { count: 0 } });
    expect(funds()).toEqual([1000, 1000]);
    const clearing = { cardTransactionId: body.id, amount: 100 };
    expectRefused(await simulate('clearing', clearing), 409, 'CONFLICT');
    const kinds = eventKinds(lab, 'CARD_TRANSACTION.');
    expect(kinds).toEqual(['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.EXCEPTION']);
  });

  test('rule 67: funding sources that end in 002 and 003 are not eligible', async () => {
    const lab = await openLab(door);
    const { id: cardholderId } = lab.mock.add.customer();
    const issue = (id: string) => {
      lab.mock.add.internalAccount({
        id: id as `InternalAccount:${string}`,
        customerId: cardholderId,
      });
      return lab.send('POST', '/cards', { cardholderId, form: 'VIRTUAL', fundingSources: [id] });
    };
    expectInvalid(await issue('InternalAccount:x002'), 'fundingSources.0');
    expectInvalid(await issue('InternalAccount:x003'), 'fundingSources.0');
    for (const suffix of ['001', '005', '006', '123']) {
      expect((await issue(`InternalAccount:x${suffix}`)).status).toBe(201);
    }
  });

  test('each late simulation responds with 202 and a token', async () => {
    const lab = await openLab(door);
    const { simulate, use, funds } = cardScene(lab);
    const merchant = { descriptor: 'SHOP' };
    for (const [verb, body] of [
      ['balance_inquiry', { merchant }],
      ['credit_authorization', use()],
      ['credit_authorization_advice', use()],
    ] as const) {
      const reply = await simulate(verb, body);
      expect(reply.status).toBe(202);
      expect(reply.body.issuerTransactionToken).toMatch(/^sim-/);
      expect(funds()).toEqual([1000, 1000]);
    }
  });

  test('a financial authorization settles at once, or declines', async () => {
    const lab = await openLab(door);
    const { simulate, use, uses, funds } = cardScene(lab);
    expect((await simulate('financial_authorization', use())).status).toBe(202);
    expect(uses()[0]).toMatchObject({
      status: 'SETTLED',
      settlementSummary: { count: 1, totalAmount: 100 },
    });
    expect(funds()).toEqual([900, 900]);
    await simulate('financial_authorization', use('SHOP', 901));
    expect(uses().map(({ status }) => status)).toContain('DECLINED');
    expect(funds()).toEqual([900, 900]);
  });

  test('a financial credit is posted at once; a closed card does not accept credits', async () => {
    const lab = await openLab(door);
    const { simulate, use, uses, funds, customerId, account } = cardScene(lab);
    await simulate('financial_credit_authorization', use());
    expect(funds()).toEqual([1100, 1100]);
    expect(uses()[0]).toMatchObject({ status: 'REFUNDED', refundSummary: { totalAmount: 100 } });
    const closed = lab.mock.add.card({
      cardholderId: customerId,
      fundingSources: [account.id],
      state: 'CLOSED',
    });
    const path = `/sandbox/cards/${closed.id}/simulate/financial_credit_authorization`;
    expectRefused(await lab.send('POST', path, use()), 409, 'CONFLICT');
  });

  test('rule 92: an advice changes the held amount, within the balance', async () => {
    const lab = await openLab(door);
    const { simulate, use, funds, uses } = cardScene(lab);
    const { body } = await simulate('authorization', use());
    const advise = (amount: number) =>
      simulate('authorization_advice', { cardTransactionId: body.id, amount });
    expect((await advise(40)).status).toBe(202);
    expect(funds()).toEqual([960, 1000]);
    expect((await advise(1000)).status).toBe(202);
    expect(funds()).toEqual([0, 1000]);
    expect(uses()[0]).toMatchObject({ authorizedAmount: { amount: 1000 } });
    expectRefused(await advise(1001), 400, 'AMOUNT_OUT_OF_RANGE');
  });

  test('rule 92: a return is reversed, unless its money was spent', async () => {
    const lab = await openLab(door);
    const { simulate, use, funds, uses } = cardScene(lab, 100);
    const { body } = await simulate('authorization', use());
    const of = { cardTransactionId: body.id };
    await simulate('clearing', { ...of, amount: 100 });
    expectRefused(await simulate('return_reversal', of), 409, 'CONFLICT');
    await simulate('return', { ...of, amount: 100 });
    expect(funds()).toEqual([100, 100]);
    expect((await simulate('return_reversal', of)).status).toBe(202);
    expect(funds()).toEqual([0, 0]);
    expect(uses()[0]).toMatchObject({ status: 'SETTLED' });
    await simulate('return', { ...of, amount: 100 });
    await simulate('financial_authorization', use('SHOP', 60));
    expectRefused(await simulate('return_reversal', of), 400, 'AMOUNT_OUT_OF_RANGE');
    expect(funds()).toEqual([40, 40]);
  });
});
