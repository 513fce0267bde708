import type { RateLimiters } from '@org/payments-sdk/relay';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { RedisClient } from './redis-client.ts';

/** Limiters in Redis, as a platform with several instances passes them. */
export function redisLimits(port: number): RateLimiters {
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
