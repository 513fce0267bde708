import type { Agent as HttpAgent } from 'node:http';
import type { Agent as HttpsAgent } from 'node:https';
import type { SecureContextOptions } from 'node:tls';
import type { KindsOf } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { checkOptions } from '../../options/checks.ts';

/** Certificates of the connection, as `node:tls` takes them. */
export type TlsOptions = Pick<
  SecureContextOptions,
  'ca' | 'cert' | 'key' | 'passphrase' | 'pfx' | 'crl' | 'ciphers' | 'minVersion'
>;

/** A pool of connections that the transport opens and closes itself. */
export interface NodeHttpPoolOptions {
  /** Connections open to each origin at once; further requests wait for one. Default 64. */
  readonly connections?: number | undefined;
  /**
   * Milliseconds an idle connection is kept, from 1,001. The `Keep-Alive` of a response can
   * shorten it. Default 4,000.
   */
  readonly keepAliveTimeout?: number | undefined;
  /** Milliseconds a connection may take: name, socket, proxy and TLS. Default 10,000. */
  readonly connectTimeout?: number | undefined;
  /** Bytes the header fields of a response may have. Default 16,384. */
  readonly maxHeaderSize?: number | undefined;
  /**
   * Whether HTTPS_PROXY and NO_PROXY are followed. Default true. The variables are read when the
   * transport is created. HTTP_PROXY is not: http is for services on this machine.
   */
  readonly proxyFromEnv?: boolean | undefined;
  /** Certificate authorities and client certificates. */
  readonly tls?: TlsOptions | undefined;
}

/** Your own agents, with their own settings; `close` leaves them open. */
export interface NodeHttpAgentOptions {
  /** An agent of `node:https` for https URLs, one of `node:http` for http URLs, or both. */
  readonly agent: HttpAgent | HttpsAgent | { readonly http: HttpAgent; readonly https: HttpsAgent };
  /** Bytes the header fields of a response may have. Default 16,384. */
  readonly maxHeaderSize?: number | undefined;
}

const poolNames: KindsOf<NodeHttpPoolOptions> = {
  connections: true,
  keepAliveTimeout: true,
  connectTimeout: true,
  maxHeaderSize: true,
  proxyFromEnv: true,
  tls: true,
};

const agentNames: KindsOf<NodeHttpAgentOptions> = { agent: true, maxHeaderSize: true };

/** @throws ConfigurationError for an option that is not known, or has no effect with an agent */
export function checkNames(options: unknown): void {
  const names = 'agent' in Object(options) ? agentNames : poolNames;
  checkOptions(options, names, { of: 'nodeHttpTransport' });
}

const LARGEST_TIMER = 2_147_483_647;

const numbers = {
  connections: { fallback: 64, least: 1 },
  // Node closes an idle connection a second before the time the service announces.
  keepAliveTimeout: { fallback: 4_000, least: 1_001 },
  connectTimeout: { fallback: 10_000, least: 1 },
  maxHeaderSize: { fallback: 16_384, least: 1_024 },
} as const;

/** The numbers of the options, with defaults for those left out. */
export type NodeHttpNumbers = Readonly<Record<keyof typeof numbers, number>>;

/** @throws ConfigurationError for a number out of range */
export function checkedNumbers(
  options: Partial<Readonly<Record<keyof typeof numbers, number | undefined>>>,
): NodeHttpNumbers {
  const names = Object.keys(numbers) as (keyof typeof numbers)[];
  const checked = names.map((name) => {
    const { fallback, least } = numbers[name];
    const value = options[name] ?? fallback;
    if (!Number.isInteger(value) || value < least || value > LARGEST_TIMER) {
      throw new ConfigurationError(
        name,
        `The transport's ${name} is ${String(value)}, which is out of range.`,
        `Pass a whole number from ${least} to ${LARGEST_TIMER}.`,
      );
    }
    return [name, value];
  });
  return Object.fromEntries(checked) as NodeHttpNumbers;
}

/** The variables that Node's agents read. */
export type ProxyEnvironment = Readonly<
  Partial<Record<'HTTPS_PROXY' | 'NO_PROXY' | 'https_proxy' | 'no_proxy', string>>
>;

const names = ['HTTPS_PROXY', 'NO_PROXY', 'https_proxy', 'no_proxy'] as const;

/** Returns the proxy variables that are set, or undefined if none names a proxy. */
export function proxyEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): ProxyEnvironment | undefined {
  const set = names.flatMap((name) => {
    const value = env[name];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return set.some(([name]) => !/^no_proxy$/i.test(name)) ? Object.fromEntries(set) : undefined;
}

/** Whether the agents of a version of Node take `proxyEnv`: 22.21 and later 22, 24.5 and later. */
export function agentsFollowProxies(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 5) || (major === 22 && minor >= 21);
}

/**
 * Checks that a proxy variable can be followed. Node ignores values it cannot use,
 * and a request that should have gone through a proxy would be sent directly.
 *
 * @throws ConfigurationError if the value or the version of Node does not permit it
 */
export function checkProxy(env: ProxyEnvironment, version: string): void {
  if ((env.no_proxy ?? env.NO_PROXY)?.trim() === '*') return;
  const name = (['https_proxy', 'HTTPS_PROXY'] as const).find((one) => env[one] !== undefined);
  const value = name === undefined ? undefined : env[name];
  if (name === undefined || value === undefined) return;
  const protocol = URL.canParse(value) ? new URL(value).protocol : undefined;
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new ConfigurationError(
      name,
      `The variable ${name} is not an http or https URL; such a proxy cannot be used.`,
      'Set it to `http://host:port`, pass an `agent` for this proxy, or set `proxyFromEnv: false`.',
    );
  }
  if (!agentsFollowProxies(version)) {
    throw new ConfigurationError(
      name,
      `The variable ${name} is set, and node:http of Node ${version} cannot follow it.`,
      'Use Node 22.21, 24.5 or later, pass an `agent` or `undiciTransport({ proxy })`, or set `proxyFromEnv: false`.',
    );
  }
}
