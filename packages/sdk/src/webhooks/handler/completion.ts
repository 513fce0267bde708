import { wait } from '@org/payments-contract/internal';
import { WebhookError } from '../webhook-error.ts';
import type { Delivery } from './delivery.ts';
import type { SucceededEvent } from './events-in-process.ts';
import { asStoreError, orLate, storeCall } from './time-limit.ts';

/** How many times a claim is renewed in its lifetime, so that one renewal may fail. */
const RENEWALS = 3;

/**
 * Renews the claim on an event until it is ended, so that a handler may run longer than
 * `claimLifetime`. Does nothing with a store that cannot renew.
 *
 * @param lost called once when another claim has taken over
 */
export function keepClaim(
  { settings, report }: Pick<Delivery, 'settings' | 'report'>,
  eventId: string,
  token: string,
  lost: (error: WebhookError) => void,
) {
  const { store, clock, claimLifetime } = settings;
  let isStopped = store.renew === undefined;
  let cancel: () => void = () => undefined;
  const schedule = () => {
    if (!isStopped) cancel = clock.setTimeout(() => void renew(), claimLifetime / RENEWALS);
  };
  const renew = async () => {
    let isHeld = true;
    try {
      const renewing = () => store.renew?.(eventId, token, claimLifetime) ?? Promise.resolve(true);
      isHeld = await storeCall(clock, claimLifetime / RENEWALS, renewing);
    } catch (cause) {
      if (!isStopped) report(asStoreError(cause), 200);
    }
    if (isHeld) schedule();
    else if (!isStopped) lost(new WebhookError('WEBHOOK_CLAIM_LOST'));
  };
  schedule();
  return {
    token,
    /** Ends the renewals. */
    end() {
      isStopped = true;
      cancel();
    },
  };
}

/** A claim that is renewed until it is ended. */
export type KeptClaim = ReturnType<typeof keepClaim>;

/**
 * How long a response waits for the event to be marked or released, in milliseconds: a platform that
 * suspends a process after its response would otherwise lose most marks.
 */
export const PATIENCE = 1000;

/** Milliseconds before each further attempt to mark an event. */
const FIRST_DELAYS = [1000, 5000, 25_000] as const;

/** Milliseconds between two attempts after these. */
const LATER_DELAY = 60_000;

/** An event whose handlers succeeded, and the claim under which it is marked. */
export interface Marking {
  readonly eventId: string;
  readonly event: SucceededEvent;
  readonly claim: KeptClaim;
}

/** The result of an attempt to mark an event: whether the claim was still ours, or the failure. */
type Marked = { readonly isHeld: boolean } | { readonly cause: unknown };

async function mark({ settings }: Delivery, { eventId, event, claim }: Marking): Promise<Marked> {
  const { store, retention, clock, timeout } = settings;
  try {
    const complete = () => store.complete(eventId, claim.token, retention, event.digest);
    return { isHeld: await storeCall(clock, timeout, complete) };
  } catch (cause) {
    return { cause };
  }
}

/** Whether the mark is no longer needed: the event cannot be delivered, or was forgotten. */
function isOver({ settings, events }: Delivery, { eventId, event }: Marking): boolean {
  return settings.clock.now() > event.until || events.find(eventId) !== event;
}

function end(
  { events, report }: Delivery,
  { eventId, event, claim }: Marking,
  marked: Marked,
): void {
  claim.end();
  const isLost = 'isHeld' in marked && !marked.isHeld;
  // This process still knows that the handlers succeeded; the one that has the claim does not.
  if (isLost) report(new WebhookError('WEBHOOK_CLAIM_LOST'));
  else events.forget(eventId, event);
}

/** Repeats the mark a few times, while the claim is renewed; reports the last failure. */
async function markSoon(
  delivery: Delivery,
  marking: Marking,
  first: Promise<Marked>,
): Promise<Marked> {
  let marked = await first;
  for (const delay of FIRST_DELAYS) {
    if ('isHeld' in marked || isOver(delivery, marking)) break;
    await wait(delivery.settings.clock, delay, undefined);
    marked = await mark(delivery, marking);
  }
  if ('cause' in marked) delivery.report(asStoreError(marked.cause), 200);
  else end(delivery, marking, marked);
  return marked;
}

async function renew({ settings }: Delivery, { eventId, claim }: Marking): Promise<void> {
  const { store, clock, timeout, claimLifetime } = settings;
  try {
    await storeCall(clock, timeout, async () => store.renew?.(eventId, claim.token, claimLifetime));
  } catch {
    // The failure of the store has been reported.
  }
}

/**
 * Continues if these attempts failed, for as long as the event could be delivered again, without
 * keeping the process alive.
 */
async function markUntilDone(
  delivery: Delivery,
  marking: Marking,
  soon: Promise<Marked>,
): Promise<void> {
  const { background, claimLifetime } = delivery.settings;
  let marked = await soon;
  if ('isHeld' in marked) return;
  marking.claim.end();
  const delay = Math.min(LATER_DELAY, Math.max(FIRST_DELAYS[0], claimLifetime / RENEWALS));
  while ('cause' in marked && !isOver(delivery, marking)) {
    await renew(delivery, marking);
    await wait(background, delay, undefined);
    marked = await mark(delivery, marking);
  }
  end(delivery, marking, marked);
}

/**
 * Marks an event whose handlers succeeded as handled. The response does not depend on it: a store
 * that fails does not undo what the handlers did. What takes longer than the response may wait
 * continues in the background, and the claim is renewed until then.
 *
 * @param limit milliseconds that the response may wait at most
 */
export async function complete(delivery: Delivery, marking: Marking, limit: number): Promise<void> {
  const first = mark(delivery, marking);
  const soon = markSoon(delivery, marking, first);
  delivery.waitUntil(soon);
  void markUntilDone(delivery, marking, soon);
  await orLate(delivery.settings.clock, Math.min(limit, PATIENCE), first);
}
