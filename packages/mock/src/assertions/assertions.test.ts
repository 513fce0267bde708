import type { SessionKey } from '@org/payments-crypto';
import { expect, test } from 'vitest';
import { createMock, type Mock } from '../index.ts';
import {
  equalBodiesOnBothLegs,
  everyChallengeAnswered,
  noSignatureOnFirstLeg,
  oneChangePerChallenge,
} from './index.ts';

const all = [
  oneChangePerChallenge,
  equalBodiesOnBothLegs,
  noSignatureOnFirstLeg,
  everyChallengeAnswered,
];

async function scene() {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  return { mock, path: `/cards/${id}`, sessionKey };
}

async function patch(mock: Mock, path: string, body: string, headers: Record<string, string> = {}) {
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const authorization = `Basic ${btoa(`${tokenId}:${clientSecret}`)}`;
  const response = await mock.fetch(`${baseUrl}${path}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json', ...headers },
    body,
  });
  return (await response.json()) as { payloadToSign: string; requestId: string };
}

async function legTwo(
  challenge: { payloadToSign: string; requestId: string },
  sessionKey: SessionKey,
) {
  return {
    'Request-Id': challenge.requestId,
    'Service-Wallet-Signature': await sessionKey.stamp(challenge.payloadToSign),
  };
}

const freeze = '{"state":"FROZEN"}';

test('a client that follows the protocol has no problems', async () => {
  const { mock, path, sessionKey } = await scene();
  await patch(mock, path, freeze, await legTwo(await patch(mock, path, freeze), sessionKey));
  const back = '{"state":"ACTIVE"}';
  await patch(mock, path, back, await legTwo(await patch(mock, path, back), sessionKey));
  expect(mock.requests.map(({ status }) => status)).toEqual([202, 200, 202, 200]);
  for (const assertion of all) expect(assertion(mock.requests)).toEqual([]);
});

test('a challenge that is answered again is a problem, even if the response was lost', async () => {
  const { mock, path, sessionKey } = await scene();
  const challenge = await patch(mock, path, freeze);
  const headers = await legTwo(challenge, sessionKey);
  mock.faults.add({ leg: 2, effect: { kind: 'lose-reply' } });
  await expect(patch(mock, path, freeze, headers)).rejects.toThrow();
  expect(oneChangePerChallenge(mock.requests)).toEqual([]);
  await patch(mock, path, freeze, headers);
  expect(oneChangePerChallenge(mock.requests)).toEqual([
    `${challenge.requestId} was answered again: #3 cards.update`,
  ]);
});

test('another body on leg 2, or another order of its keys, is a problem', async () => {
  const { mock, path, sessionKey } = await scene();
  const headers = await legTwo(await patch(mock, path, freeze), sessionKey);
  await patch(mock, path, '{"state":"CLOSED"}', headers);
  expect(equalBodiesOnBothLegs(mock.requests)).toEqual([
    '#2 cards.update has another body than #1 cards.update',
  ]);
});

test('signature headers without a challenge are a problem', async () => {
  const { mock, path } = await scene();
  await patch(mock, path, freeze, { 'Service-Wallet-Signature': 'sandbox-valid-signature' });
  await patch(mock, path, freeze, { 'Request-Id': 'Request:made-up' });
  expect(noSignatureOnFirstLeg(mock.requests)).toEqual([
    '#1 cards.update carried stamp though no challenge asked for it',
    '#2 cards.update carried request-id though no challenge asked for it',
  ]);
});

test('a challenge that is never answered is a problem', async () => {
  const { mock, path } = await scene();
  const { requestId } = await patch(mock, path, freeze);
  expect(everyChallengeAnswered(mock.requests)).toEqual([
    `${requestId} of #1 cards.update was not answered`,
  ]);
});
