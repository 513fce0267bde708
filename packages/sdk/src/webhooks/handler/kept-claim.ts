import { WebhookError } from '../webhook-error.ts';
import type { Delivery } from './delivery.ts';
import { asStoreError, storeCall } from './time-limit.ts';

/** A claim that is renewed until it is ended. */
export interface KeptClaim {
  readonly token: string;
  /** Ends the renewals. */
  end(): void;
}

/** How many times a claim is renewed in its lifetime, so that one renewal may fail. */
export const RENEWALS = 3;

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
): KeptClaim {
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
    end() {
      isStopped = true;
      cancel();
    },
  };
}
