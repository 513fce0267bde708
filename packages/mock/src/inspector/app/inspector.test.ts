import { expect, test, vi } from 'vitest';
import { createMock } from '../../mock.ts';
import { follow } from './follow.ts';
import { eventState } from './records.tsx';
import { isRead, storiesOf } from './stories.ts';

async function world() {
  const mock = createMock();
  const { account } = mock.add.wallet();
  const { id } = mock.add.card({ fundingSources: [account.id] });
  const { sessionKey } = await mock.add.session({ accountId: account.id });
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const send = async (method: string, path: string, body?: object, signed = {}) => {
    const authorization = `Basic ${btoa(`${tokenId}:${clientSecret}`)}`;
    const headers = { authorization, 'content-type': 'application/json', ...signed };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await mock.fetch(`${baseUrl}${path}`, { method, headers, ...init });
    return (await response.json()) as { payloadToSign: string; requestId: string };
  };
  const patch = (state: string, signed = {}) => send('PATCH', `/cards/${id}`, { state }, signed);
  const sign = async (state: string, payload?: string) => {
    const { payloadToSign, requestId } = await patch(state);
    const stamp = await sessionKey.stamp(payload ?? payloadToSign);
    await patch(state, { 'Request-Id': requestId, 'Service-Wallet-Signature': stamp });
  };
  const stories = () => storiesOf(mock.requests, new Date(mock.clock.now()).toISOString());
  return { mock, send, patch, sign, stories };
}

test('both legs are one story, the newest first; a read is told apart', async () => {
  const { send, patch, sign, stories } = await world();
  await sign('FROZEN');
  await sign('ACTIVE', 'something else');
  await patch('CLOSED');
  await patch('LOST');
  await send('GET', '/cards');
  expect(stories().map((each) => [each.state, each.requests.length, isRead(each)])).toEqual([
    ['answered', 1, true],
    ['refused', 1, false],
    ['waiting', 1, false],
    ['refused', 2, false],
    ['applied', 2, false],
  ]);
});

test('a replay does not change the state of a story, and a lost response is shown', async () => {
  const { mock, patch, sign, stories } = await world();
  await sign('FROZEN');
  const requestId = mock.requests.at(-1)?.requestId ?? '';
  await patch('FROZEN', { 'Request-Id': requestId, 'Service-Wallet-Signature': 'x' });
  expect(stories()).toMatchObject([{ state: 'applied', requests: [{}, {}, {}] }]);
  mock.faults.add({ leg: 2, effect: { kind: 'lose-reply' } });
  await expect(sign('ACTIVE')).rejects.toThrow();
  expect(stories()[0]?.state).toBe('applied-reply-lost');
  mock.faults.add({ effect: { kind: 'lose-reply' } });
  await expect(patch('LOST')).rejects.toThrow();
  expect(stories()[0]?.state).toBe('lost');
});

test('a change that was not signed in time has expired', async () => {
  const { mock, patch, stories } = await world();
  await patch('FROZEN');
  expect(stories()[0]?.state).toBe('waiting');
  mock.clock.advance({ minutes: 5 });
  expect(stories()[0]?.state).toBe('expired');
});

test('an event has the worst state of its endpoints; sent again, the last one counts', () => {
  const to = (target: string, state: 'failed' | 'delivered' | 'waiting') => ({ target, state });
  expect(eventState([])).toBe('no endpoint');
  expect(eventState([to('a', 'failed'), to('a', 'delivered')])).toBe('delivered');
  expect(eventState([to('a', 'delivered'), to('b', 'waiting')])).toBe('waiting');
});

test('a change during a reading is read after it, and a reading that failed is repeated', async () => {
  vi.useFakeTimers();
  const readings: PromiseWithResolvers<string>[] = [];
  const shown: (string | undefined)[] = [];
  const stopping = new AbortController();
  let change = () => {};
  const source = {
    read() {
      readings.push(Promise.withResolvers<string>());
      return readings.at(-1)?.promise ?? Promise.reject(new Error('no reading'));
    },
    awaitChanges(onChange: () => void) {
      change = onChange;
      return new Promise<void>(() => {});
    },
  };
  const end = follow(source, (state) => shown.push(state), stopping.signal);
  change();
  await vi.advanceTimersByTimeAsync(500);
  expect(readings.length).toBe(1);
  readings[0]?.resolve('older');
  await vi.advanceTimersByTimeAsync(80);
  readings[1]?.reject(new TypeError('fetch failed'));
  await vi.advanceTimersByTimeAsync(1999);
  expect([shown, readings.length]).toEqual([['older', undefined], 2]);
  await vi.advanceTimersByTimeAsync(81);
  stopping.abort();
  readings[2]?.resolve('too late');
  await end;
  expect(shown).toEqual(['older', undefined]);
  vi.useRealTimers();
});
