import { join } from 'node:path';
import { mockClock } from '@org/payments-mock/remote';
import { createPaymentsClient } from '@org/payments-sdk';
import {
  createJournal,
  type JournalRecord,
  type JournalStore,
  sqliteJournal,
} from '@org/payments-sdk/journal';
import { createWebhookHandler, sqliteStore } from '@org/payments-sdk/webhooks';
import { forward, useProxy } from './proxy.ts';

const {
  PAYMENTS_MOCK_URL = '',
  PAYMENTS_DOCTOR_FOLDER = '',
  PAYMENTS_WEBHOOK_PUBLIC_KEY: publicKeys,
  /** A folder of the repository, on a disk. */
  DISK_FOLDER = '',
  /** A folder in memory, which survives the process and not the machine. */
  MEMORY_FOLDER = '',
  SETUP = '',
} = process.env;

/** What a module exports for the command. */
interface Exports {
  readonly payments?: unknown;
  readonly webhooks?: unknown;
  readonly handled?: () => number;
}

/** The same part of an application, set up so that nothing is wrong, and so that one thing is. */
interface Pair {
  readonly right: () => Exports | Promise<Exports>;
  readonly wrong: () => Exports | Promise<Exports>;
}

const clock = () => mockClock(PAYMENTS_MOCK_URL);
const store = () => sqliteStore(join(PAYMENTS_DOCTOR_FOLDER, 'webhooks.db'));

/** Returns a handler in which nothing is wrong. */
const rightHandler = async () =>
  createWebhookHandler({ publicKeys, clock: await clock(), store: store() });

const journalIn = (folder: string) => ({
  payments: createPaymentsClient({ journal: sqliteJournal(join(folder, 'writes.db')) }),
});

const plainFetch = (request: Request) => fetch(request);

/** Retries what fails. */
const repeatingFetch = (request: Request) => {
  const again = request.clone();
  return fetch(request).catch(() => fetch(again));
};

const loggingFetch = (request: Request) => {
  console.log(request.url, Object.fromEntries(request.headers));
  return fetch(request);
};

async function interceptor(): Promise<Exports> {
  const { setupServer } = await import('msw/node');
  setupServer().listen({ onUnhandledFrame: 'bypass' });
  return { payments: createPaymentsClient() };
}

/** Sends a request again when its reply is lost, and hides that it was. */
async function repeatingInterceptor(): Promise<Exports> {
  const [{ bypass, http }, { setupServer }] = await Promise.all([
    import('msw'),
    import('msw/node'),
  ]);
  const repeat = http.all('*', async ({ request }) => {
    const again = request.clone();
    return fetch(bypass(request)).catch(() => fetch(bypass(again)));
  });
  setupServer(repeat).listen();
  return { payments: createPaymentsClient({ fetch: plainFetch }) };
}

async function throughProxy(handle: Parameters<typeof useProxy>[0]): Promise<Exports> {
  await useProxy(handle);
  return { payments: createPaymentsClient() };
}

/** A wrapper, which hides from the client that the logger is pino and takes the fields first. */
async function wrappedLogger(): Promise<Exports> {
  const { default: pino } = await import('pino');
  const log = pino() as unknown as Console;
  const logger = {
    error: (message: string, fields: object) => log.error(message, fields),
    warn: (message: string, fields: object) => log.warn(message, fields),
    info: (message: string, fields: object) => log.info(message, fields),
    debug: (message: string, fields: object) => log.debug(message, fields),
  };
  return { payments: createPaymentsClient({ logger }) };
}

/** A framework reads the body before the handler does, and passes on what `again` returns. */
async function behindFramework(again: (request: Request) => Promise<BodyInit>): Promise<Exports> {
  const handler = await rightHandler();
  let count = 0;
  handler.on('OUTGOING_PAYMENT.COMPLETED', () => {
    count += 1;
  });
  const webhooks = async (request: Request) => {
    const { url, headers } = request;
    return handler.fetch(new Request(url, { method: 'POST', headers, body: await again(request) }));
  };
  return { webhooks, handled: () => count };
}

