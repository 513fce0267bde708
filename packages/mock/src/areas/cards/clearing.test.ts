import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, openLab } from '../../../test/lab/lab.ts';
import { cardScene } from '../../../test/support/cards.ts';
import { eventKinds } from '../../../test/support/payers.ts';

rules('clearing and return', (door) => {
  test('rule 69: clearing in part, and above the authorization', async () => {
    const lab = await openLab(door);
    const { authorize, settle, funds } = cardScene(lab);
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

  test('rule 69: what cannot be settled or returned is refused', async () => {
    const lab = await openLab(door);
    const { authorize, settle } = cardScene(lab);
    const other = cardScene(lab);
    const { body } = await authorize(400);
    expectRefused(await settle('return', body.id, 1), 409, 'CONFLICT');
    expectRefused(await other.settle('clearing', body.id, 1), 404, 'NOT_FOUND');
    expectRefused(await settle('clearing', 'CardTransaction:no', 1), 404, 'NOT_FOUND');
    await settle('clearing', body.id, 400);
    expectRefused(await settle('clearing', body.id, 1), 409, 'CONFLICT');
    expectRefused(await settle('return', body.id, 401), 400, 'AMOUNT_OUT_OF_RANGE');
    expectInvalid(await authorize(0), 'amount');
  });

  test('rule 92: a clearing above authorization and balance is refused and changes nothing', async () => {
    const lab = await openLab(door);
    const { authorize, settle, funds } = cardScene(lab, 100);
    const { id } = (await authorize(60)).body;
    expectRefused(await settle('clearing', id, 101), 400, 'AMOUNT_OUT_OF_RANGE');
    expect(await funds()).toEqual([40, 100]);
    expect((await settle('clearing', id, 100)).body.status).toBe('SETTLED');
    expect(await funds()).toEqual([0, 0]);
  });

  test('rule 92: by option it settles the available amount and leaves an exception', async () => {
    const lab = await openLab(door, { clearingBeyondBalance: 'exception' });
    const { authorize, settle, funds } = cardScene(lab, 100);
    const { id } = (await authorize(60)).body;
    const short = await settle('clearing', id, 101);
    expect(short.body).toMatchObject({ status: 'EXCEPTION', settledAmount: { amount: 60 } });
    expect(await funds()).toEqual([40, 40]);
    expect((await settle('return', id, 60)).body.status).toBe('REFUNDED');
    expect(await funds()).toEqual([100, 100]);
  });

  test('rule 92: a settled amount can be returned once after the rest expired', async () => {
    const lab = await openLab(door);
    const { authorize, settle, funds } = cardScene(lab, 100);
    const { id } = (await authorize(60)).body;
    expect((await settle('clearing', id, 25)).body.status).toBe('PARTIALLY_SETTLED');
    expect((await settle('clearing', id, 0)).body.status).toBe('SETTLED');
    expect(await funds()).toEqual([75, 75]);
    expectRefused(await settle('return', id, 26), 400, 'AMOUNT_OUT_OF_RANGE');
    expect((await settle('return', id, 25)).body.status).toBe('REFUNDED');
    expect((await settle('return', id, 1)).status).not.toBe(200);
    expect(await funds()).toEqual([100, 100]);
    expect(eventKinds(lab, 'CARD_TRANSACTION.')).toEqual([
      'CARD_TRANSACTION.AUTHORIZED',
      'CARD_TRANSACTION.PARTIALLY_SETTLED',
      'CARD_TRANSACTION.SETTLED',
      'CARD_TRANSACTION.REFUNDED',
    ]);
  });

  test('rule 91: an authorization that expired released its hold, and cannot be returned', async () => {
    const lab = await openLab(door);
    const { authorize, settle, funds } = cardScene(lab);
    const { id } = (await authorize(400)).body;
    expect(await funds()).toEqual([600, 1000]);
    expect((await settle('clearing', id, 0)).body).toMatchObject({ status: 'REFUNDED' });
    expect(await funds()).toEqual([1000, 1000]);
    expectRefused(await settle('return', id, 1), 409, 'CONFLICT');
  });
});
