import {
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from '@org/payments-contract';
import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { EXPLANATION_HEADER } from '../engine/engine.ts';

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
