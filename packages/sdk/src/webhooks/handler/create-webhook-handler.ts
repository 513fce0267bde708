import type { EventType } from '@org/payments-contract';
import { callOrWarn } from '@org/payments-contract/internal';
import { checkRequest } from '../../options/checks.ts';
import { isApprovalRequest, type UnknownEvent, type WebhookEvent } from '../event.ts';
import { checkKeys } from '../verify/key-source.ts';
import { unwrapWithin } from '../verify/unwrap.ts';
import { asWebhookError, WebhookError } from '../webhook-error.ts';
import { type Delivery, refusal, type WaitUntil } from './delivery.ts';
import { EventsInProcess } from './events-in-process.ts';
import { type EventHandler, type HandlerOf, Handlers } from './handlers.ts';
import { handleNotification } from './notification.ts';
import { resolveSettings, type WebhookHandlerOptions, type WebhookSettings } from './options.ts';
import { LATE, orLate } from './time-limit.ts';

type Reader = ReadableStreamDefaultReader<Uint8Array>;

function tooLarge(limit: number): WebhookError {
  const message = `The body is larger than ${limit} bytes.`;
  return new WebhookError('WEBHOOK_BODY_TOO_LARGE', { message });
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

async function readAll(reader: Reader, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(chunks, size);
    size += value.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(value);
  }
}

async function readInTime(
  reader: Reader,
  { clock, bodyTimeout, maxBodyBytes }: WebhookSettings,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await orLate(clock, bodyTimeout, readAll(reader, maxBodyBytes));
  if (bytes !== LATE) return bytes;
  const message = `The body did not arrive within ${bodyTimeout} milliseconds.`;
  throw new WebhookError('WEBHOOK_BODY_INCOMPLETE', { message });
}

/**
 * Reads the raw body of a request, with a limit of bytes and of time.
 *
 * @throws WebhookError `WEBHOOK_BODY_PARSED`, `WEBHOOK_BODY_TOO_LARGE`, `WEBHOOK_BODY_INCOMPLETE`
 */
async function readRawBody(
  request: Request,
  settings: WebhookSettings,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.bodyUsed || request.body?.locked === true) {
    const message = 'The body was read before the request reached the webhook handler.';
    throw new WebhookError('WEBHOOK_BODY_PARSED', { message });
  }
  const { maxBodyBytes } = settings;
  if (Number(request.headers.get('content-length') ?? 0) > maxBodyBytes) {
    throw tooLarge(maxBodyBytes);
  }
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  try {
    return await readInTime(reader, settings);
  } catch (cause) {
    // Not awaited: a sender that stalls must not hold the response back.
    reader.cancel().catch(() => undefined);
    if (cause instanceof WebhookError) throw cause;
    const message = 'The connection closed before the end of the body.';
    throw new WebhookError('WEBHOOK_BODY_INCOMPLETE', { message, cause });
  }
}

/** What a runtime passes beside a request; a Worker's execution context is one. */
export interface FetchContext {
  /** Called with work that continues after the response, such as a late decision. */
  waitUntil?(work: Promise<unknown>): void;
}

/** Receives webhooks. */
export interface WebhookHandler {
  /**
   * Registers the handler of a type of event, or with `*` one that is called after it for every
   * event. A type has one handler. The handler of `INCOMING_PAYMENT.PENDING` returns a decision.
   *
   * @throws ConfigurationError for a type that is unknown or already has a handler
   */
  on<Type extends EventType | '*'>(type: Type, handler: HandlerOf<Type>): WebhookHandler;
  /** Registers the handler of events whose type this version of the SDK does not have. */
  onUnknown(handler: EventHandler<UnknownEvent>): WebhookHandler;
  /**
   * Responds to the request of a delivery. Bound: it can be passed on its own. Never rejects.
   *
   * @throws ConfigurationError for anything but a `Request`, such as the request of Express
   */
  readonly fetch: (request: Request, context?: FetchContext) => Promise<Response>;
  /**
   * Checks that the public keys are set. Call it when the server starts, to learn that one is
   * missing before the first delivery does. Calls `publicKeys` if it is a function, and then returns
   * a promise: `await webhooks.check()`.
   *
   * @throws WebhookError `WEBHOOK_PUBLIC_KEY_MISSING`; with a function also
   *   `WEBHOOK_PUBLIC_KEY_INVALID` and `WEBHOOK_PUBLIC_KEYS_UNAVAILABLE`
   */
  readonly check: () => Promise<void> | undefined;
}

