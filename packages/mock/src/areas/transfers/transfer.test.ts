import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import { expectInvalid, expectRefused, type Lab, openLab } from '../../../test/lab/lab.ts';

function transferScene(lab: Lab, accountNumber: string, available = 1000) {
  const { id: customerId } = lab.mock.add.customer();
  const account = lab.mock.add.internalAccount({ customerId, available });
  const external = lab.mock.add.externalAccount({ customerId, accountNumber });
  const here = { accountId: account.id };
  const there = { accountId: external.id };
  const out = (amount: number, headers: Record<string, string> = {}) =>
    lab.send('POST', '/transfer-out', { source: here, destination: there, amount }, headers);
  const into = (amount: number) =>
    lab.send('POST', '/transfer-in', { source: there, destination: here, amount });
  const funds = async () => {
    const path = `/customers/internal-accounts?customerId=${customerId}`;
    const [found] = (await lab.send('GET', path)).body.data as {
      balance: { amount: number };
      totalBalance: { amount: number };
    }[];
    return [found?.balance.amount, found?.totalBalance.amount];
  };
  const read = async (id: unknown) => (await lab.send('GET', `/transactions/${id}`)).body;
  return { customerId, account, external, out, into, funds, read };
}

rules('transfers', (door) => {
  test.each([
    ['123001', 'COMPLETED', [900, 900], [1000, 1000]],
    ['123002', 'FAILED', [1000, 1000], [1000, 1000]],
    ['123003', 'FAILED', [1000, 1000], [1000, 1000]],
    ['123004', 'FAILED', [1000, 1000], [1000, 1000]],
    ['$ada002@example.com', 'FAILED', [1000, 1000], [1000, 1000]],
    ['$ada@example.002', 'COMPLETED', [900, 900], [1000, 1000]],
  ])('rule 81: transfers with %s are %s', async (number, status, after, restored) => {
    const lab = await openLab(door);
    const { out, into, funds } = transferScene(lab, number);
    const sent = await out(100);
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ type: 'OUTGOING', status, sentAmount: { amount: 100 } });
    expect(await funds()).toEqual(after);
    const pulled = await into(100);
    expect(pulled.body).toMatchObject({ type: 'INCOMING', status });
    expect(await funds()).toEqual(restored);
  });

  test('rule 81: a transfer may stay pending and fail later', async () => {
    const lab = await openLab(door);
    const { out, funds, read } = transferScene(lab, '123005');
    const { body } = await out(100);
    expect(body).toMatchObject({ status: 'PENDING' });
    expect(await funds()).toEqual([900, 1000]);
    lab.mock.clock.advance({ seconds: 29 });
    expect(await read(body.id)).toMatchObject({ status: 'PENDING' });
    lab.mock.clock.advance({ seconds: 1 });
    expect(await read(body.id)).toMatchObject({ status: 'FAILED' });
    expect(await funds()).toEqual([1000, 1000]);
  });

  test('rule 81: a transfer needs funds, one currency and one customer', async () => {
    const lab = await openLab(door);
    const { out, customerId, account } = transferScene(lab, '1', 50);
    expectRefused(await out(51), 400, 'AMOUNT_OUT_OF_RANGE');
    expectInvalid(await out(0), 'amount');
    const send = (accountId: string, source = account.id) =>
      lab.send('POST', '/transfer-out', {
        source: { accountId: source },
        destination: { accountId },
        amount: 1,
      });
    const euro = lab.mock.add.externalAccount({
      customerId,
      currency: 'EUR',
    });
    expectRefused(await send(euro.id), 400, 'INVALID_CURRENCY');
    const foreign = lab.mock.add.externalAccount();
    expectInvalid(await send(foreign.id), 'destination.accountId');
    expectRefused(await send('ExternalAccount:none'), 404, 'NOT_FOUND');
    const wallet = lab.mock.add.wallet({ customerId, available: 10 }).account;
    const own = lab.mock.add.externalAccount({ customerId });
    expectInvalid(await send(own.id, wallet.id), 'source.accountId');
  });

  test('rule 81: a repeated key moves money once', async () => {
    const lab = await openLab(door);
    const { out, funds } = transferScene(lab, '1');
    const both = await Promise.all([1, 2].map(() => out(100, { 'idempotency-key': 'k' })));
    expect(both[0]?.body).toEqual(both[1]?.body);
    await out(100, { 'idempotency-key': 'other' });
    expect(await funds()).toEqual([800, 800]);
  });

  test('rule 91: rejecting a held payout of 100 restores the balance to 1000, for good', async () => {
    const lab = await openLab(door);
    const { out, funds, read } = transferScene(lab, '123005');
    const { id } = (await out(100)).body;
    expect(await funds()).toEqual([900, 1000]);
    await lab.send('POST', `/transactions/${id}/reject`, {});
    for (const minutes of [0, 1]) {
      lab.mock.clock.advance({ minutes });
      expect(await read(id)).toMatchObject({ status: 'FAILED' });
      expect(await funds()).toEqual([1000, 1000]);
    }
  });
});
