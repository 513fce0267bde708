import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { registrationOf } from '../../../packages/relay/test/attestation.ts';
import { callRelay, testRelay } from '../../../packages/relay/test/call-relay.ts';
import { openedSession } from '../../../packages/relay/test/fake-platform.ts';
import { challenge, json } from '../../../packages/sdk/test/scripted-service.ts';
import { type RedisServer, startRedis } from '../../support/database-servers.ts';

let redis: RedisServer;
const clients: { destroy(): void }[] = [];

beforeEach(async () => {
  redis = await startRedis();
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await redis.stop();
});

const id = 'AuthMethod:ada-otp';
/** A relay that counts in Redis over a connection of its own, as each process of a platform does. */
async function relayOnRedis() {
  const storeClient = createClient({
    socket: { host: '127.0.0.1', port: redis.port },
    disableOfflineQueue: true,
  });
  // Each command fails by itself while Redis is down.
  storeClient.on('error', () => undefined);
  await storeClient.connect();
  clients.push(storeClient);
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterRedis({ storeClient, useRedisPackage: true, keyPrefix, points, duration: 900 });
  return testRelay(
    {
      [`POST /auth/credentials/${id}/challenge`]: () => json(200, { ...openedSession, id }),
      'POST /auth/credentials': () => json(202, challenge),
    },
    { rateLimits: { codes: limiter('codes', 5), challenges: limiter('spent', 1) } },
  );
}

type Relay = Awaited<ReturnType<typeof relayOnRedis>>;

const statusesOf = async (relays: readonly Relay[], count: number) => {
  const sent = Array.from({ length: count }, (_, index) => relays[index % relays.length] as Relay);
  const responses = await Promise.all(
    sent.map(({ relay }) => callRelay(relay, 'challenge', { id })),
  );
  return responses.map(({ status }) => status).sort();
};

describe('relays of two processes', () => {
  it('share their count of codes through Redis, over a restart too', async () => {
    const relays = [await relayOnRedis(), await relayOnRedis()];
    expect(await statusesOf(relays, 10)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429, 429, 429,
    ]);
    expect(relays.flatMap(({ writes }) => writes())).toHaveLength(5);
    expect(await statusesOf([await relayOnRedis()], 1)).toEqual([429]);
  });

  it('accept a registration challenge once between them', async () => {
    const relays = [await relayOnRedis(), await relayOnRedis()];
    const registration = await registrationOf((relays[0] as Relay).relay);
    const sent = relays.map(({ relay }) => callRelay(relay, 'passkeyBegin', registration));
    expect((await Promise.all(sent)).map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('send no code while Redis cannot count it', async () => {
    const relay = await relayOnRedis();
    expect(await statusesOf([relay], 1)).toEqual([200]);
    await redis.stop();
    const { status, body } = await callRelay(relay.relay, 'challenge', { id });
    expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(JSON.stringify(body)).not.toMatch(/redis/i);
    expect(relay.writes()).toHaveLength(1);
  });
});
