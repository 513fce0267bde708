import { createPaymentsClient, type PaymentsClient } from '../src/client/payments-client.ts';
import type { Transport, TransportRequest, TransportResponse } from '../src/transport/transport.ts';
import { walletQuote } from './any-operation.ts';
import { EagerClock } from './fake-clock.ts';
import { BASE_URL, card, challenge } from './scripted-service.ts';

const TIMEOUT = 30_000;

/** What happens to one request, at the service and on the way. */
export interface ModelEvent {
  readonly name: string;
  /**
   * Whether the request reaches the service, which then acts on it. `either`: the client sees the
   * same in both cases, so that one run stands for both.
   */
  readonly applied: boolean | 'either';
  /** Events of one class are the same to a client that decides what to do next. */
  readonly seenAs?: string;
  /**
   * Whether it is certain that nobody acted, so that the client must call it a failure; `if reported`:
   * over a transport that reports what was sent.
   */
  readonly isKnownFailure?: true | 'if reported';
  readonly play: (exchange: ModelExchange) => Promise<TransportResponse>;
}

/** One request in progress in the model. */
export interface ModelExchange {
  readonly request: TransportRequest;
  readonly clock: EagerClock;
  readonly controller: AbortController;
  /** The response of a service that did what it was asked. */
  readonly success: { readonly status: number; readonly body: unknown };
}

const never = new Promise<never>(() => {});

function response(
  status: number,
  text: string,
  type = 'application/json',
  broken = false,
): TransportResponse {
  const fields = new Map([['content-type', type]]);
  const read = async () => {
    if (broken) throw systemError('ECONNRESET', 'read');
    return text;
  };
  return {
    status,
    header: (name) => fields.get(name.toLowerCase()) ?? null,
    headers: () => fields,
    text: read,
    bytes: async () => new TextEncoder().encode(await read()),
  };
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
}

function refuse(status: number, code: string): ModelEvent['play'] {
  const text = JSON.stringify({ status, code, message: `${code}.` });
  return async ({ request }) => {
    request.onSent?.();
    return response(status, text);
  };
}

function lost(code: string, syscall: string): ModelEvent['play'] {
  return async ({ request }) => {
    request.onSent?.();
    throw systemError(code, syscall);
  };
}

const html: ModelEvent['play'] = async ({ request }) => {
  request.onSent?.();
  return response(502, '<html>', 'text/html');
};

const aborted: ModelEvent['play'] = ({ request, controller }) => {
  request.onSent?.();
  controller.abort();
  return never;
};

function late(milliseconds: number): ModelEvent['play'] {
  return ({ request, clock }) => {
    request.onSent?.();
    queueMicrotask(() => clock.advance(milliseconds));
    return never;
  };
}

function succeed(change: (text: string, status: number) => TransportResponse): ModelEvent['play'] {
  return async ({ request, success }) => {
    request.onSent?.();
    return change(JSON.stringify(success.body), success.status);
  };
}

const withField = (text: string, field: string) => `${text.slice(0, -1)},${field}}`;

/** Everything that network and service can do to a request. */
export const events: readonly ModelEvent[] = [
  {
    name: 'nothing left',
    applied: false,
    isKnownFailure: 'if reported',
    play: async () => {
      throw systemError('ECONNREFUSED', 'connect');
    },
  },
  {
    name: 'dropped on the way',
    applied: false,
    seenAs: 'may have left',
    play: lost('ECONNRESET', 'write'),
  },
  {
    name: 'applied, response lost',
    applied: true,
    seenAs: 'may have left',
    play: lost('EHOSTUNREACH', 'read'),
  },
  { name: 'applied, response late', applied: true, seenAs: 'may have left', play: late(TIMEOUT) },
  { name: 'not applied, deadline', applied: false, play: late(1_000_000) },
  { name: '409', applied: false, isKnownFailure: true, play: refuse(409, 'CONFLICT') },
  {
    name: '429',
    applied: false,
    isKnownFailure: true,
    seenAs: 'refused for now',
    play: refuse(429, 'RATE_LIMITED'),
  },
  {
    name: '503',
    applied: false,
    isKnownFailure: true,
    seenAs: 'refused for now',
    play: refuse(503, 'SERVICE_UNAVAILABLE'),
  },
  { name: '500 before or after applying', applied: 'either', play: refuse(500, 'INTERNAL_ERROR') },
  { name: '502 before or after applying', applied: 'either', seenAs: 'may have left', play: html },
  {
    name: 'truncated JSON',
    applied: true,
    play: succeed((text, status) => response(status, text.slice(0, -5))),
  },
  {
    name: 'body cut off',
    applied: true,
    seenAs: 'may have left',
    play: succeed((text, status) => response(status, text, undefined, true)),
  },
  { name: 'portal', applied: false, play: succeed(() => response(200, '<html>', 'text/html')) },
  {
    name: "a gateway's success before or after applying",
    applied: 'either',
    play: succeed(() => response(200, '{"success":false}')),
  },
  {
    name: "a gateway's id before or after applying",
    applied: 'either',
    play: succeed((_text, status) => response(status, '{"id":"Elsewhere:1"}')),
  },
  { name: 'aborted before or after applying', applied: 'either', play: aborted },
  {
    name: 'success with a rounded integer in an unknown field',
    applied: true,
    play: succeed((text, status) => response(status, withField(text, '"later":9007199254740993'))),
  },
  { name: 'success with 202', applied: true, play: succeed((text) => response(202, text)) },
  { name: 'success', applied: true, play: succeed((text, status) => response(status, text)) },
];

