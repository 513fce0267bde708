import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HttpRefusal } from '../errors/http-refusal.ts';

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
export function requireHost({ headers }: IncomingMessage, { hosts }: AccessRules): void {
  if (!hosts.has(nameOf(headers.host ?? ''))) throw new HttpRefusal('FORBIDDEN_HOST');
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
