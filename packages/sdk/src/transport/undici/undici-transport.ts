import { Duplex } from 'node:stream';
import type { KindsOf } from '@org/payments-contract/internal';
import {
  Agent,
  buildConnector,
  Client,
  type Dispatcher,
  EnvHttpProxyAgent,
  Pool,
  ProxyAgent,
} from 'undici';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { readPendingEvents } from '../../limits/turns.ts';
import { checkOptions } from '../../options/checks.ts';
import { OpenExchanges } from '../exchanges.ts';
import type { Transport, TransportRequest } from '../transport.ts';
import { Exchange } from './exchange.ts';

/** A pool of sockets that the transport opens and closes itself. */
export interface UndiciPoolOptions {
  /** Sockets open to the service at once; further requests wait for one. Default 64. */
  readonly connections?: number | undefined;
  /** Milliseconds an idle socket is kept when the service sends no hint. Default 4,000. */
  readonly keepAliveTimeout?: number | undefined;
  /** Longest time an idle socket is kept, whatever the service suggests. Default 60,000. */
  readonly keepAliveMaxTimeout?: number | undefined;
  /** Milliseconds before the end of the service's hint at which a socket is closed. Default 2,000. */
  readonly keepAliveTimeoutThreshold?: number | undefined;
  /** Milliseconds a socket may take to open. Default 10,000. */
  readonly connectTimeout?: number | undefined;
  /** URL of an HTTP proxy, credentials included. For other proxies pass a `dispatcher`. */
  readonly proxy?: string | URL | undefined;
}

/** Your own dispatcher, with its own settings; `close` leaves it open. */
export interface UndiciDispatcherOptions {
  /** A dispatcher of `undici`, such as an `Agent`. */
  readonly dispatcher: Dispatcher;
}

/** A transport over a pool of sockets. Create one for each process and share it between clients. */
export interface UndiciTransport extends Transport {
  readonly reportsSent: true;
  /**
   * Rejects requests that have not been sent, waits for those in progress, then closes every
   * socket. Later requests are rejected.
   */
  close(): Promise<void>;
}

const DEFAULTS = {
  connections: 64,
  keepAliveTimeout: 4_000,
  keepAliveMaxTimeout: 60_000,
  keepAliveTimeoutThreshold: 2_000,
  connectTimeout: 10_000,
} as const;

const poolNames: KindsOf<UndiciPoolOptions> = {
  connections: true,
  keepAliveTimeout: true,
  keepAliveMaxTimeout: true,
  keepAliveTimeoutThreshold: true,
  connectTimeout: true,
  proxy: true,
};

const dispatcherNames: KindsOf<UndiciDispatcherOptions> = { dispatcher: true };

type PoolNumbers = Record<keyof typeof DEFAULTS, number>;

function optionError(option: string, expected: string): ConfigurationError {
  return new ConfigurationError(option, `The transport's ${option} is not valid.`, expected);
}

function checkedNumbers(options: UndiciPoolOptions): PoolNumbers {
  const names = Object.keys(DEFAULTS) as (keyof PoolNumbers)[];
  const numbers = Object.fromEntries(
    names.map((name) => {
      const value = options[name] ?? DEFAULTS[name];
      const minimum = name === 'keepAliveTimeoutThreshold' ? 0 : 1;
      if (!Number.isInteger(value) || value < minimum) {
        throw optionError(name, `Pass a whole number from ${minimum}.`);
      }
      return [name, value];
    }),
  );
  return numbers as PoolNumbers;
}

function checkedProxy(proxy: string | URL): string {
  const url = URL.canParse(String(proxy)) ? new URL(String(proxy)) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw optionError('proxy', 'Pass an absolute http or https URL.');
  }
  return url.href;
}

/**
 * Whether a dispatcher is one of undici's that send over sockets, as it is. Others, such as a
 * `MockAgent` or one with interceptors, may act on a request without reporting its start.
 */
function isSocketDispatcher(dispatcher: Dispatcher): boolean {
  return [Agent, Pool, Client, ProxyAgent, EnvHttpProxyAgent].some(
    ({ prototype }) =>
      Object.getPrototypeOf(dispatcher) === prototype && dispatcher.dispatch === prototype.dispatch,
  );
}

interface OpenPool {
  readonly dispatcher: Dispatcher;
  destroy(): void;
}

/** A pool whose sockets can be destroyed while they are still connecting, which undici's cannot. */
function openPool(options: UndiciPoolOptions): OpenPool {
  // One socket carries one request at a time, as in fetch; time limits are the call's.
  const settings = {
    ...checkedNumbers(options),
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const sockets = new Set<Duplex>();
  const connector = buildConnector({ timeout: settings.connectTimeout, allowH2: false });
  const connect: buildConnector.connector = (target, callback) => {
    // Its type leaves out the socket that it returns while it connects.
    const socket = connector(target, callback) as unknown;
    if (!(socket instanceof Duplex)) return;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
  const dispatcher =
    options.proxy === undefined
      ? new Agent({ ...settings, connect })
      : new ProxyAgent({ ...settings, uri: checkedProxy(options.proxy) });
  return {
    dispatcher,
    destroy() {
      // A pool that waits for its proxy never finishes closing; its sockets are destroyed at once.
      void dispatcher.destroy().catch(() => undefined);
      for (const socket of sockets) socket.destroy();
    },
  };
}

/**
 * A transport for high volume on Node, over a pool of `undici` sockets. Same rules as the default
 * one: no redirect is followed, nothing is retried, time limits are the call's.
 *
 * A write is not sent on a socket that the service has already closed: such a socket is closed
 * first, so that a service that drops idle connections does not leave outcomes unknown.
 *
 * @throws ConfigurationError for invalid options
 *
 * @example
 * const transport = undiciTransport({ connections: 128 });
 * const payments = createPaymentsClient({ transport });
 */
export function undiciTransport(
  options: UndiciPoolOptions | UndiciDispatcherOptions = {},
): UndiciTransport {
  const names = 'dispatcher' in Object(options) ? dispatcherNames : poolNames;
  checkOptions(options, names, { of: 'undiciTransport' });
  const own = 'dispatcher' in options ? undefined : openPool(options);
  const dispatcher = 'dispatcher' in options ? options.dispatcher : own?.dispatcher;
  if (dispatcher === undefined || typeof dispatcher.dispatch !== 'function') {
    throw optionError('dispatcher', 'Pass a dispatcher of `undici`.');
  }
  const exchanges = new OpenExchanges();
  const reportsStart = own !== undefined || isSocketDispatcher(dispatcher);
  const transport = async (request: TransportRequest) => {
    if (request.method !== 'GET') await readPendingEvents();
    return await new Exchange(request, exchanges).start(dispatcher, reportsStart);
  };
  const close = async () => {
    await exchanges.close();
    own?.destroy();
  };
  return Object.assign(transport, { reportsSent: true as const, takesStop: true as const, close });
}
