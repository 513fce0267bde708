import { redisLimits } from '../redis/redis-limits.ts';
import { type RelaySetup, relayOf, serveRelay } from './relay-server.ts';

/**
 * Runs one relay in its own process: reads its configuration from the environment, and prints its
 * port.
 */
const { RELAY_SETUP = '{}', REDIS_PORT } = process.env;
const setup = JSON.parse(RELAY_SETUP) as RelaySetup;
const shared = REDIS_PORT === undefined ? {} : { rateLimits: redisLimits(Number(REDIS_PORT)) };
const { port } = await serveRelay(relayOf({ ...setup, ...shared }));
console.log(port);
