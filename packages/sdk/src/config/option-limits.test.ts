import { expect, test } from 'vitest';
import { json, scriptedClient } from '../../test/scripted-service.ts';
import { systemClock } from './clock.ts';

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

test.each([Number.POSITIVE_INFINITY, 2 ** 40])(
  'a limit of %d milliseconds is long, and not treated as none',
  async (limit) => {
    const { payments } = scriptedClient([json(200, page)]);
    const options = { timeout: limit, deadline: limit, clock: systemClock };
    const slowly = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return json(200, page);
    };
    await expect(payments.documents.list({}, { ...options, fetch: slowly })).resolves.toEqual(page);
  },
);
