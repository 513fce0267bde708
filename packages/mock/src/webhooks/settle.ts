import { WEBHOOK_SIGNATURE_HEADER } from '@org/payments-contract';
import { findEvent } from '@org/payments-contract/events';
import { iso } from '../clock.ts';
import { events, type MockEvent } from '../engine/tables.ts';
import type { Scene } from '../world.ts';
import { APPROVAL_EVENT, decisionOf, isDecision } from './decision.ts';
import type { WebhookKey } from './signing.ts';
import {
  type DeliveryAttempt,
  type DeliveryState,
  deliveries,
  type WebhookDelivery,
} from './tables.ts';
import type { WebhookTarget } from './targets.ts';

const SECOND = 1000;
const FIRST_WAIT = 5 * SECOND;
const LONGEST_WAIT = 30 * 60 * SECOND;
const LIFE = 7 * 24 * 60 * 60 * SECOND;

/**
 * Returns when a delivery is attempted again: 5 seconds after the first attempt, then with waits
 * that double up to 30 minutes. An attempt that ended late is followed by 5 seconds at least.
 * Undefined once 7 days have passed since the first attempt.
 *
 * @param first time of the first attempt, milliseconds since 1970
 * @param last time of the last attempt
 * @param attempts number of attempts so far
 * @param ended when the last attempt was given up, if it had no response
 */
function nextAttempt(
  first: number,
  last: number,
  attempts: number,
  ended = last,
): number | undefined {
  const wait = Math.min(FIRST_WAIT * 2 ** (attempts - 1), LONGEST_WAIT);
  const next = Math.max(last + wait, ended + FIRST_WAIT);
  return next - first > LIFE ? undefined : next;
}

const KEPT_TEXT = 1000;
const DUPLICATE = 409;

function isRetried(type: string): boolean {
  return findEvent(type)?.isRetried !== false;
}

function stateOf(type: string, outcome: Outcome): DeliveryState {
  if ('error' in outcome) return 'waiting';
  const { status } = outcome;
  if (status === DUPLICATE) return 'duplicate';
  const isFine = (status >= 200 && status < 300) || isDecision(type, status);
  return isFine ? 'delivered' : 'waiting';
}

function attemptOf(at: number, outcome: Outcome, problem: string | undefined): DeliveryAttempt {
  if ('error' in outcome) return { at: iso(at), error: outcome.error };
  const { status, text } = outcome;
  return {
    at: iso(at),
    status,
    ...(text === '' ? {} : { body: text.slice(0, KEPT_TEXT) }),
    ...(problem === undefined ? {} : { error: problem }),
  };
}

/** Lets an endpoint's response decide about its payment; returns the problem with the response, if any. */
function decide(scene: Scene, { eventId }: WebhookDelivery, outcome: Outcome): string | undefined {
  const response = 'error' in outcome ? undefined : outcome;
  const { decision, problem } = decisionOf(response?.status, response?.text ?? '');
  const { id } = (events.in(scene.world).get(eventId)?.data ?? {}) as { readonly id?: string };
  if (id !== undefined) scene.world.ports.decidePayment(scene, id, decision);
  return problem;
}

/**
 * Records an attempt. A response of 2xx or 409, a decision, or the last attempt ends the delivery;
 * otherwise it waits for the next attempt. Returns the delivery.
 *
 * @param at time of the attempt, milliseconds since 1970
 * @param ended when it was given up, if it had no response
 */
export function settle(
  scene: Scene,
  delivery: WebhookDelivery,
  at: number,
  outcome: Outcome,
  ended = at,
): WebhookDelivery {
  const { eventType, createdAt, attempts } = delivery;
  const problem = eventType === APPROVAL_EVENT ? decide(scene, delivery, outcome) : undefined;
  const done = [...attempts, attemptOf(at, outcome, problem)];
  const reached = stateOf(eventType, outcome);
  const next = isRetried(eventType)
    ? nextAttempt(Date.parse(createdAt), at, done.length, ended)
    : undefined;
  const isOver = reached !== 'waiting';
  return scene.write.update(deliveries, delivery, {
    attempts: done,
    state: isOver ? reached : next === undefined ? 'failed' : 'waiting',
    ...{ nextAttemptAt: isOver || next === undefined ? undefined : iso(next) },
  } as Partial<WebhookDelivery>);
}

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