/** A store that forgets everything when the process ends. */
function forgetfulStore(): JournalStore {
  const records = new Map<string, JournalRecord>();
  return {
    append: async (record) => void records.set(record.id, record),
    async update(id, end) {
      const record = records.get(id);
      if (record === undefined || end === null) return false;
      records.set(id, { ...record, ...end });
      return true;
    },
    claim: async () => [...records.values()].filter(({ outcome }) => outcome === null),
    open: async () => [],
    prune: async () => 0,
  };
}

type Client = ReturnType<typeof createPaymentsClient>;
type Pay = Client['transfers']['createOut'];

/** A client whose payments go through a function of the application. */
function paysBy(client: Client, createOut: (input: Parameters<Pay>[0]) => unknown): Exports {
  return { payments: { customers: client.customers, transfers: { createOut } } };
}

function keyed(idempotencyKey: () => string): Exports {
  const client = createPaymentsClient();
  return paysBy(client, (input) =>
    client.transfers.createOut(input, { idempotencyKey: idempotencyKey() }),
  );
}

function reporting(report: (cause: unknown) => Error): Exports {
  const client = createPaymentsClient({ retry: 0 });
  return paysBy(client, (input) =>
    client.transfers.createOut(input).catch((cause) => {
      throw report(cause);
    }),
  );
}

const setups: Readonly<Record<string, Pair>> = {
  interceptor: { right: interceptor, wrong: repeatingInterceptor },
  fetch: {
    right: () => ({ payments: createPaymentsClient({ fetch: plainFetch }) }),
    wrong: () => ({ payments: createPaymentsClient({ fetch: repeatingFetch }) }),
  },
  'replaying-proxy': {
    right: () => throughProxy((incoming, outgoing) => forward(incoming, outgoing, 1)),
    wrong: () => throughProxy((incoming, outgoing) => forward(incoming, outgoing, 2)),
  },
  'responding-proxy': {
    async right() {
      await useProxy((incoming, outgoing) => {
        incoming.resume();
        outgoing.end('{"success":true}');
      });
      process.env.NO_PROXY = '127.0.0.1';
      return { payments: createPaymentsClient() };
    },
    wrong: () =>
      throughProxy((incoming, outgoing) => {
        incoming.resume();
        outgoing.setHeader('content-type', 'application/json').end('{"success":true}');
      }),
  },
  'secrets-in-log': {
    right: () => ({ payments: createPaymentsClient({ logger: console, logLevel: 'debug' }) }),
    wrong: () => ({ payments: createPaymentsClient({ fetch: loggingFetch }) }),
  },
  'fields-of-log': {
    async right() {
      const { default: pino } = await import('pino');
      return { payments: createPaymentsClient({ logger: pino() }) };
    },
    wrong: wrappedLogger,
  },
  clock: {
    right: async () => ({ webhooks: await rightHandler() }),
    wrong: () => ({ webhooks: createWebhookHandler({ publicKeys, store: store() }) }),
  },
  'raw-body': {
    right: () => behindFramework((request) => request.arrayBuffer()),
    wrong: () => behindFramework(async (request) => JSON.stringify(await request.json())),
  },
  store: {
    async right() {
      const handler = await rightHandler();
      return { webhooks: handler.on('OUTGOING_PAYMENT.COMPLETED', () => {}) };
    },
    wrong: async () => ({ webhooks: createWebhookHandler({ publicKeys, clock: await clock() }) }),
  },
  journal: {
    right: () => journalIn(PAYMENTS_DOCTOR_FOLDER),
    wrong: () => ({ payments: createPaymentsClient({ journal: createJournal(forgetfulStore()) }) }),
  },
  disk: { right: () => journalIn(DISK_FOLDER), wrong: () => journalIn(MEMORY_FOLDER) },
  key: {
    right() {
      let orders = 0;
      return keyed(() => {
        orders += 1;
        return `order-${process.pid}-${orders}`;
      });
    },
    wrong: () => keyed(() => 'payment-1'),
  },
  'swallowed-error': {
    right: () =>
      reporting((cause) => new Error('The outcome of the payment is in the cause.', { cause })),
    wrong: () => reporting(() => new Error('The payment failed.')),
  },
};

const [name = '', state] = SETUP.split(' ');
const pair = setups[name];
if (pair === undefined) throw new Error(`SETUP names no setup: ${SETUP}`);

/** The module that the tests pass to the command: the setup that SETUP names, such as `key wrong`. */
export const { payments, webhooks, handled } = await pair[state === 'right' ? 'right' : 'wrong']();
