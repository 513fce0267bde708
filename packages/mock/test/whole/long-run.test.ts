import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createMock } from '../../src/mock.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function usedMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1_000_000;
}

test('twenty times as many abandoned challenges as are kept leave memory bounded', async () => {
  const mock = createMock({ challengeLimit: 100, logLimit: 100 });
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
      if (status !== 202) throw new Error(`Leg 1 got the status ${status}.`);
    }
  };
  await abandon(500);
  const settled = usedMegabytes();
  await abandon(2000);
  // A mock that kept all of them would have grown by 3 MB.
  expect(usedMegabytes() - settled).toBeLessThan(1);
  expect(mock.snapshot().tables.challenges.rows).toHaveLength(100);
  expect(mock.requests).toHaveLength(100);
}, 120_000);
