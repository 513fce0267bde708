import { expect } from 'vitest';
import { sampleInfo } from '../../../test/support/account-samples.ts';
import { test } from '../../../test/support/api-test.ts';
import {
  expectRefused,
  expectUnauthorized,
  type OpenMock,
} from '../../../test/support/open-mock.ts';
import { arrival } from '../../../test/support/payers.ts';

const address = '$ada@platform.example.com';

async function deleteCustomer(api: OpenMock, customerId: string): Promise<void> {
  expect((await api.send('DELETE', `/customers/${customerId}`)).status).toBe(200);
}

/** Prepares a customer with every kind of resource, and deletes the customer. */
async function deleted(api: OpenMock) {
  const made = await arrival(api, '$pending.long.usd', 100_000);
  const slow = await made.receive();
  await api.send('POST', `/transactions/${slow.body.id}/approve`);
  const { customerId, account, external } = made;
  const platform = api.mock.add.internalAccount({ available: 100_000 });
  const quote = await made.quote();
  const fromOutside = await made.quote({
    source: { sourceType: 'REALTIME_FUNDING', customerId, currency: 'USD' },
  });
  const dollars = api.mock.add.externalAccount({ customerId });
  const { agent, accessToken } = api.mock.add.agent({
    customerId,
    policy: { permissions: ['CREATE_TRANSFERS'] },
  });
  const bearer = { authorization: `Bearer ${accessToken}` };
  const transfer = {
    source: { accountId: account.id },
    destination: { accountId: dollars.id },
    amount: 100,
  };
  const wallet = await api.signIn(made.customer);
  const card = api.mock.add.card({ fundingSources: [wallet.account.id, account.id] });
  const key = api.mock.add.delegatedKey({ cardId: card.id, accountId: wallet.account.id });
  const toThem = { destination: { destinationType: 'ACCOUNT', accountId: account.id } };
  const gift = { ...toThem, source: { sourceType: 'ACCOUNT', accountId: platform.id } };
  const promised = await made.quote(gift);
  const { id: accountId } = api.mock.add.internalAccount({ customerId, currency: 'ACMEUSD' });
  const mint = { amount: '10000', fundingSource: { type: 'WIRE' }, destination: { accountId } };
  const mints = `/stablecoins/${api.mock.add.stablecoin().id}/mints`;
  await api.send('POST', mints, mint, { 'idempotency-key': 'mint' });
  const newcomer = { name: 'B', customerId, policy: agent.policy };
  const { deviceCode } = (await api.send('POST', '/agents', newcomer)).body;
  const incoming = [made.body.id, slow.body.id];
  await deleteCustomer(api, customerId);
  return {
    ...{ customerId, account, external, quote, fromOutside, dollars, agent, bearer, transfer },
    ...{
      wallet,
      card,
      key,
      gift,
      promised,
      incoming,
      ask: made.ask,
      code: Object(deviceCode).code,
    },
  };
}

test('rule 174: for a deleted customer payments and new accounts are refused', async (api) => {
  const { customerId, account, quote, fromOutside, dollars, transfer, agent, ask, ...more } =
    await deleted(api);
  const back = { ...transfer, source: transfer.destination, destination: transfer.source };
  const gifted = {
    senderUmaAddress: '$success.usd@sandbox.example.com',
    receivingCurrencyCode: 'USD',
    receivingCurrencyAmount: 100,
  };
  const requests: readonly (readonly [path: string, body?: object])[] = [
    [
      '/customers/external-accounts',
      { customerId, currency: 'USD', accountInfo: sampleInfo('USD_ACCOUNT') },
    ],
    [`/quotes/${quote.id}/execute`],
    ['/sandbox/send', { quoteId: fromOutside.id, currencyCode: 'USD' }],
    ['/transfer-out', transfer],
    ['/transfer-in', back],
    ['/agents', { name: 'A', customerId, policy: agent.policy }],
    ['/sandbox/uma/receive', { ...gifted, receiverUmaAddress: address }],
    ['/sandbox/uma/receive', { ...gifted, customerId }],
    [`/quotes/${more.promised.id}/execute`],
    [`/sandbox/internal-accounts/${account.id}/fund`, { amount: 100 }],
    [`/agents/${agent.id}/device-codes`],
    [`/agents/device-codes/${more.code}/redeem`],
    [`/customers/external-accounts/${dollars.id}/challenge`, { method: 'WALLET_SIGNATURE' }],
    ['/cards', { cardholderId: customerId, form: 'VIRTUAL', fundingSources: [account.id] }],
    ['/verifications', { customerId }],
  ];
  const toTheirBank = { destinationType: 'ACCOUNT', accountId: dollars.id };
  for (const each of [{}, more.gift, { ...more.gift, destination: toTheirBank }])
    expectRefused(await ask(each), 404, 'USER_NOT_FOUND');
  for (const [path, body] of requests) {
    const reply = await api.send('POST', path, body);
    expect(reply.body, path).toMatchObject({
      status: 404,
      code: expect.stringMatching(/^(USER_)?NOT_FOUND$/),
    });
  }
  const lookup = `/receiver/external-account/${dollars.id}?customerId=${customerId}`;
  expectRefused(await api.send('GET', lookup), 404, 'USER_NOT_FOUND');
});

