import type { WebhookError } from '../webhook-error.ts';
import type { EventsInProcess } from './events-in-process.ts';
import type { Handlers } from './handlers.ts';
import type { WebhookHandlerOptions, WebhookSettings } from './options.ts';

/** Keeps a process alive for work that continues after the response, as workers need it. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** One request, and all that is needed to respond to it. */
export interface Delivery {
  readonly settings: WebhookSettings;
  readonly handlers: Handlers;
  readonly events: EventsInProcess;
  readonly onLateDecision: WebhookHandlerOptions['onLateDecision'];
  /** SHA-256 of the signed body, hexadecimal. */
  readonly digest: string;
  /** When the request arrived, by the settings' clock. */
  readonly arrivedAt: number;
  /** Reports a failure. Never throws. */
  readonly report: (error: WebhookError, status?: number) => void;
  readonly waitUntil: WaitUntil;
}

/** Builds the response to an event that was handled. */
export function acknowledged(): Response {
  return new Response(null, { status: 200 });
}

/** A response that refuses a delivery: its body names the problem, without any part of the event. */
export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ status, code, message }, { status, headers });
}