/** A kind of operation and its call. */
export interface ModelKind {
  readonly name: string;
  readonly changes: boolean;
  readonly isKeyed: boolean;
  readonly call: (payments: PaymentsClient, signal: AbortSignal) => Promise<unknown>;
  /** What success is; the first leg of a signed operation asks for a stamp. */
  readonly success: (request: TransportRequest) => ModelExchange['success'];
  /** Whether acting on the request changes something. */
  readonly isChange: (request: TransportRequest) => boolean;
}

const isExecution = ({ method }: TransportRequest) => method === 'POST';
const isSecondLeg = ({ headers }: TransportRequest) => 'Service-Wallet-Signature' in headers;
const always = () => true;
const ok =
  (body: unknown, status = 200) =>
  () => ({ status, body });
const customer = { id: 'Customer:1', platformCustomerId: 'p', customerType: 'INDIVIDUAL' };
const stamper = { stamp: async () => 'stamp' };

/** The kinds of operation by what may be sent twice. */
export const kinds: readonly ModelKind[] = [
  {
    name: 'read',
    changes: false,
    isKeyed: false,
    isChange: () => false,
    success: ok(card),
    call: (payments, signal) => payments.cards.get({ id: 'Card:1' }, { signal }),
  },
  {
    name: 'keyed write',
    changes: true,
    isKeyed: true,
    isChange: always,
    success: ok({ kycUrl: 'https://x.example', expiresAt: card.createdAt, provider: 'P' }),
    call: (payments, signal) =>
      payments.customers.createKycLink({ customerId: 'Customer:1' }, { signal }),
  },
  {
    name: 'unkeyed write',
    changes: true,
    isKeyed: false,
    isChange: always,
    success: ok({ id: 'Transaction:1', status: 'REJECTED' }),
    call: (payments, signal) =>
      payments.transactions.reject({ transactionId: 'Transaction:1' }, { signal }),
  },
  {
    name: 'write that may need a signature',
    changes: true,
    isKeyed: false,
    isChange: always,
    success: ok(customer),
    call: (payments, signal) =>
      payments.customers.update({ customerId: 'Customer:1', fullName: 'Ada' }, { signal }),
  },
  {
    name: 'signed write',
    changes: true,
    isKeyed: false,
    isChange: isSecondLeg,
    success: (request) =>
      isSecondLeg(request) ? { status: 200, body: card } : { status: 202, body: challenge },
    call: (payments, signal) =>
      payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper, signal }),
  },
  {
    name: 'write with an inline signature',
    changes: true,
    isKeyed: true,
    isChange: isExecution,
    success: (request) => ({
      status: 200,
      body: isExecution(request) ? { ...walletQuote, status: 'PROCESSING' } : walletQuote,
    }),
    call: (payments, signal) =>
      payments.quotes.execute({ quoteId: 'Quote:1' }, { stamper, signal }),
  },
];

/** What a service did in the course of a run. */
export interface ModelService {
  /** Changes that it applied; a repeated key applies none. */
  readonly effects: number;
  readonly keys: ReadonlySet<string>;
}

/** Longest run; requests beyond it succeed without being counted as further events. */
const MAX_ATTEMPTS = 4;

/** The services after a request that each of them acted on or did not. */
function afterRequest(
  services: readonly ModelService[],
  { applied }: ModelEvent,
  key: string | undefined,
  isChange: boolean,
): readonly ModelService[] {
  if (applied === false) return services;
  const acted = services.map(({ effects, keys }) => ({
    effects: isChange && !(key !== undefined && keys.has(key)) ? effects + 1 : effects,
    keys: key === undefined ? keys : new Set([...keys, key]),
  }));
  return applied === 'either' ? [...services, ...acted] : acted;
}

/** Plays events against a real client; `wrap` may make its transport careless. */
export async function playModel(
  kind: ModelKind,
  script: readonly ModelEvent[],
  reportsSent: boolean,
  wrap: (transport: Transport) => Transport = (transport) => transport,
) {
  const clock = new EagerClock();
  const controller = new AbortController();
  const played: ModelEvent[] = [];
  let services: readonly ModelService[] = [{ effects: 0, keys: new Set() }];
  let isOpen = false;
  const success = events.at(-1) as ModelEvent;
  const send: Transport = (request) => {
    let event = script[played.length];
    if (event === undefined) {
      if (played.length < MAX_ATTEMPTS) isOpen = true;
      event = success;
    }
    played.push(event);
    const key = request.headers['Idempotency-Key'];
    services = afterRequest(services, event, key, kind.isChange(request));
    return event.play({ request, clock, controller, success: kind.success(request) });
  };
  const transport = reportsSent ? Object.assign(send, { reportsSent: true as const }) : send;
  const payments = createPaymentsClient({
    baseUrl: BASE_URL,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: TIMEOUT,
    retry: MAX_ATTEMPTS - 1,
    clock,
    transport: wrap(transport),
  });
  let error: unknown;
  try {
    await kind.call(payments, controller.signal);
  } catch (thrown) {
    error = thrown;
  }
  return {
    played,
    /** One for each way in which the service may have acted on what it received. */
    services,
    error,
    /** The client asked for more events than there were. */
    isOpen,
  };
}

/** The result of one run: what the service did, and what the caller received. */
export type ModelRun = Awaited<ReturnType<typeof playModel>>;
