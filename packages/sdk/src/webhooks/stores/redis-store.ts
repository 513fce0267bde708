import type { KindsOf } from '@org/payments-contract/internal';
import { checkFunctions, checkOptions } from '../../options/checks.ts';
import type { ClaimResult, WebhookStore } from './webhook-store.ts';

/**
 * A client of Redis, as far as the store uses one: a client of `redis` (node-redis) by
 * `sendCommand`, or one of `ioredis` by `call`.
 */
export type RedisClient =
  | { call(command: string, ...args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> };

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** Prefix of the key: put before the id of the event. Default `webhook:`. */
  readonly prefix?: string | undefined;
}

const names: KindsOf<RedisStoreOptions> = { prefix: true };

/**
 * What a key holds once its event was handled: this word, the token of the claim, and the digest of
 * the body; in version 0.1 the word alone. Until then it holds the token.
 */
const DONE = 'done';

const CLAIM = `
if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 'claimed' end
local held = redis.call('GET', KEYS[1])
if held == '${DONE}' then return '${DONE}' end
if not held or string.sub(held, 1, 5) ~= '${DONE} ' then return 'busy' end
if string.sub(held, -#ARGV[3]) ~= ARGV[3] then return 'changed' end
return '${DONE}'`;

const RENEW = `
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const COMPLETE = `
local held = redis.call('GET', KEYS[1])
local done = '${DONE} ' .. ARGV[1] .. ' ' .. ARGV[3]
if held and held ~= ARGV[1] and held ~= done then return 0 end
redis.call('SET', KEYS[1], done, 'PX', ARGV[2])
return 1`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 0`;

const ADVANCE = `
local held = redis.call('GET', KEYS[1])
if held and held > ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const results: ReadonlySet<ClaimResult> = new Set(['claimed', 'busy', DONE, 'changed']);

function sender(client: RedisClient): (args: string[]) => Promise<unknown> {
  // A client of ioredis also has `sendCommand`, for objects of its own.
  const { call } = Object(client) as { readonly call?: unknown };
  if (typeof call !== 'function') {
    const expected = 'a client of `redis` or `ioredis`';
    checkFunctions(client, ['sendCommand'], { option: 'client', expected });
  }
  if ('call' in client) return ([command = '', ...rest]) => client.call(command, ...rest);
  return (args) => client.sendCommand(args);
}

/**
 * Remembers handled events in Redis, for all processes that share it. Every step is one script, so
 * that of any number of concurrent deliveries one is handled. Redis expires the keys.
 *
 * @param client your connected client of `redis` or `ioredis`; the store neither opens nor closes it
 * @throws ConfigurationError for a client of another kind
 *
 * @example
 * ```ts
 * const webhooks = createWebhookHandler({ publicKeys, store: redisStore(new Redis()) });
 * ```
 */
export function redisStore(client: RedisClient, options: RedisStoreOptions = {}): WebhookStore {
  checkOptions(options, names, { of: 'redisStore' });
  const { prefix = 'webhook:' } = options;
  const send = sender(client);
  const run = (script: string, id: string, ...args: string[]) =>
    send(['EVAL', script, '1', `${prefix}${id}`, ...args]);
  const milliseconds = (value: number) => String(Math.ceil(value));
  return {
    async claim(id, token, lifetime, digest): Promise<ClaimResult> {
      const result = String(await run(CLAIM, id, token, milliseconds(lifetime), digest));
      if (results.has(result as ClaimResult)) return result as ClaimResult;
      throw new TypeError('Redis returned a value that the script cannot return.');
    },
    async renew(id, token, lifetime) {
      return Number(await run(RENEW, id, token, milliseconds(lifetime))) === 1;
    },
    async complete(id, token, retention, digest) {
      return Number(await run(COMPLETE, id, token, milliseconds(retention), digest)) === 1;
    },
    async release(id, token) {
      await run(RELEASE, id, token);
    },
    async advance(resource, place, retention) {
      return Number(await run(ADVANCE, `latest:${resource}`, place, milliseconds(retention))) === 1;
    },
  };
}
