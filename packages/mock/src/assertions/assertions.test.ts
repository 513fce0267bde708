import { expect, test } from 'vitest';
import { type Challenge, fetchTransport, legTwo, openMock } from '../../test/support/open-mock.ts';
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
  const api = await openMock(fetchTransport);
  const { account, sessionKey } = await api.signIn();
  const path = `/cards/${api.mock.add.card({ fundingSources: [account.id] }).id}`;
  const patch = async (body: string, headers: Record<string, string> = {}) =>
    (await api.send('PATCH', path, body, { 'content-type': 'application/json', ...headers })).body;
  const challenge = async (body: string) =>
    legTwo((await patch(body)) as unknown as Challenge, sessionKey);
  return { mock: api.mock, patch, challenge };
}

const freeze = '{"state":"FROZEN"}';

test('a client that follows the protocol has no problems', async () => {
  const { mock, patch, challenge } = await scene();
  for (const body of [freeze, '{"state":"ACTIVE"}']) await patch(body, await challenge(body));
  expect(mock.requests.map(({ status }) => status)).toEqual([202, 200, 202, 200]);
  for (const assertion of all) expect(assertion(mock.requests)).toEqual([]);
});

test('a challenge that is answered again is a problem, even if the response was lost', async () => {
  const { mock, patch, challenge } = await scene();
  const headers = await challenge(freeze);
  mock.faults.add({ leg: 2, effect: { kind: 'lose-reply' } });
  await expect(patch(freeze, headers)).rejects.toThrow();
  expect(oneChangePerChallenge(mock.requests)).toEqual([]);
  await patch(freeze, headers);
  expect(oneChangePerChallenge(mock.requests)).toEqual([
    `${headers['Request-Id']} was answered again: #3 cards.update`,
  ]);
});

test('another body on leg 2, or another order of its keys, is a problem', async () => {
  const { mock, patch, challenge } = await scene();
  await patch('{"state":"CLOSED"}', await challenge(freeze));
  expect(equalBodiesOnBothLegs(mock.requests)).toEqual([
    '#2 cards.update has another body than #1 cards.update',
  ]);
});

test('signature headers without a challenge are a problem', async () => {
  const { mock, patch } = await scene();
  await patch(freeze, { 'Service-Wallet-Signature': 'sandbox-valid-signature' });
  await patch(freeze, { 'Request-Id': 'Request:made-up' });
  expect(noSignatureOnFirstLeg(mock.requests)).toEqual([
    '#1 cards.update carried stamp though no challenge asked for it',
    '#2 cards.update carried request-id though no challenge asked for it',
  ]);
});

test('a challenge that is never answered is a problem', async () => {
  const { mock, patch } = await scene();
  const { requestId } = await patch(freeze);
  expect(everyChallengeAnswered(mock.requests)).toEqual([
    `${requestId} of #1 cards.update was not answered`,
  ]);
});
