import { expect } from 'vitest';
import { open, test } from '../../../test/support/api-test.ts';
import {
  type Challenge,
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  idsOf,
  type Reply,
  stateOf,
} from '../../../test/support/open-mock.ts';

const path = '/auth/delegated-keys';

async function start() {
  const api = await open();
  const owner = await api.signIn();
  const account = owner.account.id;
  const card = api.mock.add.card({ fundingSources: [account] });
  const body = { cardId: card.id, internalAccountId: account, nickname: 'Groceries' };
  return { api, owner, account, card, body };
}

test('rule 154: a session of the wallet signs twice for a key, which then works', async () => {
  const { api, owner, account, card, body } = await start();
  const before = stateOf(api.mock);
  const challenge = await api.challenge('POST', path, body);
  expect(stateOf(api.mock)).toBe(before);
  const answer = (given: Challenge) => api.answer('POST', path, body, given, owner.sessionKey);
  const second = await answer(challenge);
  expect(second.status).toBe(202);
  expect(second.body.payloadToSign).not.toBe(challenge.payloadToSign);
  const listed = async () => (await api.send('GET', `${path}?accountId=${account}`)).body.data;
  expect(await listed()).toMatchObject([{ cardId: card.id, status: 'PENDING' }]);
  expectUnauthorized(await answer(challenge), 'usedRequestId');
  const third = second.body as unknown as Challenge;
  const changed = { ...body, nickname: 'Fuel' };
  const forged = api.answer('POST', path, changed, third, owner.sessionKey);
  expectUnauthorized(await forged, 'bodyChanged');
  const { body: created, status } = await answer(third);
  expect(status).toBe(201);
  expect(created).toMatchObject({ cardId: card.id, accountId: account, status: 'ACTIVE' });
  expect(await listed()).toEqual([created]);
  const other = api.mock.add.card({ fundingSources: [account] });
  api.mock.add.delegatedKey({ cardId: other.id, accountId: account });
  const found = async (query: string) =>
    ((await api.send('GET', `${path}?${query}`)).body.data as { id: string }[]).length;
  expect(await found(`accountId=${account}`)).toBe(2);
  expect(await found(`fundingSourceId=${created.fundingSourceId}`)).toBe(1);
  expect(await found('accountId=InternalAccount:none')).toBe(0);
  expectInvalid(await api.send('GET', path), 'accountId');
});

test('rule 154: a key that waits for its second stamp is in nobody’s way, and is not revoked', async () => {
  const { api, owner, account, body } = await start();
  const first = await api.signed('POST', path, body, owner.sessionKey);
  const again = await api.signed('POST', path, body, owner.sessionKey);
  expect([first.status, again.status]).toEqual([202, 202]);
  expect(again.body.payloadToSign).not.toBe(first.body.payloadToSign);
  const [pending] = (await api.send('GET', `${path}?accountId=${account}`)).body.data as {
    id: string;
  }[];
  expectInvalid(await api.send('DELETE', `${path}/${pending?.id}`), 'id');
  const answer = (given: Reply) =>
    api.answer('POST', path, body, given.body as unknown as Challenge, owner.sessionKey);
  expect((await answer(again)).status).toBe(201);
  expectRefused(await answer(first), 409, 'CONFLICT');
});

test('rule 123: a second live key, another wallet, a fiat account and a closed card are refused', async () => {
  const { api, owner, account, card, body } = await start();
  const { id } = api.mock.add.delegatedKey({ cardId: card.id, accountId: account });
  expectRefused(await api.send('POST', path, body), 409, 'CONFLICT');
  expect((await api.send('DELETE', `${path}/${id}`)).status).toBe(204);
  expect((await api.send('POST', path, body)).status).toBe(202);
  const wallet = api.mock.add.wallet().account.id;
  const fiat = api.mock.add.internalAccount().id;
  for (const internalAccountId of [wallet, fiat]) {
    const reply = await api.send('POST', path, { ...body, internalAccountId });
    expectRefused(reply, 404, 'NOT_FOUND');
  }
  // A key of another card of the wallet is in nobody's way.
  api.mock.add.delegatedKey({ cardId: card.id, accountId: account });
  const own = api.mock.add.internalAccount({ customerId: owner.customer.id }).id;
  const shared = api.mock.add.card({ fundingSources: [own, account] });
  const ofShared = { ...body, cardId: shared.id };
  expect((await api.send('POST', path, ofShared)).status).toBe(202);
  const ofFiat = await api.send('POST', path, { ...ofShared, internalAccountId: own });
  expectRefused(ofFiat, 404, 'NOT_FOUND');
  const closed = api.mock.add.card({ fundingSources: [account], state: 'CLOSED' });
  const ofClosed = await api.send('POST', path, { ...body, cardId: closed.id });
  expectRefused(ofClosed, 404, 'NOT_FOUND');
  expectRefused(await api.send('POST', path, { ...body, cardId: 'Card:none' }), 404, 'NOT_FOUND');
});

test('rule 155: a revoked key stays readable, and is not revoked again', async () => {
  const { api, account, card } = await start();
  const { id } = api.mock.add.delegatedKey({ cardId: card.id, accountId: account });
  const other = api.mock.add.delegatedKey();
  expect(idsOf(await api.send('GET', `${path}?accountId=${account}`))).toEqual([id]);
  expect(idsOf(await api.send('GET', `${path}?accountId=${other.accountId}`))).toEqual([other.id]);
  expectInvalid(await api.send('GET', path), 'accountId');
  expect((await api.send('DELETE', `${path}/${id}`)).status).toBe(204);
  expect((await api.send('GET', `${path}/${id}`)).body.status).toBe('REVOKED');
  expectInvalid(await api.send('DELETE', `${path}/${id}`), 'id');
});

test('rule 155: a key of a wallet that does not fund the card is revoked', async () => {
  const { api, card } = await start();
  const { account } = api.mock.add.wallet();
  const key = api.mock.add.delegatedKey({ cardId: card.id, accountId: account.id });
  expect(key).toMatchObject({ accountId: account.id, status: 'REVOKED' });
});

test('rule 155: closing the card, or binding another wallet, revokes its keys', async () => {
  const { api, owner, account, card, body } = await start();
  const other = api.mock.add.internalAccount({ customerId: owner.customer.id }).id;
  const { id: first, ...added } = api.mock.add.delegatedKey({ cardId: card.id });
  expect(added).toMatchObject({ cardId: card.id, accountId: account, status: 'ACTIVE' });
  const bind = (...fundingSources: string[]) =>
    api.signed('PATCH', `/cards/${card.id}`, { fundingSources }, owner.sessionKey);
  api.mock.clock.advance({ minutes: 1 });
  await bind(other, account);
  expect((await api.send('GET', `${path}/${first}`)).body.status).toBe('ACTIVE');
  await bind(other);
  const revoked = (await api.send('GET', `${path}/${first}`)).body;
  expect(revoked.status).toBe('REVOKED');
  expect(revoked.updatedAt).not.toBe(added.updatedAt);
  // The wallet that comes back needs a new key.
  await bind(account);
  expect((await api.send('GET', `${path}/${first}`)).body).toEqual(revoked);
  expect((await api.send('POST', path, body)).status).toBe(202);
  const { id } = api.mock.add.delegatedKey({ cardId: card.id });
  const state = { state: 'CLOSED' };
  await api.signed('PATCH', `/cards/${card.id}`, state, owner.sessionKey);
  expect((await api.send('GET', `${path}/${id}`)).body.status).toBe('REVOKED');
});
