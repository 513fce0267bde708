import {
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from '@org/payments-contract';
import { EXPLANATION_HEADER } from '../engine/engine.ts';

/** Which origins may read answers in a browser: none, any, or these. */
export type AllowedOrigins = boolean | readonly string[];

const allowedHeaders = [
  'Authorization',
  'Content-Type',
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
].join(', ');

const exposedHeaders = ['Allow', 'Date', 'Retry-After', EXPLANATION_HEADER].join(', ');

/** Whether pages of an origin may talk to the server. */
export function isAllowed(origin: string, allowed: AllowedOrigins): boolean {
  return typeof allowed === 'boolean' ? allowed : allowed.includes(origin);
}

/** The answer to a browser that asks before it sends; undefined for any other request. */
export function preflight(request: Request, allowed: AllowedOrigins): Response | undefined {
  const { method, headers } = request;
  const origin = headers.get('origin');
  if (method !== 'OPTIONS' || origin === null || !isAllowed(origin, allowed)) return undefined;
  if (!headers.has('access-control-request-method')) return undefined;
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Allow-Private-Network': 'true',
      'Access-Control-Max-Age': '600',
      Vary: 'Origin',
    },
  });
}

/** Lets the page that sent a request read its answer. */
export function shareWith(request: Request, response: Response, allowed: AllowedOrigins): void {
  const origin = request.headers.get('origin');
  if (origin === null || !isAllowed(origin, allowed)) return;
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Expose-Headers', exposedHeaders);
  response.headers.append('Vary', 'Origin');
}
