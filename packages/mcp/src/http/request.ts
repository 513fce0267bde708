import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpRefusal } from '../errors/mcp-errors.ts';
import { hostOf } from '../host-header.ts';

/** Who is let in. */
export interface AccessRules {
  /** Names in the `Host` header, without a port. */
  readonly hosts: ReadonlySet<string>;
  readonly origins: ReadonlySet<string>;
  readonly token: string;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** The host of the address at which a server is reached: `[::1]` for `::1`. */
export function writtenHost(host: string): string {
  const written = host.includes(':') ? `[${host}]` : host;
  // As clients write it: `[::1]` for `[0:0:0:0:0:0:0:1]`.
  return URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : written;
}

/** The names of a server that listens on an address: its own, and of loopback the usual ones. */
export function hostNames(host: string, more: readonly string[]): ReadonlySet<string> {
  const written = writtenHost(host);
  const own = isLoopback(written) ? [written, ...loopback] : [written];
  return new Set([...own, ...more].map((name) => name.toLowerCase()));
}

/** Whether an address can be reached from the same machine only. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares two strings in a time that does not depend on where they differ. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/**
 * Checks the name under which a request reaches the server, so that a page cannot reach it under a
 * name of its own (DNS rebinding).
 *
 * @throws HttpRefusal
 */
export function requireHost(request: IncomingMessage, { hosts }: AccessRules): void {
  if (!hosts.has(nameOf(hostOf(request)))) throw new HttpRefusal('FORBIDDEN_HOST');
}

/**
 * Checks where a request comes from: its host, so that a page cannot reach the server under a name of
 * its own (DNS rebinding), and its origin, so that no other page can.
 *
 * @throws HttpRefusal
 */
export function requireSource(request: IncomingMessage, rules: AccessRules): void {
  requireHost(request, rules);
  const { headers } = request;
  if (headers.origin !== undefined && !rules.origins.has(headers.origin)) {
    throw new HttpRefusal('FORBIDDEN_ORIGIN');
  }
}

/** Checks the bearer token of a request. @throws HttpRefusal */
export function requireToken({ headers }: IncomingMessage, { token }: AccessRules): void {
  const [, given] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined || !isSame(given, token)) throw new HttpRefusal('UNAUTHORIZED');
}

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

function tooLarge(limit: number): HttpRefusal {
  return new HttpRefusal('BODY_TOO_LARGE', `A body may have at most ${limit} bytes.`);
}

/**
 * Reads the JSON value of a body of at most `limit` bytes. What is beyond is not kept.
 *
 * @throws HttpRefusal
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<unknown> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new HttpRefusal('INVALID_JSON');
  }
}
