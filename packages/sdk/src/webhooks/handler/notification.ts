import type { WebhookEvent } from '../event.ts';
import type { ClaimResult } from '../stores/webhook-store.ts';
import { asWebhookError, WebhookError } from '../webhook-error.ts';
import { acknowledged, type Delivery, everyHandler, refusal } from './delivery.ts';
import { keepClaim } from './keep-claim.ts';
import { LATE, withinTime } from './time-limit.ts';

/** Seconds after which a delivery of an event that is being handled should be repeated. */
const RETRY_AFTER = '5';

function asStoreError(cause: unknown): WebhookError {
  return new WebhookError('WEBHOOK_STORE_FAILED', { cause });
}

async function callHandlers(delivery: Delivery, event: WebhookEvent, signal: AbortSignal) {
  await delivery.handlers.own(event)?.(event, { signal });
  await everyHandler(delivery, event, signal);
}

/** Marks an event as handled. A store that fails does not undo what the handler did. */
async function complete(delivery: Delivery, event: WebhookEvent, token: string): Promise<void> {
  const { store, retention } = delivery.settings;
  try {
    const isOwn = await store.complete(event.id, token, retention);
    if (!isOwn) delivery.report(new WebhookError('WEBHOOK_CLAIM_LOST'));
  } catch (cause) {
    delivery.report(asStoreError(cause), 200);
  }
}

async function release(delivery: Delivery, event: WebhookEvent, token: string): Promise<void> {
  try {
    await delivery.settings.store.release(event.id, token);
  } catch (cause) {
    // The claim expires.
    delivery.report(asStoreError(cause), 500);
  }
}

/** Runs the handlers of a claimed event and settles the claim. Rejects with a WebhookError. */
async function run(
  delivery: Delivery,
  event: WebhookEvent,
  token: string,
  limit: AbortController,
): Promise<void> {
  const stop = keepClaim(delivery, event.id, token, (error) => limit.abort(error));
  try {
    await callHandlers(delivery, event, limit.signal);
  } catch (cause) {
    stop();
    await release(delivery, event, token);
    throw new WebhookError('WEBHOOK_HANDLER_FAILED', { cause });
  }
  stop();
  await complete(delivery, event, token);
}

async function runInTime(delivery: Delivery, event: WebhookEvent, token: string) {
  const { clock, timeout } = delivery.settings;
  const limit = new AbortController();
  const work = run(delivery, event, token, limit);
  if ((await withinTime(clock, timeout, work)) !== LATE) return acknowledged();
  // The handler continues under its claim: a later delivery finds it done, or handles it again.
  delivery.waitUntil(work.catch((error: unknown) => delivery.report(asWebhookError(error), 503)));
  limit.abort(new WebhookError('WEBHOOK_HANDLER_TIMEOUT'));
  const message = `The handler did not finish within ${timeout} milliseconds.`;
  throw new WebhookError('WEBHOOK_HANDLER_TIMEOUT', { message });
}

/**
 * Handles an event once, however often it is delivered: claims it, runs its handlers, and marks it
 * as handled or releases it.
 *
 * @throws WebhookError with the status to respond with
 */
export async function handleNotification(
  delivery: Delivery,
  event: WebhookEvent,
): Promise<Response> {
  const { store, claimLifetime } = delivery.settings;
  const token = crypto.randomUUID();
  let claim: ClaimResult;
  try {
    claim = await store.claim(event.id, token, claimLifetime);
  } catch (cause) {
    throw asStoreError(cause);
  }
  if (claim === 'claimed') return runInTime(delivery, event, token);
  if (claim === 'done') {
    return refusal(409, 'WEBHOOK_DUPLICATE', 'The event was already handled.');
  }
  return refusal(503, 'WEBHOOK_IN_PROGRESS', 'The event is being handled; deliver it again.', {
    'retry-after': RETRY_AFTER,
  });
}
