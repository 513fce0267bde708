import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fields } from '@org/payments-contract';
import type { RecoveredOutcome } from './messages.ts';
import type { InstalledTools, Setup } from './setups.ts';

type Call = (input: object) => Promise<unknown>;

/** The parts of a client that are called. */
export interface Client {
  readonly transfers: { readonly createOut: Call };
  readonly customers: { readonly create: Call };
  readonly recover?: (options: {
    readonly deadline: number;
  }) => PromiseLike<readonly RecoveredOutcome[]>;
}

/** Where deliveries go: a handler of the SDK, a function, or the address of a server. */
export interface Webhooks {
  deliver(request: Request): Promise<Response>;
  /** How often handlers have run; undefined if nothing counts it. */
  handled(): number | undefined | Promise<number | undefined>;
}

/** What is tried. */
export interface Subject {
  readonly client: Client | undefined;
  readonly webhooks: Webhooks | undefined;
}

const isObject = (value: unknown): value is Fields =>
  (typeof value === 'object' || typeof value === 'function') && value !== null;

const hasFunction = (value: unknown, name: string) =>
  isObject(value) && typeof value[name] === 'function';

const isClient = (value: unknown): value is Client =>
  isObject(value) &&
  hasFunction(value.transfers, 'createOut') &&
  hasFunction(value.customers, 'create');

interface Handler {
  fetch(request: Request): Promise<Response>;
  on?(type: string, handler: () => void): unknown;
}

/** Counts the events that a handler of the SDK handles, if a place for another function is free. */
function countOf(handler: Handler): (() => number) | undefined {
  let count = 0;
  for (const type of ['*', 'OUTGOING_PAYMENT.COMPLETED']) {
    try {
      handler.on?.(type, () => {
        count += 1;
      });
      return handler.on === undefined ? undefined : () => count;
    } catch {
      // The application has a handler for it.
    }
  }
  return undefined;
}

function webhooksOf(exported: unknown, given: unknown): Webhooks | undefined {
  const own = typeof given === 'function' ? (given as () => number) : undefined;
  if (typeof exported === 'string') {
    const deliver = (request: Request) => fetch(exported, request);
    return { deliver, handled: own ?? (() => undefined) };
  }
  if (hasFunction(exported, 'fetch')) {
    const handler = exported as Handler;
    const count = own ?? countOf(handler) ?? (() => undefined);
    return { deliver: (request) => handler.fetch(request), handled: count };
  }
  if (typeof exported !== 'function') return undefined;
  const deliver = async (request: Request) => exported(request) as Response;
  return { deliver, handled: own ?? (() => undefined) };
}

async function moduleSubject(path: string): Promise<Subject> {
  const found: Fields = await import(pathToFileURL(resolve(path)).href);
  // A module of CommonJS may have its exports below `default` only.
  const exported: Fields = { ...(isObject(found.default) ? found.default : {}), ...found };
  const { payments, webhooks, handled } = exported;
  const made: unknown = await (typeof payments === 'function' && !isClient(payments)
    ? payments()
    : payments);
  return {
    client: isClient(made) ? made : undefined,
    webhooks: webhooksOf(webhooks, handled),
  };
}

type Load = (name: string) => Fields;

/** Loads an interceptor so that it lets every request pass. */
function intercept(load: Load, interceptor: InstalledTools['interceptor']): void {
  if (interceptor === 'msw') {
    const { setupServer } = load('msw/node') as {
      setupServer(): { listen(options: object): void };
    };
    setupServer().listen({ onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' });
  }
  if (interceptor === 'nock') load('nock');
  if (interceptor === 'MockAgent') {
    const { MockAgent, setGlobalDispatcher } = load('undici') as {
      MockAgent: new () => { enableNetConnect(): void };
      setGlobalDispatcher(agent: object): void;
    };
    const agent = new MockAgent();
    agent.enableNetConnect();
    setGlobalDispatcher(agent);
  }
}

function senderOptions(load: Load, sender: InstalledTools['sender']): object {
  if (sender === 'node:http') return {};
  if (sender === 'undici') {
    const { undiciTransport } = load('@org/payments-sdk/undici') as { undiciTransport(): object };
    return { transport: undiciTransport() };
  }
  if (sender === 'fetch') return { fetch: (request: Request) => fetch(request) };
  const nodeFetch = load('node-fetch');
  return { fetch: typeof nodeFetch === 'function' ? nodeFetch : nodeFetch.default };
}

function loggerOptions(load: Load, logger: InstalledTools['logger']): object {
  if (logger === undefined) return {};
  if (logger === 'pino') return { logger: (load('pino') as unknown as () => object)() };
  if (logger === 'bunyan') {
    const { createLogger } = load('bunyan') as { createLogger(options: object): object };
    return { logger: createLogger({ name: 'payments' }) };
  }
  const { createLogger, transports } = load('winston') as {
    createLogger(options: object): object;
    transports: { Console: new () => object };
  };
  return { logger: createLogger({ transports: [new transports.Console()] }) };
}

function toolSubject({ interceptor, logger, sender }: InstalledTools): Subject {
  const load: Load = createRequire(join(process.cwd(), 'package.json'));
  intercept(load, interceptor);
  const { createPaymentsClient } = load('@org/payments-sdk') as {
    createPaymentsClient(options: object): Client;
  };
  const options = { ...senderOptions(load, sender), ...loggerOptions(load, logger) };
  return { client: createPaymentsClient(options), webhooks: undefined };
}

/** Loads a setup. */
export async function loadSubject({ module, tools }: Setup): Promise<Subject> {
  if (module !== undefined) return moduleSubject(module);
  if (tools !== undefined) return toolSubject(tools);
  return { client: undefined, webhooks: undefined };
}
