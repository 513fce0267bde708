import { REQUEST_ID_HEADER, SIGNATURE_HEADER } from '@org/payments-contract';
import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { expect, test } from 'vitest';
import { signIn, startPlatform } from '../support/platform.ts';
import { expectStamp, expectTwoLegs } from '../support/recordings.ts';

async function signedIn() {
  const platform = await startPlatform();
  const session = await signIn(platform);
  platform.wire.forget();
  const payloads: string[] = [];
  const stamper = {
    stamp(payload: string) {
      payloads.push(payload);
      return session.sessionKey.stamp(payload);
    },
  };
  return { ...platform, session, stamper, payloads };
}

test('a card is frozen, unfrozen and closed, each by two legs of equal bytes', async () => {
  const { payments, wire, card, stamper, session, payloads } = await signedIn();
  const requestIds = new Set<string>();
  for (const state of ['FROZEN', 'ACTIVE', 'CLOSED'] as const) {
    wire.forget();
    const result = await payments.cards.update({ id: card, state }, { stamper });
    expect(result.state).toBe(state);
    const legs = expectTwoLegs(wire.requests, {
      method: 'PATCH',
      path: `/cards/${card}`,
      body: { state },
    });
    await expectStamp(legs.stamp, payloads.at(-1) ?? '', session.sessionKey.publicKey);
    requestIds.add(legs.requestId);
  }
  expect(requestIds.size).toBe(3);
});

test('a delegated key is created by three legs of equal bytes, listed, read and revoked', async () => {
  const { payments, wire, card, account, stamper, session, payloads } = await signedIn();
  const body = { cardId: card, internalAccountId: account, nickname: 'Groceries' };
  const created = await payments.delegatedKeys.create(body, { stamper });
  const legs = wire.requests.slice();
  expect(legs.map(({ body: sent }) => sent.toString())).toEqual(
    Array(3).fill(JSON.stringify(body)),
  );
  const answered = legs.slice(1).map(({ headers }) => headers);
  const ids = answered.map((headers) => headers[REQUEST_ID_HEADER.toLowerCase()]);
  expect(new Set([...ids, ...payloads]).size).toBe(4);
  for (const [index, headers] of answered.entries()) {
    const stamp = String(headers[SIGNATURE_HEADER.toLowerCase()]);
    await expectStamp(stamp, payloads[index] ?? '', session.sessionKey.publicKey);
  }
  const { id, fundingSourceId } = created;
  expect(await payments.delegatedKeys.get({ id })).toMatchObject({
    status: 'ACTIVE',
    nickname: 'Groceries',
  });
  expect((await payments.delegatedKeys.list({ fundingSourceId })).data).toMatchObject([{ id }]);
  await payments.delegatedKeys.revoke({ id });
  expect(await payments.delegatedKeys.get({ id })).toMatchObject({ status: 'REVOKED' });
  await expect(payments.delegatedKeys.revoke({ id })).rejects.toMatchObject({ status: 400 });
});

test('refresh sends the same client key on both legs, and the new session key signs', async () => {
  const { payments, wire, account, session, stamper } = await signedIn();
  const clientKey = await generateClientKey();
  const body = { clientPublicKey: clientKey.publicKey };
  const renewed = await payments.sessions.refresh({ id: session.id, ...body }, { stamper });
  expectTwoLegs(wire.requests, {
    method: 'POST',
    path: `/auth/sessions/${session.id}/refresh`,
    body,
  });
  expect(renewed.id).not.toBe(session.id);
  const sessionKey = await openSealedKey(renewed.encryptedSessionSigningKey, clientKey);
  wire.forget();
  await payments.internalAccounts.update(
    { id: account, privateEnabled: true },
    { stamper: sessionKey },
  );
  const legs = expectTwoLegs(wire.requests, {
    method: 'PATCH',
    path: `/internal-accounts/${account}`,
    body: { privateEnabled: true },
  });
  expect(Buffer.from(legs.stamp, 'base64url').toString()).toContain(sessionKey.publicKey);
});

test('a changed e-mail address is signed and updates its credential; an unchanged one needs no signature', async () => {
  const { payments, mock, wire, customer, stamper, credential } = await signedIn();
  const body = { email: 'ada@example.org' };
  await payments.customers.update({ customerId: customer, ...body }, { stamper });
  expectTwoLegs(wire.requests, { method: 'PATCH', path: `/customers/${customer}`, body });
  wire.forget();
  await payments.customers.update({ customerId: customer, ...body }, { stamper });
  expect(wire.requests).toHaveLength(1);
  await payments.credentials.challenge({ id: credential });
  expect(mock.outbox.at(-1)?.to).toBe('ada@example.org');
});

test('two processes can send the two legs, with a stamp from a third', async () => {
  const { payments, wire, card, session } = await signedIn();
  const step = await payments.cards.update.begin({ id: card, state: 'FROZEN' });
  if (step.status !== 'challenge') throw new Error('expected a challenge');
  const carried = JSON.stringify(step);
  const stamp = await session.sessionKey.stamp(step.payloadToSign);
  const result = await payments.cards.update.complete(carried, stamp);
  expect(result.state).toBe('FROZEN');
  expectTwoLegs(wire.requests, {
    method: 'PATCH',
    path: `/cards/${card}`,
    body: { state: 'FROZEN' },
  });
});

test('the three legs of a delegated key can be sent by three processes', async () => {
  const { payments, card, account, session } = await signedIn();
  const body = { cardId: card, internalAccountId: account, nickname: 'Groceries' };
  let step = await payments.delegatedKeys.create.begin(body);
  for (const leg of [2, 3]) {
    if (step.status !== 'challenge') throw new Error(`expected the challenge of leg ${leg}`);
    const stamp = await session.sessionKey.stamp(step.payloadToSign);
    step = await payments.delegatedKeys.create.complete(JSON.stringify(step), stamp);
  }
  expect(step).toMatchObject({ status: 'done', result: { status: 'ACTIVE', cardId: card } });
});
