import type { RateLimiters } from '@org/payments-relay';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { RedisClient } from '../redis/redis-client.ts';
import { type RelaySetup, relayOf, serveRelay } from './relay-server.ts';

/** Limiters in Redis, as a platform with several instances passes them. */
function redisLimits(port: number): RateLimiters {
  const storeClient = new RedisClient(port);
  const shared = { storeClient, useRedisPackage: true };
  return {
    codes: new RateLimiterRedis({ ...shared, keyPrefix: 'codes', points: 5, duration: 900 }),
    verifications: new RateLimiterRedis({
      ...shared,
      keyPrefix: 'tries',
      points: 10,
      duration: 900,
    }),
    challenges: new RateLimiterRedis({ ...shared, keyPrefix: 'spent', points: 1, duration: 900 }),
  };
}

/**
 * Runs one relay in its own process: reads its configuration from the environment, and prints its
 * port.
 */
const { RELAY_SETUP = '{}', REDIS_PORT } = process.env;
const setup = JSON.parse(RELAY_SETUP) as RelaySetup;
const shared = REDIS_PORT === undefined ? {} : { rateLimits: redisLimits(Number(REDIS_PORT)) };
const { port } = await serveRelay(relayOf({ ...setup, ...shared }));
console.log(port);
