import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Why a request is not let in. */
export interface Denial {
  readonly status: 401 | 403;
  readonly code: 'FORBIDDEN_HOST' | 'FORBIDDEN_ORIGIN' | 'UNAUTHORIZED';
  readonly message: string;
}

/** Who is let in. */
export interface AccessRules {
  /** Names in the `Host` header, without a port. */
  readonly hosts: ReadonlySet<string>;
  /** Origins of pages. */
  readonly origins: ReadonlySet<string>;
  readonly token: string;
}

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

/** The names of a server that listens on an address: of loopback, all of them. */
export function hostNames(host: string, more: readonly string[]): ReadonlySet<string> {
  const written = host.includes(':') ? `[${host}]` : host;
  const own = isLoopback(host) ? loopback : [written];
  return new Set([...own, ...more].map((name) => name.toLowerCase()));
}

/** Whether an address can be reached from the same machine only. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function nameOf(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Compares two texts in a time that does not depend on where they differ. */
function isSame(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right));
}

/**
 * Why a request is not let in; undefined where it is. The host is checked, so that a page cannot
 * reach the server under a name of its own; the origin, so that no other page can.
 */
export function denialOf({ headers }: IncomingMessage, rules: AccessRules): Denial | undefined {
  if (!rules.hosts.has(nameOf(headers.host ?? ''))) {
    const message = 'The name in the Host header is not one of the server.';
    return { status: 403, code: 'FORBIDDEN_HOST', message };
  }
  if (headers.origin !== undefined && !rules.origins.has(headers.origin)) {
    const message = 'Pages of this origin are not allowed.';
    return { status: 403, code: 'FORBIDDEN_ORIGIN', message };
  }
  const [, given] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined || !isSame(given, rules.token)) {
    const message = "The Authorization header does not carry the server's bearer token.";
    return { status: 401, code: 'UNAUTHORIZED', message };
  }
  return undefined;
}
