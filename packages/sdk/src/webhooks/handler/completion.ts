import { wait } from '../../config/clock.ts';
import type { WebhookEvent } from '../event.ts';
import { WebhookError } from '../webhook-error.ts';
import type { Delivery } from './delivery.ts';
import { LATE, withinTime } from './time-limit.ts';

/** A claim that is renewed until it is ended. */
export interface KeptClaim {
  readonly token: string;
  /** Ends the renewals. */
  end(): void;
}

/**
 * How long a response waits for the event to be marked, in milliseconds: a platform that suspends a
 * process after its response would otherwise lose most marks.
 */
const PATIENCE = 1000;

/** Milliseconds before each further attempt to mark an event. */
const RETRY_DELAYS = [1000, 5000, 25_000] as const;

/** Returns the error of a store that failed. */
export function asStoreError(cause: unknown): WebhookError {
  return new WebhookError('WEBHOOK_STORE_FAILED', { cause });
}

/** The result of an attempt to mark an event: whether the claim was still ours, or the failure. */
type Marked = { readonly isOwn: boolean } | { readonly cause: unknown };

async function mark(delivery: Delivery, event: WebhookEvent, token: string): Promise<Marked> {
  const { store, retention, clock, timeout } = delivery.settings;
  try {
    const completing = store.complete(event.id, token, retention, delivery.digest);
    const isOwn = await withinTime(clock, timeout, completing);
    if (isOwn !== LATE) return { isOwn };
    return { cause: new Error(`The store did not respond within ${timeout} milliseconds.`) };
  } catch (cause) {
    return { cause };
  }
}

async function markUntilDone(
  delivery: Delivery,
  event: WebhookEvent,
  claim: KeptClaim,
  first: Promise<Marked>,
): Promise<void> {
  let marked = await first;
  for (const delay of RETRY_DELAYS) {
    if ('isOwn' in marked) break;
    await wait(delivery.settings.clock, delay, undefined);
    marked = await mark(delivery, event, claim.token);
  }
  claim.end();
  if ('cause' in marked) delivery.report(asStoreError(marked.cause), 200);
  else if (!marked.isOwn) delivery.report(new WebhookError('WEBHOOK_CLAIM_LOST'));
}

/**
 * Marks an event whose handlers succeeded as handled. The response does not depend on it: a store
 * that fails does not undo what the handlers did. What takes longer than the response may wait continues
 * in the background, under a claim that is still renewed; the last failure is reported.
 *
 * @param limit milliseconds that the response may wait at most
 */
export async function complete(
  delivery: Delivery,
  event: WebhookEvent,
  claim: KeptClaim,
  limit: number,
): Promise<void> {
  const first = mark(delivery, event, claim.token);
  const work = markUntilDone(delivery, event, claim, first);
  delivery.waitUntil(work);
  await withinTime(delivery.settings.clock, Math.min(limit, PATIENCE), first);
}
