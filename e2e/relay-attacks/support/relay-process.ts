import { createServer } from 'node:http';
import { createWalletRelay, type RateLimiters } from '@org/payments-relay';
import { nodeHandler } from '@org/payments-relay/node';
import { createPaymentsClient } from '@org/payments-sdk';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { createClient } from 'redis';
import * as z from 'zod';
import { listenOn, MOUNT, ORIGIN, type RelaySetup } from './processes.ts';

/** Limiters in Redis, as a platform with several instances passes them. */
async function redisLimits(port: number): Promise<RateLimiters> {
  const storeClient = createClient({
    socket: { host: '127.0.0.1', port },
    disableOfflineQueue: true,
  });
  // Each command fails by itself while Redis is down.
  storeClient.on('error', () => undefined);
  await storeClient.connect();
  const limiter = (keyPrefix: string, points: number) =>
    new RateLimiterRedis({ storeClient, useRedisPackage: true, keyPrefix, points, duration: 900 });
  return {
    codes: limiter('codes', 5),
    verifications: limiter('tries', 10),
    challenges: limiter('spent', 1),
  };
}

/** Runs one relay of the platform, configured by the environment, and prints its port. */
const setup = JSON.parse(process.env.RELAY_SETUP ?? '{}') as RelaySetup;
const { connection, secret, users, redisPort } = setup;
const payments = createPaymentsClient({ ...connection, retry: 0 });
const relay = createWalletRelay(payments, {
  secret,
  origins: [ORIGIN],
  mount: MOUNT,
  // A minimal login of the platform: the cookie names the user.
  authenticate: ({ headers }) =>
    users.find(({ id }) => headers.get('cookie') === `session=${id}`) ?? null,
  rateLimits: redisPort === undefined ? undefined : await redisLimits(redisPort),
  actions: {
    freezeCard: {
      input: z.object({ cardId: z.string() }),
      run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
    },
  },
});
console.log(await listenOn(createServer(nodeHandler(relay))));
