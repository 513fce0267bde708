import { expect, test } from 'vitest';
import { createMock } from '../../mock.ts';
import { foldReads, isShown, storiesOf } from './stories.ts';

async function world() {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const patch = async (state: string, headers: Record<string, string> = {}) => {
    const response = await mock.fetch(`${baseUrl}/cards/${id}`, {
      method: 'PATCH',
      headers: {
        authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify({ state }),
    });
    return (await response.json()) as { payloadToSign: string; requestId: string };
  };
  const answer = async (state: string, payload?: string) => {
    const { payloadToSign, requestId } = await patch(state);
    const stamp = await sessionKey.stamp(payload ?? payloadToSign);
    await patch(state, { 'Request-Id': requestId, 'Service-Wallet-Signature': stamp });
    return payloadToSign;
  };
  return { mock, patch, answer };
}

test('both legs are one story, the newest first', async () => {
  const { mock, patch, answer } = await world();
  const payload = await answer('FROZEN');
  await answer('ACTIVE', 'something else');
  await patch('CLOSED');
  await patch('LOST');
  const stories = storiesOf(mock.requests);
  expect(stories.map(({ state, requests }) => [state, requests.length])).toEqual([
    ['refused', 1],
    ['waiting', 1],
    ['refused', 2],
    ['applied', 2],
  ]);
  expect(stories.at(-1)).toMatchObject({ isSigned: true, payload });
  expect(stories[0]).toMatchObject({ isSigned: false, payload: undefined });
});

test("a replay does not change a story's outcome, and a lost response is shown", async () => {
  const { mock, patch, answer } = await world();
  await answer('FROZEN');
  const requestId = mock.requests.at(-1)?.requestId ?? '';
  await patch('FROZEN', { 'Request-Id': requestId, 'Service-Wallet-Signature': 'x' });
  expect(storiesOf(mock.requests)).toMatchObject([{ state: 'applied', requests: [{}, {}, {}] }]);
  mock.faults.add({ leg: 2, effect: { kind: 'lose-reply' } });
  await expect(answer('ACTIVE')).rejects.toThrow();
  expect(storiesOf(mock.requests)[0]?.state).toBe('applied-unheard');
  await expect(answer('CLOSED', 'x')).resolves.toBeDefined();
  mock.faults.add({ effect: { kind: 'lose-reply' } });
  await expect(patch('LOST')).rejects.toThrow();
  expect(storiesOf(mock.requests)[0]?.state).toBe('lost');
});

test('a change that was not signed in time has expired', async () => {
  const { mock, patch } = await world();
  await patch('FROZEN');
  const now = () => new Date(mock.clock.now()).toISOString();
  expect(storiesOf(mock.requests, now())[0]?.state).toBe('waiting');
  mock.clock.advance({ minutes: 5 });
  expect(storiesOf(mock.requests, now())[0]?.state).toBe('expired');
});

test('consecutive reads form one group, which contains no change', async () => {
  const { mock, answer } = await world();
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const headers = { authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}` };
  const read = (path: string) => mock.fetch(`${baseUrl}${path}`, { headers });
  await read('/documents');
  await answer('FROZEN');
  await read('/documents');
  await read('/cards');
  await read('/cards/Card:none');
  await read('/customers');
  const groups = foldReads(storiesOf(mock.requests));
  const shown = groups.map((group) => group.map(({ requests }) => requests[0]?.operation));
  expect(shown).toEqual([
    ['customers.list'],
    ['cards.get'],
    ['cards.list', 'documents.list'],
    ['cards.update'],
    ['documents.list'],
  ]);
});

test('stories are found by kind and by text', async () => {
  const { mock, patch, answer } = await world();
  await answer('FROZEN');
  await patch('LOST');
  const [refused, applied] = storiesOf(mock.requests);
  if (refused === undefined || applied === undefined) throw new Error('two stories expected');
  expect([isShown(refused, 'signed', ''), isShown(applied, 'signed', '')]).toEqual([false, true]);
  expect([isShown(refused, 'refused', ''), isShown(applied, 'refused', '')]).toEqual([true, false]);
  expect([isShown(refused, 'all', ' lost '), isShown(applied, 'all', 'lost')]).toEqual([
    true,
    false,
  ]);
});
