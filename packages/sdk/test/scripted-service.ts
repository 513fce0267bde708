import type { ErrorBody } from '@org/payments-contract';
import type { PaymentsClientOptions } from '../src/call/options.ts';
import { createPaymentsClient } from '../src/client/payments-client.ts';
import { fetchTransport } from '../src/transport/default-transport.ts';
import type { Transport } from '../src/transport/transport.ts';
import { EagerClock } from './fake-clock.ts';

/** One request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** What the service does with a request: it responds, or fails like a network. */
export type Reply =
  | Response
  | Error
  | ((request: Received) => Response | Error | Promise<Response | Error>);

/** A service that responds by a script and remembers what it was sent. */
export function scriptedService(...script: Reply[]) {
  const received: Received[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    const seen = { method, url, headers, body: await request.text() };
    received.push(seen);
    const next = script.shift();
    if (next === undefined) throw new Error(`Nothing is scripted for ${method} ${url}.`);
    const reply = typeof next === 'function' ? await next(seen) : next;
    if (reply instanceof Error) throw reply;
    return reply;
  };
  return { fetch, received, script };
}

export const BASE_URL = 'https://api.example.com/payments/2025-10-13';

/**
 * The transport of a scripted service that reports what was sent: a connecting error proves that
 * nothing was.
 */
function reportingTransport(service: Pick<ReturnType<typeof scriptedService>, 'fetch'>): Transport {
  const send = fetchTransport(service.fetch);
  const transport: Transport = async (request) => {
    try {
      const response = await send(request);
      request.onSent?.();
      return response;
    } catch (error) {
      const { syscall = '' } = (error as { cause?: { syscall?: string } }).cause ?? {};
      if (!Object.values(connecting).includes(syscall)) request.onSent?.();
      throw error;
    }
  };
  return Object.assign(transport, { reportsSent: true as const });
}

/** Responds to the read that shows the clock of the service, which is in no script. */
const besideScript =
  (fetch: (request: Request) => Promise<Response>) =>
  async (request: Request): Promise<Response> => {
    const isClockRead = request.method === 'GET' && request.url.endsWith('/config');
    return isClockRead ? refusal(403, 'FORBIDDEN') : fetch(request);
  };

/**
 * A client over a scripted service, on a clock that does not make tests wait. Responses without
 * a `Date` get that of the clock.
 *
 * @param hasConfig whether the script has the responses to reads of the configuration
 */
export function scriptedClient(
  script: Reply[],
  options: PaymentsClientOptions = {},
  hasConfig = false,
) {
  const service = scriptedService(...script);
  const clock = new EagerClock();
  const { now } = options.clock ?? clock;
  const dated = async (request: Request) => {
    const response = await (hasConfig ? service.fetch : besideScript(service.fetch))(request);
    if (response.headers.has('date')) return response;
    response.headers.set('date', new Date(now.call(options.clock ?? clock)).toUTCString());
    return response;
  };
  const payments = createPaymentsClient({
    baseUrl: BASE_URL,
    tokenId: 'token',
    clientSecret: 'client-secret-value',
    fetch: dated,
    clock,
    // Scripts have the responses of three attempts, whatever the default is.
    retry: 2,
    ...options,
  });
  return { payments, clock, ...service };
}

/** A client as {@link scriptedClient}, over a transport that reports what was sent. */
export function reportingClient(script: Reply[], options: PaymentsClientOptions = {}) {
  const service = scriptedService(...script);
  const { payments, clock } = scriptedClient([], {
    transport: reportingTransport({ fetch: besideScript(service.fetch) }),
    ...options,
  });
  return { payments, clock, ...service };
}

export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response {
  return Response.json(body, { status, headers });
}

/** A refusal as the service words it. */
export function refusal(status: number, code: string, more: Partial<ErrorBody> = {}): Response {
  return json(status, { status, code, message: `${code}.`, ...more });
}

/** System calls that fail before a connection exists. */
const connecting: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connect',
  ENOTFOUND: 'getaddrinfo',
};

/** What `fetch` of Node throws, with a system error behind it. */
export function networkError(code: string, syscall = connecting[code] ?? 'read'): TypeError {
  const cause = Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  return new TypeError('fetch failed', { cause });
}

/** A card as the service returns it. */
export const card = {
  id: 'Card:1',
  cardholderId: 'Customer:1',
  state: 'FROZEN',
  form: 'VIRTUAL',
  fundingSources: ['InternalAccount:1'],
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-05T09:00:00Z',
};

/** What is said of a document that is uploaded. */
export const passport = {
  documentHolder: 'Customer:1',
  documentType: 'PASSPORT',
  country: 'GB',
} as const;

/** A document as the service returns it. */
export const document = {
  id: 'Document:1',
  ...passport,
  fileName: 'passport.pdf',
  createdAt: '2026-01-05T09:00:00Z',
};

/** A challenge that ends five minutes after the fake clock's start. */
export const challenge = {
  payloadToSign: '{"b":1, "a":"ü"}',
  requestId: 'Request:0f8fad5b-d9cb-469f-a165-70867728950e',
  expiresAt: '2026-01-05T09:05:00Z',
};

/** What `customers.createKycLink` returns, a write with a key. */
export const kycLink = {
  kycUrl: 'https://verify.example/secret',
  expiresAt: '2026-02-05T09:00:00Z',
  provider: 'P',
};
