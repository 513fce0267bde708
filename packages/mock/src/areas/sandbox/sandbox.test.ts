import { expect } from 'vitest';
import { test } from '../../../test/support/api-test.ts';
import { expectInvalid, expectRefused, stateOf } from '../../../test/support/open-mock.ts';
import { arrival, eventKinds, payer } from '../../../test/support/payers.ts';

test('rule 27: funding raises both balances', async (api) => {
  const account = api.mock.add.internalAccount({ available: 100, held: 50 });
  const path = (id: string) => `/sandbox/internal-accounts/${id}/fund`;
  const { status, body } = await api.send('POST', path(account.id), { amount: 25 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ balance: { amount: 125 }, totalBalance: { amount: 175 } });
  const missing = await api.send('POST', path('InternalAccount:none'), { amount: 1 });
  expectRefused(missing, 404, 'NOT_FOUND');
  expectInvalid(await api.send('POST', path(account.id), { amount: 0 }), 'amount');
  const [payment, ...others] = (await api.send('GET', '/transactions')).body.data as object[];
  expect(others).toEqual([]);
  expect(payment).toMatchObject({
    type: 'INCOMING',
    status: 'COMPLETED',
    receivedAmount: { amount: 25 },
    destination: { accountId: account.id, currency: 'USD' },
  });
  expect(eventKinds(api, '').slice(-2)).toEqual([
    'INCOMING_PAYMENT.COMPLETED',
    'INTERNAL_ACCOUNT.BALANCE_UPDATED',
  ]);
});

test.rows(['PENDING', 'FROZEN', 'CLOSED'])(
  'rule 27: a %s account receives nothing',
  async (api, status) => {
    const { customerId, account, body } = payer(api);
    const other = api.mock.add.internalAccount({ customerId, status });
    const before = stateOf(api.mock);
    const fund = await api.send('POST', `/sandbox/internal-accounts/${other.id}/fund`, {
      amount: 1,
    });
    expectInvalid(fund, 'accountId');
    const destination = { destinationType: 'ACCOUNT', accountId: other.id };
    const quote = await api.send('POST', '/quotes', body({ destination }));
    expectInvalid(quote, 'destination.accountId');
    const card = { cardholderId: customerId, form: 'VIRTUAL' };
    const fundingSources = [account.id, other.id];
    expectInvalid(
      await api.send('POST', '/cards', { ...card, fundingSources }),
      'fundingSources.1',
    );
    expect(stateOf(api.mock)).toBe(before);
  },
);

test('rule 176: sandbox.sendTestWebhook returns what the endpoint responded', async (api) => {
  const test = () => api.send('POST', '/sandbox/webhooks/test');
  expectRefused(await test(), 400, 'WEBHOOK_ENDPOINT_NOT_SET');
  expect(api.mock.events).toEqual([]);
  const stop = api.mock.deliverTo(() => new Response('hello', { status: 418 }));
  expect((await test()).body).toEqual({
    url: 'handler 1',
    response_status: 418,
    response_body: 'hello',
  });
  expect(api.mock.events).toMatchObject([{ type: 'TEST' }]);
  stop();
  api.mock.deliverTo(() => Promise.reject(new Error('refused')));
  expectRefused(await test(), 400, 'WEBHOOK_DELIVERY_ERROR');
});

test('rule 164: a payment to the address reaches the default account in its currency, or the oldest one inside', async (api) => {
  const { customerId, account, receive } = await arrival(api);
  const { internalAccount, externalAccount } = api.mock.add;
  internalAccount({ customerId });
  const reached = async (id: string) =>
    expect((await receive()).body.destination).toMatchObject({ accountId: id });
  externalAccount({ customerId });
  await reached(account.id);
  externalAccount({ customerId, currency: 'EUR', defaultUmaDepositAccount: true });
  await reached(account.id);
  const chosen = { accountNumber: '000123457', defaultUmaDepositAccount: true };
  await reached(externalAccount({ customerId, ...chosen }).id);
  const receiverUmaAddress = '$ada@platform.example.com';
  const { body } = await receive({ customerId: undefined, receiverUmaAddress });
  expect(body).toMatchObject({ customerId, status: 'PENDING' });
  await api.send('POST', `/transactions/${body.id}/approve`);
  const passed = { moneyIn: 2_500, moneyOut: 2_500, balances: 0, holds: 0 };
  expect(api.mock.ledger.balances()).toMatchObject([passed]);
});
