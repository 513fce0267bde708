import { createHash, timingSafeEqual } from 'node:crypto';
import {
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from '@org/payments-contract';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { EXPLANATION_HEADER } from '../engine/engine.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** Returns where this machine reaches a server: on loopback, if it listens on every address. */
export function reachableHost(bound: string): string {
  if (bound === '0.0.0.0') return '127.0.0.1';
  return bound === '::' || bound === '[::]' ? '[::1]' : urlHost(bound);
}

/** Returns a host as written in a URL: IPv6 addresses in brackets, in lower case. */
export function urlHost(host: string): string {
  const lower = host.toLowerCase();
  return lower.includes(':') && !lower.startsWith('[') ? `[${lower}]` : lower;
}

export function allowedHosts(bound: string, given: readonly string[]): ReadonlySet<string> {
  return new Set([...loopbackNames, ...[bound, ...given].map(urlHost)]);
}

export function hostName(header: string): string {
  return header.replace(/:\d*$/, '').toLowerCase();
}

/**
 * Returns an address of the server at the origin by which a request reached it: from another
 * container, or through a published port, that is not the one that it has on its own machine.
 */
export function reachedBy(request: Request, address: string): string {
  return `${new URL(request.url).origin}${address.slice(new URL(address).origin.length)}`;
}

/** The origins whose pages may use the API: none, any, or these. */
export type AllowedOrigins = boolean | readonly string[];

/** Lets pages of other origins use the API. The control API is never open to them. */
export function shareWith(allowed: true | readonly string[]): MiddlewareHandler {
  const share = cors({
    origin: allowed === true ? '*' : [...allowed],
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      IDEMPOTENCY_KEY_HEADER,
      REQUEST_ID_HEADER,
      SIGNATURE_HEADER,
    ],
    exposeHeaders: ['Allow', 'Date', 'Retry-After', EXPLANATION_HEADER],
    maxAge: 600,
  });
  return async (context, next) => {
    // A public page may request a server on loopback only if the server allows it.
    if (context.req.header('access-control-request-private-network') === 'true') {
      context.header('Access-Control-Allow-Private-Network', 'true');
    }
    return share(context, next);
  };
}

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
