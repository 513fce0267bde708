import { createPaymentsClient, type PaymentsClient } from '../src/config/payments-client.ts';
import type { Transport, TransportRequest, TransportResponse } from '../src/transport/transport.ts';
import { EagerClock } from './fake-clock.ts';
import { BASE_URL, card, challenge } from './scripted-service.ts';

const TIMEOUT = 30_000;

/** What happens to one request, at the service and on the way. */
export interface ModelEvent {
  readonly name: string;
  /** Whether the request reaches the service, which then acts on it. */
  readonly applied: boolean;
  /** Whether the service, or nobody, can have acted: the client may call it a failure. */
  readonly isKnownFailure?: true;
  readonly play: (exchange: ModelExchange) => Promise<TransportResponse>;
}

/** One request under way in the model. */
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
    isKnownFailure: true,
    play: async () => {
      throw systemError('ECONNREFUSED', 'connect');
    },
  },
  { name: 'dropped on the way', applied: false, play: lost('ECONNRESET', 'write') },
  { name: 'applied, response lost', applied: true, play: lost('EHOSTUNREACH', 'read') },
  { name: 'applied, response late', applied: true, play: late(TIMEOUT) },
  { name: 'not applied, deadline', applied: false, play: late(1_000_000) },
  { name: '409', applied: false, isKnownFailure: true, play: refuse(409, 'CONFLICT') },
  { name: '429', applied: false, isKnownFailure: true, play: refuse(429, 'RATE_LIMITED') },
  { name: '503', applied: false, isKnownFailure: true, play: refuse(503, 'SERVICE_UNAVAILABLE') },
  { name: '500 after applying', applied: true, play: refuse(500, 'INTERNAL_ERROR') },
  { name: '500 before applying', applied: false, play: refuse(500, 'INTERNAL_ERROR') },
  { name: '502 after applying', applied: true, play: html },
  { name: '502 before applying', applied: false, play: html },
  {
    name: 'truncated JSON',
    applied: true,
    play: succeed((text, status) => response(status, text.slice(0, -5))),
  },
  {
    name: 'body cut off',
    applied: true,
    play: succeed((text, status) => response(status, text, undefined, true)),
  },
  { name: 'portal', applied: false, play: succeed(() => response(200, '<html>', 'text/html')) },
  { name: 'aborted after applying', applied: true, play: aborted },
  { name: 'aborted before applying', applied: false, play: aborted },
  {
    name: 'success with a rounded integer in an unknown field',
    applied: true,
    play: succeed((text, status) => response(status, withField(text, '"later":9007199254740993'))),
  },
  {
    name: 'success with 202',
    applied: true,
    play: succeed((text) => response(202, text)),
  },
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
];

/** The result of one run: what the service did, and what the caller received. */
export interface ModelRun {
  readonly played: readonly ModelEvent[];
  /** Changes the service made; a repeated key makes none. */
  readonly effects: number;
  readonly keys: ReadonlySet<string>;
  readonly error: unknown;
  /** The client asked for more events than there were. */
  readonly isOpen: boolean;
}

/** Longest run; requests beyond it succeed without being counted as further events. */
const MOST_ATTEMPTS = 4;

/** Plays events against a real client; `wrap` may make its transport careless. */
export async function playModel(
  kind: ModelKind,
  script: readonly ModelEvent[],
  reportsSent: boolean,
  wrap: (transport: Transport) => Transport = (transport) => transport,
): Promise<ModelRun> {
  const clock = new EagerClock();
  const controller = new AbortController();
  const played: ModelEvent[] = [];
  const keys = new Set<string>();
  let effects = 0;
  let isOpen = false;
  const success = events.at(-1) as ModelEvent;
  const send: Transport = (request) => {
    let event = script[played.length];
    if (event === undefined) {
      if (played.length < MOST_ATTEMPTS) isOpen = true;
      event = success;
    }
    played.push(event);
    const key = request.headers['Idempotency-Key'];
    if (event.applied && kind.isChange(request) && !(key !== undefined && keys.has(key))) {
      effects += 1;
    }
    if (key !== undefined && event.applied) keys.add(key);
    return event.play({ request, clock, controller, success: kind.success(request) });
  };
  const transport = reportsSent ? Object.assign(send, { reportsSent: true as const }) : send;
  const payments = createPaymentsClient({
    baseUrl: BASE_URL,
    tokenId: 'token',
    clientSecret: 'secret',
    timeout: TIMEOUT,
    retry: MOST_ATTEMPTS - 1,
    clock,
    transport: wrap(transport),
  });
  let error: unknown;
  try {
    await kind.call(payments, controller.signal);
  } catch (thrown) {
    error = thrown;
  }
  return { played, effects, keys, error, isOpen };
}
