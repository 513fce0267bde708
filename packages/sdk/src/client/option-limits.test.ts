import { expect, test } from 'vitest';
import { BASE_URL, json, scriptedClient, scriptedService } from '../../test/scripted-service.ts';
import { type Clock, systemClock } from '../config/clock.ts';
import { createPaymentsClient } from './payments-client.ts';

const page = { data: [], hasMore: false };

test.each([
  ['a line break in a value', { 'x-a': 'b\r\nx-c: d' }],
  ['a value that is empty', { 'x-a': '' }],
  ['a space in a name', { 'x a': 'b' }],
  ['a name that is empty', { '': 'b' }],
  ['a value that is not text', { 'x-a': undefined as unknown as string }],
])('%s among the headers is refused before anything is sent', async (_what, headers) => {
  const { payments, received } = scriptedClient([]);
  const call = payments.transactions.reject({ transactionId: 'Transaction:1' }, { headers });
  await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(received).toEqual([]);
});

test('a valid header is sent', async () => {
  const { payments, received } = scriptedClient([json(200, page)]);
  await payments.documents.list({}, { headers: { 'x-trace': 'a b' } });
  expect(received[0]?.headers.get('x-trace')).toBe('a b');
});

/** A clock as callers write one: it passes every time to a timer of the runtime as it is. */
const plainClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, milliseconds) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Settles after timers of the runtime that are set for a millisecond. */
async function afterShortTimers(): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test.each([
  ['the machine', systemClock],
  ['a caller', plainClock],
])(
  'a limit of any length is long, and not treated as none, on the clock of %s',
  async (_of, clock) => {
    for (const limit of [Number.POSITIVE_INFINITY, 2 ** 40]) {
      const { fetch } = scriptedService(json(200, page));
      const slowly = async (request: Request) => {
        await afterShortTimers();
        return fetch(request);
      };
      const credentials = async () => {
        await afterShortTimers();
        return { tokenId: 'id', clientSecret: 'secret' };
      };
      const payments = createPaymentsClient({
        baseUrl: BASE_URL,
        credentials,
        fetch: slowly,
        clock,
      });
      const limits = { timeout: limit, deadline: limit, retry: 0 };
      await expect(payments.documents.list({}, limits)).resolves.toEqual(page);
    }
  },
);
