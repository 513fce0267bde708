import { expect } from 'vitest';
import { sampleInfo } from '../../../test/support/account-samples.ts';
import { open, test } from '../../../test/support/api-test.ts';
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

test.each(['PENDING', 'FROZEN', 'CLOSED'])(
  'rule 27: a %s account receives nothing',
  async (status) => {
    const api = await open();
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

test('a payment arrives by address or customer, and needs an account in its currency', async (api) => {
  const { receive, customer } = await arrival(api);
  const { umaAddress } = customer;
  const byAddress = { customerId: undefined, receiverUmaAddress: umaAddress };
  expect((await receive(byAddress)).body.customerId).toBe(customer.id);
  expectInvalid(await receive({ receiverUmaAddress: '$eve@example.com' }), 'receiverUmaAddress');
  expectInvalid(await receive({ receivingCurrencyCode: 'EUR' }), 'receivingCurrencyCode');
  expectRefused(await receive({ senderUmaAddress: 'ada' }), 400, 'INVALID_UMA_ADDRESS');
  const nobody = { customerId: undefined, receiverUmaAddress: '$none@example.com' };
  expectRefused(await receive(nobody), 404, 'USER_NOT_FOUND');
  expectRefused(await receive({ customerId: 'Customer:none' }), 404, 'USER_NOT_FOUND');
});

test('a default account outside receives it instead of the internal one', async (api) => {
  const { receive, decide, customerId, funds } = await arrival(api);
  const added = await api.send('POST', '/customers/external-accounts', {
    customerId,
    currency: 'USD',
    accountInfo: sampleInfo('USD_ACCOUNT'),
    defaultUmaDepositAccount: true,
  });
  const { body } = await receive();
  expect(body.destination).toMatchObject({ accountId: added.body.id, currency: 'USD' });
  await api.send('POST', `/transactions/${body.id}/approve`);
  expect(await funds()).toEqual([0, 0]);
  expect(api.mock.ledger.balances()).toMatchObject([{ moneyIn: 2_500, moneyOut: 2_500 }]);
  await decide('approve');
  expect(await funds()).toEqual([2_500, 2_500]);
});

test('sandbox.sendTestWebhook returns what the endpoint responded', async (api) => {
  const test = () => api.send('POST', '/sandbox/webhooks/test');
  expectRefused(await test(), 400, 'WEBHOOK_ENDPOINT_NOT_SET');
  expect(api.mock.events).toEqual([]);
  const stop = api.mock.deliverTo(() => new Response('hello', { status: 418 }));
  expect((await test()).body).toEqual({
    url: 'handler 1',
    response_status: 418,
    response_body: 'hello',
  });
  stop();
  api.mock.deliverTo(() => Promise.reject(new Error('refused')));
  expectRefused(await test(), 400, 'WEBHOOK_DELIVERY_ERROR');
});
