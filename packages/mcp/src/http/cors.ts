import type { IncomingMessage, ServerResponse } from 'node:http';

const preflight = {
  'access-control-allow-methods': 'GET, POST, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Last-Event-ID, MCP-Protocol-Version, MCP-Session-Id',
  'access-control-max-age': '600',
} as const;

/**
 * Lets a page of an allowed origin read the response.
 *
 * @returns true for a preflight, which carries no token and was responded to
 */
export function allowPage({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.origin === undefined) return false;
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-expose-headers', 'MCP-Session-Id');
  response.setHeader('vary', 'origin');
  if (method !== 'OPTIONS') return false;
  response.writeHead(204, preflight).end();
  return true;
}
