import type { Context, MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** The maximum number of bytes in a body of the platform's own routes. */
const LARGEST_BODY = 4096;

const limitSize = bodyLimit({
  maxSize: LARGEST_BODY,
  onError: (context) => context.json({ code: 'BODY_TOO_LARGE' }, 413, { connection: 'close' }),
});

/** Refuses large bodies before they are read, and bodies whose length is not declared. */
export const limitBodies: MiddlewareHandler = async (context, next) => {
  if (context.req.header('transfer-encoding') !== undefined) {
    return context.json({ code: 'LENGTH_REQUIRED' }, 411, { connection: 'close' });
  }
  return context.req.header('content-length') === undefined ? next() : limitSize(context, next);
};

/**
 * Returns a request's client address. Behind a proxy, the platform reads the header that its proxy
 * sets.
 */
export type AddressOf = (context: Context) => string;

/**
 * Limits the attempts from one address. This one counts in memory: a platform with
 * several instances passes a limiter with a shared store.
 */
export function limitAttempts(
  rate: { points: number; duration: number },
  addressOf: AddressOf,
): MiddlewareHandler {
  const limiter = new RateLimiterMemory(rate);
  return async (context, next) => {
    try {
      await limiter.consume(addressOf(context));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      return context.json({ code: 'RATE_LIMITED' }, 429, { 'retry-after': String(seconds) });
    }
    return next();
  };
}
