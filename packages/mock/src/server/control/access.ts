import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns whether an `Authorization` header carries the token, compared in constant time. */
function carries(header: string | undefined, token: string): boolean {
  const [, given] = /^Bearer (.+)$/i.exec(header ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}

/** Refuses requests from pages of other origins, which may never use the control API. */
export const ownOriginOnly: MiddlewareHandler = async (context, next) => {
  const from = context.req.header('origin');
  if (from === undefined || from === new URL(context.req.url).origin) return next();
  const message = `Pages of ${from} cannot use the control API. Call it from a program, or from the inspector.`;
  return context.json({ message }, 403);
};

/** Refuses requests without the token. Accepts every request if no token is set. */
export function requireToken(token: string | undefined): MiddlewareHandler {
  return async (context, next) => {
    if (token === undefined || carries(context.req.header('authorization'), token)) return next();
    const message =
      'The control API needs its token: send the one printed at the start as "Authorization: Bearer <token>".';
    return context.json({ message }, 401, { 'WWW-Authenticate': 'Bearer' });
  };
}
