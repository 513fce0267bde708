import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { Transport } from '../transport/transport.ts';
import { Exchange } from './exchange.ts';

/** A pool of sockets that the transport opens and closes itself. */
export interface UndiciPoolOptions {
  /** Sockets open to the service at once; further requests wait for one. Default 64. */
  readonly connections?: number | undefined;
  /** Milliseconds an idle socket is kept when the service gives no hint. Default 4,000. */
  readonly keepAliveTimeout?: number | undefined;
  /** Longest time an idle socket is kept, whatever the service hints. Default 60,000. */
  readonly keepAliveMaxTimeout?: number | undefined;
  /** Milliseconds before the service's hint runs out at which a socket is given up. Default 2,000. */
  readonly keepAliveTimeoutThreshold?: number | undefined;
  /** Milliseconds a socket may take to open. Default 10,000. */
  readonly connectTimeout?: number | undefined;
  /** URL of an HTTP proxy, credentials included. For other proxies pass a `dispatcher`. */
  readonly proxy?: string | URL | undefined;
}

/** A dispatcher of your own: its settings are yours, and `close` leaves it open. */
export interface UndiciDispatcherOptions {
  readonly dispatcher: Dispatcher;
}

/** A transport over a pool of sockets. Make one for each process and share it between clients. */
export interface UndiciTransport extends Transport {
  /** Waits for requests under way, then closes every socket. Later requests are refused. */
  close(): Promise<void>;
}

const DEFAULTS = {
  connections: 64,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
  keepAliveTimeoutThreshold: 2_000,
  connectTimeout: 10_000,
} as const;

type PoolNumbers = Record<keyof typeof DEFAULTS, number>;

function wrong(option: string, expected: string): ConfigurationError {
  return new ConfigurationError(option, `The transport's ${option} is not valid.`, expected);
}

function checkedNumbers(options: UndiciPoolOptions): PoolNumbers {
  const names = Object.keys(DEFAULTS) as (keyof PoolNumbers)[];
  const numbers = Object.fromEntries(
    names.map((name) => {
      const value = options[name] ?? DEFAULTS[name];
      const minimum = name === 'keepAliveTimeoutThreshold' ? 0 : 1;
      if (!Number.isInteger(value) || value < minimum) {
        throw wrong(name, `Pass a whole number from ${minimum}.`);
      }
      return [name, value];
    }),
  );
  return numbers as PoolNumbers;
}

function checkedProxy(proxy: string | URL): string {
  const url = URL.canParse(String(proxy)) ? new URL(String(proxy)) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw wrong('proxy', 'Pass an absolute http or https URL.');
  }
  return url.href;
}

function openPool(options: UndiciPoolOptions): Dispatcher {
  // One socket carries one request at a time, as in fetch; limits of time are the call's.
  const settings = {
    ...checkedNumbers(options),
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  if (options.proxy === undefined) return new Agent(settings);
  return new ProxyAgent({ ...settings, uri: checkedProxy(options.proxy) });
}

/** Two turns of the event loop: whatever the network had to say by now has then been heard. */
function hearTheNetwork(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(() => setImmediate(resolve));
  });
}

/**
 * A transport for high volume on Node, over a pool of `undici` sockets. Same rules as the default
 * one: no redirect is followed, nothing is retried, limits of time are the call's.
 *
 * A write is not put on a socket whose end has already arrived: such a socket is closed first, so
 * that a service that drops idle connections does not leave outcomes unknown.
 *
 * @throws ConfigurationError for options it cannot work with
 */
export function undiciTransport(
  options: UndiciPoolOptions | UndiciDispatcherOptions = {},
): UndiciTransport {
  const own = 'dispatcher' in options ? undefined : openPool(options);
  const dispatcher = 'dispatcher' in options ? options.dispatcher : own;
  if (dispatcher === undefined || typeof dispatcher.dispatch !== 'function') {
    throw wrong('dispatcher', 'Pass a dispatcher of `undici`.');
  }
  const transport: Transport = async (request) => {
    if (request.method !== 'GET') await hearTheNetwork();
    return Exchange.start(dispatcher, request);
  };
  return Object.assign(transport, {
    reportsSent: true as const,
    close: async () => own?.close(),
  });
}
