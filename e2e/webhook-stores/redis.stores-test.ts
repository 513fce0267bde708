import { redisStore } from '@org/payments-sdk/webhooks';
import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, describe, expect, it } from 'vitest';
import { describeStore } from '../../packages/sdk/test/webhooks/store-suite.ts';
import { startRedis } from '../support/database-servers.ts';
import { describeTwoProcesses } from './two-processes.ts';

const server = await startRedis();
const closers: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
  await server.stop();
});

async function nodeRedis() {
  const client = createClient({ socket: { host: '127.0.0.1', port: server.port } });
  await client.connect();
  closers.push(() => client.destroy());
  return client;
}

function ioRedis() {
  const client = new Redis(server.port, '127.0.0.1');
  closers.push(() => client.disconnect());
  return client;
}

const clients = [
  ['redis', async () => redisStore(await nodeRedis())],
  ['ioredis', async () => redisStore(ioRedis())],
] as const;

for (const [name, open] of clients) describeStore(`redisStore on ${name}`, { open });

describe('the keys in Redis', () => {
  it('have the prefix, and expire', async () => {
    const client = ioRedis();
    const store = redisStore(client, { prefix: 'shop:' });
    await store.claim('one', 'a', 60_000, 'digest');
    expect(await client.pttl('shop:one')).toBeGreaterThan(0);
    await store.complete('one', 'a', 120_000, 'digest');
    expect(await client.get('shop:one')).toBe('done a digest');
    expect(await client.pttl('shop:one')).toBeGreaterThan(60_000);
  });

  it('with a value of another program are an error, not a handled event', async () => {
    const client = ioRedis();
    await client.lpush('webhook:list', 'x');
    await expect(redisStore(client).claim('list', 'a', 1000, 'digest')).rejects.toThrow(
      /WRONGTYPE/,
    );
  });
});

describeTwoProcesses('redis', () => String(server.port));
