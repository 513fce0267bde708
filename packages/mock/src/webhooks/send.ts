import { WEBHOOK_SIGNATURE_HEADER } from '@org/payments-contract';
import type { MockEvent } from '../engine/tables.ts';
import type { WebhookKey } from './signing.ts';
import type { WebhookTarget } from './targets.ts';

/** The outcome of one request to an endpoint. */
export type Outcome =
  | { readonly status: number; readonly text: string }
  | { readonly error: string };

/** Returns the text of a delivery, which is the same at every attempt. */
function payloadOf({ id, type, timestamp, data }: MockEvent): string {
  return JSON.stringify({ id, type, timestamp, data });
}

interface Thrown {
  readonly cause?: { readonly code?: unknown } | undefined;
  readonly message?: unknown;
}

/** Returns why no response arrived. URLs are shown without the parts that may be secret. */
function explain(error: unknown, { url, name }: WebhookTarget): string {
  const { cause, message } = (error ?? {}) as Thrown;
  const code = cause?.code;
  const reason = typeof code === 'string' ? code : String(message ?? error).replaceAll(url, name);
  return `The endpoint sent no response: ${reason}`;
}

/** Passes a request to a target's function or, if it has none, to its URL. */
async function respond({ url, handler }: WebhookTarget, init: RequestInit): Promise<Response> {
  const request = new Request(url, init);
  if (handler === undefined) return fetch(request);
  const response: unknown = await handler(request);
  if (typeof (response as Response | undefined)?.text === 'function') return response as Response;
  throw new TypeError('the function did not return a Response');
}

/** Sends an event to a target, signed over its raw body. Never rejects. */
export async function send(
  key: WebhookKey,
  target: WebhookTarget,
  event: MockEvent,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = payloadOf(event);
  try {
    const headers = {
      'Content-Type': 'application/json',
      [WEBHOOK_SIGNATURE_HEADER]: key.sign(body),
    };
    const init = { method: 'POST', headers, body, signal, redirect: 'manual' } as const;
    const response = await respond(target, init);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    return { error: explain(error, target) };
  }
}
