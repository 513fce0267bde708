import { finish } from '../../options/returned-work.ts';
import type { WebhookEvent } from '../event.ts';
import { type ClaimResult, setDelivery } from '../stores/webhook-store.ts';
import { handlerFailed, WebhookError } from '../webhook-error.ts';
import { complete, keepClaim, type Marking, PATIENCE } from './completion.ts';
import { acknowledged, type Delivery, refusal } from './delivery.ts';
import { DeliveryWork } from './delivery-work.ts';
import type { EventsInProcess } from './events-in-process.ts';
import { contextOf } from './latest.ts';
import { asStoreError, LATE, orLate, storeCall } from './time-limit.ts';

/** Seconds after which a delivery of an event that is being handled should be repeated. */
const RETRY_AFTER = '5';

/** Calls the handlers of an event, and waits for all that they began, whatever they throw. */
async function callHandlers(
  delivery: Delivery,
  event: WebhookEvent,
  work: DeliveryWork,
  signal: AbortSignal,
): Promise<void> {
  const { handlers } = delivery;
  const context = contextOf(delivery, event, work, signal);
  try {
    await finish('The handler', handlers.ofType(event)?.(event, context));
    await finish('The handler', handlers.every?.(event, context));
  } catch (cause) {
    await work.settle().catch(() => undefined);
    throw cause;
  }
  await work.settle();
}

/** Releases a claim; a platform that suspends processes is told to wait for it. */
function release(delivery: Delivery, eventId: string, token: string): Promise<void> {
  const { store, clock, timeout } = delivery.settings;
  const released = storeCall(clock, timeout, async () => store.release(eventId, token)).catch(
    // The claim expires.
    (cause: unknown) => delivery.report(asStoreError(cause), 500),
  );
  delivery.waitUntil(released);
  return released;
}

/** The end of the handlers of an event; after a failure its claim is being released. */
type Handled = Marking | { readonly failure: WebhookError; readonly released: Promise<void> };

const NOT_MARKED =
  'No `transaction` or `mark` of the store had succeeded when the handler ended, which `requireMark` demands. Return or await it.';

/** Runs the handlers of a claimed event. Does not reject. */
async function run(
  delivery: Delivery,
  event: WebhookEvent,
  token: string,
  limit: AbortController,
): Promise<Handled> {
  const { digest, events, settings } = delivery;
  const { id, timestamp } = event;
  const work = new DeliveryWork(delivery.report);
  const { retention, requireMark } = settings;
  let isMarked = !requireMark || !delivery.handlers.has(event);
  const mark: DeliveryWork['run'] = (one, check) => {
    const marking = () => {
      const result = one();
      Promise.resolve(result).then(
        () => {
          isMarked = true;
        },
        () => undefined,
      );
      return result;
    };
    return work.run(marking, check);
  };
  setDelivery(event, { token, digest, retention, run: (one) => work.run(one), mark });
  const claim = keepClaim(delivery, id, token, (error) => limit.abort(error));
  events.start(id);
  try {
    await callHandlers(delivery, event, work, limit.signal);
    if (!isMarked) throw new WebhookError('WEBHOOK_HANDLER_FAILED', { message: NOT_MARKED });
  } catch (cause) {
    claim.end();
    events.fail(id);
    const isFailure = cause instanceof WebhookError && cause.code === 'WEBHOOK_HANDLER_FAILED';
    const failure = isFailure ? cause : handlerFailed(cause);
    return { failure, released: release(delivery, id, token) };
  }
  const succeeded = { digest, until: Date.parse(timestamp) + settings.maxAge };
  events.succeed(id, succeeded, settings.clock.now());
  return { eventId: id, event: succeeded, claim };
}

async function endLate(delivery: Delivery, work: Promise<Handled>): Promise<void> {
  const handled = await work;
  if ('failure' in handled) delivery.report(handled.failure, 503);
  else await complete(delivery, handled, Number.POSITIVE_INFINITY);
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
  const handled = await orLate(clock, remaining(), work);
  if (handled === LATE) {
    // The handler continues under its claim: a later delivery finds it done, or handles it again.
    delivery.waitUntil(endLate(delivery, work));
    limit.abort(new WebhookError('WEBHOOK_HANDLER_TIMEOUT'));
    const message = `The handler did not finish within ${timeout} milliseconds.`;
    throw new WebhookError('WEBHOOK_HANDLER_TIMEOUT', { message });
  }
  if ('failure' in handled) {
    await orLate(clock, Math.min(remaining(), PATIENCE), handled.released);
    throw handled.failure;
  }
  await complete(delivery, handled, remaining());
  return acknowledged();
}

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
    claim = await orLate(clock, limit, claiming);
  } catch (cause) {
    throw asStoreError(cause);
  }
  if (claim !== LATE) return claim;
  // A claim that is made after all would keep the next deliveries away until it expires.
  const releasing = claiming.then((late) =>
    late === 'claimed' ? release(delivery, event.id, token) : undefined,
  );
  delivery.waitUntil(releasing);
  const message = `The store of handled events did not respond within ${timeout} milliseconds.`;
  throw new WebhookError('WEBHOOK_STORE_FAILED', { message });
}

function inProgress(): Response {
  return refusal(503, 'WEBHOOK_IN_PROGRESS', 'The event is being handled; deliver it again.', {
    'retry-after': RETRY_AFTER,
  });
}

/** The response to a delivery of an event that this process is handling, or has handled. */
function knownResponse(
  { digest }: Delivery,
  known: NonNullable<ReturnType<EventsInProcess['find']>>,
): Response {
  if (known === 'running') return inProgress();
  if (known.digest !== digest) throw new WebhookError('WEBHOOK_EVENT_CHANGED');
  return acknowledged();
}

/**
 * Handles an event once, however often it is delivered: claims it, runs its handlers, and marks it
 * as handled or releases it. What this process is handling, or has handled, it does not handle again,
 * even if the store lost the claim. Claim and handlers share one time limit.
 *
 * @throws WebhookError with the status to respond with
 */
export async function handleNotification(
  delivery: Delivery,
  event: WebhookEvent,
): Promise<Response> {
  const { events, settings } = delivery;
  const { clock, timeout } = settings;
  const known = events.find(event.id);
  if (known !== undefined) return knownResponse(delivery, known);
  const token = crypto.randomUUID();
  const endsAt = clock.now() + timeout;
  const remaining = () => endsAt - clock.now();
  const claim = await claimInTime(delivery, event, token, remaining());
  if (claim === 'claimed') {
    const meanwhile = events.find(event.id);
    if (meanwhile === undefined) return runInTime(delivery, event, token, remaining);
    void release(delivery, event.id, token);
    return knownResponse(delivery, meanwhile);
  }
  if (claim === 'changed') throw new WebhookError('WEBHOOK_EVENT_CHANGED');
  if (claim === 'done') {
    return refusal(409, 'WEBHOOK_DUPLICATE', 'The event was already handled.');
  }
  return inProgress();
}
