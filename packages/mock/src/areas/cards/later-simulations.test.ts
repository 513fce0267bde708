import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, openLab } from '../../../test/lab/lab.ts';
import { cardScene } from '../../../test/support/cards.ts';
import { eventKinds } from '../../../test/support/payers.ts';

rules('pulls and late simulations of cards', (door) => {
  test('rule 81: 005 pulls the funds after 30 seconds and holds them meanwhile', async () => {
    const lab = await openLab(door);
    const { simulate, use, uses, funds } = cardScene(lab);
    const { body } = await simulate('authorization', use(100, 'SHOP005'));
    expect(body).toMatchObject({ status: 'AUTHORIZED', pullSummary: { count: 0, totalAmount: 0 } });
    expect(await funds()).toEqual([900, 1000]);
    lab.mock.clock.advance({ seconds: 29 });
    expect(await funds()).toEqual([900, 1000]);
    expect(uses()[0]).toMatchObject({ pullSummary: { count: 0 } });
    lab.mock.clock.advance({ seconds: 1 });
    expect(await funds()).toEqual([900, 1000]);
    expect(uses()[0]).toMatchObject({
      status: 'AUTHORIZED',
      pullSummary: { count: 1, totalAmount: 100 },
    });
    const clearing = { cardTransactionId: body.id, amount: 100 };
    expect((await simulate('clearing', clearing)).body.status).toBe('SETTLED');
    expect(await funds()).toEqual([900, 900]);
  });

  test('rule 81: 006 fails to pull: the use is an exception, and the funds return', async () => {
    const lab = await openLab(door);
    const { simulate, use, uses, funds } = cardScene(lab);
    const { body } = await simulate('authorization', use(100, 'SHOP006'));
    expect(body.status).toBe('AUTHORIZED');
    expect(await funds()).toEqual([1000, 1000]);
    expect(uses()[0]).toMatchObject({ status: 'EXCEPTION', pullSummary: { count: 0 } });
    const clearing = { cardTransactionId: body.id, amount: 100 };
    expectRefused(await simulate('clearing', clearing), 409, 'CONFLICT');
    const kinds = eventKinds(lab, 'CARD_TRANSACTION.');
    expect(kinds).toEqual(['CARD_TRANSACTION.AUTHORIZED', 'CARD_TRANSACTION.EXCEPTION']);
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
      expect(await funds()).toEqual([1000, 1000]);
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
    expect(await funds()).toEqual([900, 900]);
    await simulate('financial_authorization', use(901));
    expect(uses().map(({ status }) => status)).toContain('EXCEPTION');
    expect(await funds()).toEqual([900, 900]);
  });

  test('a financial credit is posted at once; a closed card does not accept credits', async () => {
    const lab = await openLab(door);
    const { simulate, use, uses, funds, account } = cardScene(lab);
    await simulate('financial_credit_authorization', use());
    expect(await funds()).toEqual([1100, 1100]);
    expect(uses()[0]).toMatchObject({ status: 'REFUNDED', refundSummary: { totalAmount: 100 } });
    const closed = lab.mock.add.card({ fundingSources: [account.id], state: 'CLOSED' });
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
    expect(await funds()).toEqual([960, 1000]);
    expect((await advise(1000)).status).toBe(202);
    expect(await funds()).toEqual([0, 1000]);
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
    expect(await funds()).toEqual([100, 100]);
    expect((await simulate('return_reversal', of)).status).toBe(202);
    expect(await funds()).toEqual([0, 0]);
    expect(uses()[0]).toMatchObject({ status: 'SETTLED' });
    await simulate('return', { ...of, amount: 100 });
    await simulate('financial_authorization', use(60));
    expectRefused(await simulate('return_reversal', of), 400, 'AMOUNT_OUT_OF_RANGE');
    expect(await funds()).toEqual([40, 40]);
  });
});
