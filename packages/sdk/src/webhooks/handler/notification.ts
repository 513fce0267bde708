import type { WebhookEvent } from '../event.ts';
import type { ClaimResult } from '../stores/webhook-store.ts';
import { asWebhookError, WebhookError } from '../webhook-error.ts';
import { asStoreError, complete, type KeptClaim } from './completion.ts';
import { acknowledged, type Delivery, everyHandler, refusal } from './delivery.ts';
import { LATE, withinTime } from './time-limit.ts';

/** How many times a claim is renewed in its lifetime, so that one renewal may fail. */
const RENEWALS = 3;

/**
 * Renews the claim on an event until the returned function is called, so that a handler may run
 * longer than `claimLifetime`. Does nothing with a store that cannot renew.
 *
 * @param lost called once when another claim has taken over
 */
function keepClaim(
  { settings, report }: Pick<Delivery, 'settings' | 'report'>,
  eventId: string,
  token: string,
  lost: (error: WebhookError) => void,
): () => void {
  const { store, clock, claimLifetime } = settings;
  if (store.renew === undefined) return () => undefined;
  let isStopped = false;
  let cancel: () => void = () => undefined;
  const schedule = () => {
    cancel = clock.setTimeout(() => void renew(), claimLifetime / RENEWALS);
  };
  const renew = async () => {
    let isHeld = true;
    try {
      const renewing = store.renew?.(eventId, token, claimLifetime) ?? Promise.resolve(true);
      const renewed = await withinTime(clock, claimLifetime / RENEWALS, renewing);
      if (renewed === LATE) throw new Error('The store did not renew the claim in time.');
      isHeld = renewed;
    } catch (cause) {
      if (!isStopped) report(new WebhookError('WEBHOOK_STORE_FAILED', { cause }), 200);
    }
    if (isStopped) return;
    if (isHeld) schedule();
    else lost(new WebhookError('WEBHOOK_CLAIM_LOST'));
  };
  schedule();
  return () => {
    isStopped = true;
    cancel();
  };
}

/** Seconds after which a delivery of an event that is being handled should be repeated. */
const RETRY_AFTER = '5';

async function callHandlers(delivery: Delivery, event: WebhookEvent, signal: AbortSignal) {
  await delivery.handlers.own(event)?.(event, { signal });
  await everyHandler(delivery, event, signal);
}

async function release(delivery: Delivery, event: WebhookEvent, token: string): Promise<void> {
  try {
    await delivery.settings.store.release(event.id, token);
  } catch (cause) {
    // The claim expires.
    delivery.report(asStoreError(cause), 500);
  }
}

/** Runs the handlers of a claimed event. Rejects with a WebhookError, and the claim released. */
async function run(
  delivery: Delivery,
  event: WebhookEvent,
  token: string,
  limit: AbortController,
): Promise<KeptClaim> {
  const claim = { token, end: keepClaim(delivery, event.id, token, (error) => limit.abort(error)) };
  try {
    await callHandlers(delivery, event, limit.signal);
    return claim;
  } catch (cause) {
    claim.end();
    await release(delivery, event, token);
    throw new WebhookError('WEBHOOK_HANDLER_FAILED', { cause });
  }
}

async function runInTime(
  delivery: Delivery,
  event: WebhookEvent,
  token: string,
  remaining: () => number,
): Promise<Response> {
  const { clock, timeout } = delivery.settings;
  const limit = new AbortController();
  const work = run(delivery, event, token, limit);
  const claim = await withinTime(clock, remaining(), work);
  if (claim !== LATE) {
    await complete(delivery, event, claim, remaining());
    return acknowledged();
  }
  // The handler continues under its claim: a later delivery finds it done, or handles it again.
  const late = work.then((kept) => complete(delivery, event, kept, Number.POSITIVE_INFINITY));
  delivery.waitUntil(late.catch((error: unknown) => delivery.report(asWebhookError(error), 503)));
  limit.abort(new WebhookError('WEBHOOK_HANDLER_TIMEOUT'));
  const message = `The handler did not finish within ${timeout} milliseconds.`;
  throw new WebhookError('WEBHOOK_HANDLER_TIMEOUT', { message });
}

/** Claims an event within the time of the delivery. */
async function claimInTime(
  delivery: Delivery,
  event: WebhookEvent,
  token: string,
  limit: number,
): Promise<ClaimResult> {
  const { store, claimLifetime, clock, timeout } = delivery.settings;
  let claiming: Promise<ClaimResult>;
  let claim: ClaimResult | typeof LATE;
  try {
    claiming = store.claim(event.id, token, claimLifetime, delivery.digest);
    claim = await withinTime(clock, limit, claiming);
  } catch (cause) {
    throw asStoreError(cause);
  }
  if (claim !== LATE) return claim;
  // A claim that is made after all would keep the next deliveries away until it expires.
  const releasing = claiming.then((late) =>
    late === 'claimed' ? release(delivery, event, token) : undefined,
  );
  delivery.waitUntil(releasing);
  const message = `The store of handled events did not respond within ${timeout} milliseconds.`;
  throw new WebhookError('WEBHOOK_STORE_FAILED', { message });
}

/**
 * Handles an event once, however often it is delivered: claims it, runs its handlers, and marks it
 * as handled or releases it. Claim and handlers share one time limit.
 *
 * @throws WebhookError with the status to respond with
 */
export async function handleNotification(
  delivery: Delivery,
  event: WebhookEvent,
): Promise<Response> {
  const { clock, timeout } = delivery.settings;
  const token = crypto.randomUUID();
  const endsAt = clock.now() + timeout;
  const remaining = () => endsAt - clock.now();
  const claim = await claimInTime(delivery, event, token, remaining());
  if (claim === 'claimed') return runInTime(delivery, event, token, remaining);
  if (claim === 'changed') throw new WebhookError('WEBHOOK_EVENT_CHANGED');
  if (claim === 'done') {
    return refusal(409, 'WEBHOOK_DUPLICATE', 'The event was already handled.');
  }
  return refusal(503, 'WEBHOOK_IN_PROGRESS', 'The event is being handled; deliver it again.', {
    'retry-after': RETRY_AFTER,
  });
}
