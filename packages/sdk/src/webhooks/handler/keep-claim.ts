import { WebhookError } from '../webhook-error.ts';
import type { Delivery } from './delivery.ts';
import { LATE, withinTime } from './time-limit.ts';

/** How many times a claim is renewed in its lifetime, so that one renewal may fail. */
const RENEWALS = 3;

/**
 * Renews the claim on an event until the returned function is called, so that a handler may run
 * longer than `claimLifetime`. Does nothing with a store that cannot renew.
 *
 * @param lost called once when another claim has taken over
 */
export function keepClaim(
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
