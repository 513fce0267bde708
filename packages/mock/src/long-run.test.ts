import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMock } from './mock.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_000_000;
}

test('100,000 abandoned challenges leave bounded memory', async () => {
  const mock = createMock();
  const { id } = mock.add.card();
  const { baseUrl, tokenId, clientSecret } = mock.connection;
  const init = {
    method: 'PATCH',
    headers: {
      authorization: `Basic ${btoa(`${tokenId}:${clientSecret}`)}`,
      'content-type': 'application/json',
    },
    body: '{"state":"FROZEN"}',
  };
  const abandon = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const { status } = await mock.fetch(`${baseUrl}/cards/${id}`, init);
      if (status !== 202) throw new Error(`Leg 1 was answered with ${status}.`);
    }
  };
  await abandon(20_000);
  const settled = usedMegabytes();
  await abandon(80_000);
  expect(usedMegabytes() - settled).toBeLessThan(10);
  expect(mock.snapshot().tables.challenges.rows).toHaveLength(10_000);
  expect(mock.requests).toHaveLength(1000);
}, 120_000);