type Report = (
  error: WebhookError,
  failure: { status: number; event: Pick<WebhookEvent, 'id' | 'type'> | undefined },
) => void;

function reporter({ onError }: WebhookHandlerOptions): Report {
  return (error, { status, event }) => {
    callOrWarn('`onError`', onError, error, { status, eventId: event?.id, eventType: event?.type });
  };
}

async function digestOf(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', body));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function waiter(context: FetchContext | undefined): WaitUntil {
  return (work) => {
    work.catch(() => undefined);
    if (typeof context?.waitUntil === 'function') context.waitUntil(work);
  };
}

/**
 * Creates a handler of webhooks: verifies, handles each event once, and responds so that the
 * service repeats what failed and nothing else. Types without a handler are acknowledged; a request
 * for approval without a handler is postponed.
 *
 * @throws WebhookError `WEBHOOK_PUBLIC_KEY_INVALID`; keys that are missing, not before the first
 *   delivery
 * @throws ConfigurationError for an unknown option, or a value that cannot work
 *
 * @example
 * ```ts
 * const webhooks = createWebhookHandler({ publicKeys, store: redisStore(redis) })
 *   .on('OUTGOING_PAYMENT.COMPLETED', async (event, { latest }) => {
 *     if (await latest()) await markPaid(event.data.id);
 *   })
 *   .on('INCOMING_PAYMENT.PENDING', () => approve());
 * app.post('/webhooks', (context) => webhooks.fetch(context.req.raw));
 * ```
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const settings = resolveSettings(options);
  const { publicKeys, keysTimeout, maxAge, clock } = settings;
  const { onDrift, onLateDecision } = options;
  const handlers = new Handlers();
  const events = new EventsInProcess();
  const reportTo = reporter(options);

  const respond = async (request: Request, context?: FetchContext): Promise<Response> => {
    if (request.method !== 'POST') {
      const message = 'Webhooks are delivered with POST.';
      return refusal(405, 'METHOD_NOT_ALLOWED', message, { allow: 'POST' });
    }
    // Not the whole event: a mark that is repeated for days holds this function.
    let named: Pick<WebhookEvent, 'id' | 'type'> | undefined;
    const report: Delivery['report'] = (error, status = error.status) =>
      reportTo(error, { status, event: named });
    const arrivedAt = clock.now();
    const waitUntil = waiter(context);
    try {
      const body = await readRawBody(request, settings);
      const unwrapping = { publicKeys, keysTimeout, maxAge, clock, onDrift };
      const event = await unwrapWithin(body, request.headers, unwrapping);
      named = { id: event.id, type: event.type };
      const digest = await digestOf(body);
      const what = { settings, handlers, events, onLateDecision };
      const delivery = { ...what, digest, arrivedAt, report, waitUntil };
      if (!isApprovalRequest(event)) return await handleNotification(delivery, event);
      const { handleApproval } = await import('./approval.ts');
      return await handleApproval(delivery, event);
    } catch (thrown) {
      const error = asWebhookError(thrown);
      report(error);
      return refusal(error.status, error.code, error.message);
    }
  };

  const handler: WebhookHandler = {
    on(type, one) {
      handlers.set(type, one);
      return handler;
    },
    onUnknown(one) {
      handlers.setUnknown(one);
      return handler;
    },
    fetch(request, context) {
      checkRequest(request, '@org/payments-sdk/webhooks/node');
      return respond(request, context);
    },
    check: () => checkKeys(publicKeys, { clock, keysTimeout }),
  };
  return handler;
}
