import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';
import { cardScene } from '../../../test/support/cards.ts';

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
    const { card, account, authorize, settle, funds } = cardScene(lab);
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
    const { card, authorize, funds } = cardScene(lab);
    setState(lab, card.id, state);
    const { status, body } = await authorize(400);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'EXCEPTION', declineReason });
    expect(await funds()).toEqual([1000, 1000]);
  });

  test.each(['FROZEN', 'CLOSED'])(
    'rule 69: settlement and refund reconcile on a %s card',
    async (state) => {
      const lab = await openLab(door);
      const { card, authorize, settle, funds } = cardScene(lab);
      const { body } = await authorize(400);
      setState(lab, card.id, state);
      expect((await settle('clearing', body.id, 400)).body).toMatchObject({ status: 'SETTLED' });
      expect((await settle('return', body.id, 400)).body).toMatchObject({ status: 'REFUNDED' });
      expect(await funds()).toEqual([1000, 1000]);
    },
  );

  test('rule 69: a decline is a conflict by option', async () => {
    const lab = await openLab(door, { declinedAuthorization: 'conflict' });
    const { card, authorize } = cardScene(lab);
    setState(lab, card.id, 'FROZEN');
    const reply = await authorize(1);
    expectRefused(reply, 409, 'CONFLICT');
    expect(reply.body.message).toContain('CARD_PAUSED');
  });

  test('rule 69: the first source that can pay is used; without one the use is declined', async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const [poor, rich] = [10, 900].map((available) =>
      lab.mock.add.internalAccount({ customerId, available }),
    );
    const fundingSources = [poor, rich].flatMap((account) => (account ? [account.id] : []));
    const { id } = lab.mock.add.card({ fundingSources });
    const body = { currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
    const path = `/sandbox/cards/${id}/simulate/authorization`;
    const paid = await lab.send('POST', path, { ...body, amount: 500 });
    expect(paid.body).toMatchObject({ status: 'AUTHORIZED', accountId: rich?.id });
    const poorer = await lab.send('POST', path, { ...body, amount: 500 });
    expect(poorer.body).toMatchObject({ declineReason: 'INSUFFICIENT_FUNDS' });
    const euro = { ...body, amount: 1, currency: { code: 'EUR' } };
    expectRefused(await lab.send('POST', path, euro), 400, 'INVALID_CURRENCY');
  });

  test.each(['PENDING', 'FROZEN', 'CLOSED'])(
    'rule 69: a source that is %s does not pay',
    async (status) => {
      const lab = await openLab(door);
      const { account, authorize, funds } = cardScene(lab);
      const snapshot = structuredClone(lab.mock.snapshot());
      for (const [, row] of snapshot.tables.accounts.rows) Object.assign(row, { status });
      lab.mock.restore(snapshot);
      expect((await authorize(1)).body).toMatchObject({
        status: 'EXCEPTION',
        declineReason: 'INSUFFICIENT_FUNDS',
        accountId: account.id,
      });
      expect(await funds()).toEqual([1000, 1000]);
    },
  );

  test('rule 81: the merchant decides a simulated authorization', async () => {
    const lab = await openLab(door);
    const { authorize } = cardScene(lab);
    const declined = await authorize(1, 'SHOP 002');
    expect(declined.body).toMatchObject({ declineReason: 'INSUFFICIENT_FUNDS' });
    expect((await authorize(1, 'SHOP 001')).body).toMatchObject({ status: 'AUTHORIZED' });
  });
});
