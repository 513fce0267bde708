import { expect, test } from 'vitest';
import { rules } from '../../test/lab/doors.ts';
import { type Lab, openLab } from '../../test/lab/lab.ts';

const usd = { code: 'USD' };

/** Returns the available and the total balance of a customer's only account. */
async function fundsOf(lab: Lab, customerId: string | undefined): Promise<number[]> {
  const path = `/customers/internal-accounts?customerId=${customerId}`;
  const [account] = (await lab.send('GET', path)).body.data as readonly {
    balance: { amount: number };
    totalBalance: { amount: number };
  }[];
  return [account?.balance.amount ?? Number.NaN, account?.totalBalance.amount ?? Number.NaN];
}

/**
 * Prepares an account with 1000, and a function for payouts to an external account whose number
 * decides the outcome.
 */
function payoutScene(lab: Lab, accountNumber: string) {
  const { id: customerId } = lab.mock.add.customer();
  const account = lab.mock.add.internalAccount({ customerId, available: 1000 });
  const external = lab.mock.add.externalAccount({ customerId, accountNumber });
  const pay = async (amount: number) => {
    const source = { accountId: account.id };
    const destination = { accountId: external.id };
    return (await lab.send('POST', '/transfer-out', { source, destination, amount })).body.id;
  };
  const reject = (id: unknown) => lab.send('POST', `/transactions/${id}/reject`, {});
  return { pay, reject, funds: () => fundsOf(lab, customerId) };
}

/** Prepares a card on a wallet with 1000. */
function cardScene(lab: Lab) {
  const { account } = lab.mock.add.wallet({ available: 1000 });
  const { id } = lab.mock.add.card({ fundingSources: [account.id] });
  const simulate = (step: string, body: object) =>
    lab.send('POST', `/sandbox/cards/${id}/simulate/${step}`, body);
  const authorize = async (amount: number) => {
    const merchant = { descriptor: 'COFFEE SHOP' };
    return (await simulate('authorization', { amount, currency: usd, merchant })).body.id;
  };
  const clear = (cardTransactionId: unknown, amount: number) =>
    simulate('clearing', { cardTransactionId, amount });
  const giveBack = (cardTransactionId: unknown, amount: number) =>
    simulate('return', { cardTransactionId, amount });
  return { authorize, clear, giveBack, funds: () => fundsOf(lab, account.customerId) };
}

rules('ledger', (door) => {
  test('rule 90: money that leaves an account is held, paid out or charged as fees, never lost', async () => {
    const lab = await openLab(door);
    const { pay, funds } = payoutScene(lab, '123005');
    const { authorize, clear, funds: cardFunds } = cardScene(lab);
    const steps = [() => pay(100), () => pay(1), () => authorize(400)];
    const seen: number[][] = [];
    for (const step of steps) {
      await step();
      seen.push([...(await funds()), ...(await cardFunds())]);
    }
    expect(seen).toEqual([
      [900, 1000, 1000, 1000],
      [899, 1000, 1000, 1000],
      [899, 1000, 600, 1000],
    ]);
    const id = await authorize(50);
    await clear(id, 50);
    expect(await cardFunds()).toEqual([550, 950]);
  });

  test('rule 91: rejecting a held payout of 100 restores the balance to 1000', async () => {
    const lab = await openLab(door);
    const { pay, reject, funds } = payoutScene(lab, '123005');
    const id = await pay(100);
    expect(await funds()).toEqual([900, 1000]);
    expect((await reject(id)).body).toMatchObject({ status: 'REJECTED' });
    expect(await funds()).toEqual([1000, 1000]);
    lab.mock.clock.advance({ minutes: 1 });
    expect(await funds()).toEqual([1000, 1000]);
  });

  test.each([
    ['123005', 'FAILED', 1000],
    ['123004', 'REJECTED', 1000],
    ['123002', 'FAILED', 1000],
    ['123456', 'COMPLETED', 900],
  ])('rule 91: a payout to %s ends as %s and leaves %i', async (number, status, left) => {
    const lab = await openLab(door);
    const { pay, funds } = payoutScene(lab, number);
    const id = await pay(100);
    lab.mock.clock.advance({ minutes: 1 });
    expect(await funds()).toEqual([left, left]);
    expect((await lab.send('GET', `/transactions/${id}`)).body).toMatchObject({ status });
  });

  test('rule 91: an authorization that expires releases its hold', async () => {
    const lab = await openLab(door);
    const { authorize, clear, funds } = cardScene(lab);
    const id = await authorize(400);
    expect(await funds()).toEqual([600, 1000]);
    expect((await clear(id, 0)).body).toMatchObject({ status: 'EXPIRED' });
    expect(await funds()).toEqual([1000, 1000]);
  });

  test('rule 92: a clearing above the balance never makes it negative', async () => {
    const lab = await openLab(door);
    const { authorize, clear, funds } = cardScene(lab);
    const id = await authorize(600);
    const before = await funds();
    const reply = await clear(id, 1001);
    expect(reply.status).toBe(400);
    expect(await funds()).toEqual(before);
    expect((await clear(id, 1000)).body).toMatchObject({ status: 'SETTLED' });
    expect(await funds()).toEqual([0, 0]);
  });

  test('rule 92: a card transaction partly settled and then cleared with 0 can be returned', async () => {
    const lab = await openLab(door);
    const { authorize, clear, giveBack, funds } = cardScene(lab);
    const id = await authorize(400);
    expect((await clear(id, 150)).body).toMatchObject({ status: 'PARTIALLY_SETTLED' });
    expect((await clear(id, 0)).status).toBe(200);
    expect(await funds()).toEqual([850, 850]);
    expect((await giveBack(id, 151)).status).toBe(400);
    expect((await giveBack(id, 150)).status).toBe(200);
    expect(await funds()).toEqual([1000, 1000]);
    expect((await giveBack(id, 1)).status).not.toBe(200);
  });
});
