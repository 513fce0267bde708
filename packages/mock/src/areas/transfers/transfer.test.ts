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

rules('outcomes of the sandbox', (door) => {
  test.each([
    ['123001', 'COMPLETED', [900, 900], [1000, 1000]],
    ['123002', 'FAILED', [1000, 1000], [1000, 1000]],
    ['123003', 'FAILED', [1000, 1000], [1000, 1000]],
    ['123004', 'REJECTED', [1000, 1000], [1000, 1000]],
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

  test('rule 81: a pending transfer that was rejected does not fail as well', async () => {
    const lab = await openLab(door);
    const { out, read } = transferScene(lab, '123005');
    const { body } = await out(100);
    await lab.send('POST', `/transactions/${body.id}/reject`);
    lab.mock.clock.advance({ minutes: 1 });
    expect(await read(body.id)).toMatchObject({ status: 'REJECTED' });
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

  test.each([
    ['100', 'MATCHED'],
    ['102', 'NOT_MATCHED'],
    ['103', 'PARTIAL_MATCH'],
    ['104', 'PENDING'],
    ['106', 'UNSUPPORTED'],
    ['107', 'CHECKED_BY_RECEIVING_FI'],
  ])('rule 81: the name of an account that ends in %s is %s', async (suffix, expected) => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const beneficiary = {
      beneficiaryType: 'INDIVIDUAL',
      fullName: 'Grace Hopper',
      countryOfResidence: 'DE',
    };
    const iban = `DE8937040044053201${suffix}`;
    const accountInfo = { accountType: 'EUR_ACCOUNT', iban, beneficiary };
    const body = { customerId, currency: 'EUR', accountInfo };
    const created = await lab.send('POST', '/customers/external-accounts', body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ beneficiaryVerificationStatus: expected, accountInfo });
    const path = `/customers/external-accounts/${created.body.id}`;
    expect((await lab.send('GET', path)).body).toEqual(created.body);
  });

  test('rule 81: an account that ends in 105 is not valid', async () => {
    const lab = await openLab(door);
    const { id: customerId } = lab.mock.add.customer();
    const beneficiary = { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' };
    const bank = { accountType: 'USD_ACCOUNT', routingNumber: '021000021' };
    const accountInfo = { ...bank, accountNumber: '000105', beneficiary };
    const body = { customerId, currency: 'USD', accountInfo };
    const reply = await lab.send('POST', '/customers/external-accounts', body);
    expectRefused(reply, 400, 'INVALID_BANK_ACCOUNT');
  });

  test('rule 27: funding raises both balances', async () => {
    const lab = await openLab(door);
    const account = lab.mock.add.internalAccount({ available: 100, held: 50 });
    const path = (id: string) => `/sandbox/internal-accounts/${id}/fund`;
    const { status, body } = await lab.send('POST', path(account.id), { amount: 25 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ balance: { amount: 125 }, totalBalance: { amount: 175 } });
    const missing = await lab.send('POST', path('InternalAccount:none'), { amount: 1 });
    expectRefused(missing, 404, 'NOT_FOUND');
    expectInvalid(await lab.send('POST', path(account.id), { amount: 0 }), 'amount');
  });
});

rules('exchange rates', (door) => {
  interface Rate {
    readonly exchangeRate: number;
    readonly receivingAmount: number;
    readonly updatedAt: string;
    readonly destinationCurrency: { readonly code: string };
  }
  const rates = async (lab: Lab, search = '') =>
    (await lab.send('GET', `/exchange-rates${search}`)).body.data as Rate[];

  test('rule 82: rates stay for five minutes, then they may change', async () => {
    const lab = await openLab(door);
    const first = await rates(lab);
    expect(first.length).toBeGreaterThan(3);
    lab.mock.clock.advance({ minutes: 4, seconds: 59 });
    expect(await rates(lab)).toEqual(first);
    lab.mock.clock.advance({ seconds: 1 });
    const second = await rates(lab);
    expect(second).not.toEqual(first);
    expect(second[0]?.updatedAt).not.toBe(first[0]?.updatedAt);
    lab.mock.clock.advance({ minutes: -5 });
    expect(await rates(lab)).toEqual(first);
  });

  test('rule 82: a rate is for the requested currencies and amount', async () => {
    const lab = await openLab(door);
    const search = '?sourceCurrency=USD&destinationCurrency=EUR&destinationCurrency=MXN';
    const [euro, peso, ...rest] = await rates(lab, `${search}&sendingAmount=20000`);
    expect(rest).toEqual([]);
    expect(peso?.destinationCurrency.code).toBe('MXN');
    expect(euro?.receivingAmount).toBe(Math.floor(20_000 * (euro?.exchangeRate ?? 0)));
    const unknown = await lab.send('GET', '/exchange-rates?sourceCurrency=XXX');
    expectRefused(unknown, 400, 'INVALID_CURRENCY');
  });
});