test('rule 174: a deleted customer is not found by UMA address, which is free again', async (api) => {
  const { customerId } = await deleted(api);
  const { id } = api.mock.add.customer();
  const lookup = `/receiver/uma/${encodeURIComponent(address)}?customerId=${id}`;
  expectRefused(await api.send('GET', lookup), 404, 'UMA_NOT_FOUND');
  const conflict = await api.send('PATCH', `/customers/${id}`, { umaAddress: address });
  expect(conflict.status).toBe(200);
  const { body } = await api.send('GET', `/customers/${customerId}`);
  expect(body).toMatchObject({ id: customerId, isDeleted: true });
});

test("rule 174: a deleted customer's agents, sessions and credentials stop working at once", async (api) => {
  const { bearer, transfer, wallet } = await deleted(api);
  const { account, credential, sessionId, sessionKey } = wallet;
  const { status } = await api.send('POST', '/agents/me/transfer-out', transfer, bearer);
  expect(status).toBe(401);
  expect((await api.send('GET', '/agents/me', undefined, bearer)).status).toBe(401);
  const body = { privateEnabled: true };
  const path = `/internal-accounts/${account.id}`;
  expectRefused(await api.send('PATCH', path, body), 404, 'NOT_FOUND');
  const challenge = `/auth/credentials/${credential.id}/challenge`;
  expectRefused(await api.send('POST', challenge), 404, 'NOT_FOUND');
  const session = `/auth/sessions/${sessionId}`;
  const signed = await api.signed('DELETE', session, undefined, sessionKey);
  expectUnauthorized(signed, 'unknownSessionKey');
});

test('rule 174: the cards of a deleted customer are closed, and documents cannot be replaced', async (api) => {
  const { card, key, customerId } = await deleted(api);
  const use = { amount: 5, currency: { code: 'USD' }, merchant: { descriptor: 'SHOP' } };
  const path = `/sandbox/cards/${card.id}/simulate/authorization`;
  const { body } = await api.send('POST', path, use);
  expect(body).toMatchObject({ status: 'EXCEPTION', declineReason: 'CARD_CLOSED' });
  const credit = path.replace('authorization', 'financial_credit_authorization');
  expectRefused(await api.send('POST', credit, use), 409, 'CONFLICT');
  expectRefused(await api.send('POST', `/cards/${card.id}/reveal`), 403, 'FORBIDDEN');
  const closed = (await api.send('GET', `/cards/${card.id}`)).body;
  expect(closed).toMatchObject({ state: 'CLOSED', stateReason: 'CLOSED_BY_GRID' });
  const read = await api.send('GET', `/auth/delegated-keys/${key.id}`);
  expect(read.body.status).toBe('REVOKED');
  const owner = api.mock.add.beneficialOwner();
  await deleteCustomer(api, owner.customerId);
  const change = { ownershipPercentage: 30 };
  const update = await api.send('PATCH', `/beneficial-owners/${owner.id}`, change);
  expect(update.body).toMatchObject({ status: 404 });
  expect(customerId).toMatch(/^Customer:/);
});

test('rule 174: what was on its way to a deleted customer is rejected, and never arrives', async (api) => {
  const { incoming } = await deleted(api);
  const before = api.mock.ledger.balances();
  api.mock.clock.advance({ minutes: 6 });
  for (const id of incoming) {
    expect((await api.send('GET', `/transactions/${id}`)).body.status).toBe('REJECTED');
    const late = await api.send('POST', `/transactions/${id}/approve`);
    expectRefused(late, 409, 'TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL');
  }
  expect(api.mock.ledger.balances()).toEqual(before);
});
