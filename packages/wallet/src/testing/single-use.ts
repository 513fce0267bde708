import type { WalletClock } from '../clock.ts';
import type { WalletErrorCode } from '../errors/error-facts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { Lifetime } from '../session/lifetime.ts';

/** Milliseconds a challenge lives. */
export const CHALLENGE_LIFE = 5 * 60_000;

/** The failures that follow a request, which uses its challenge or key. */
const afterRequest: readonly WalletErrorCode[] = [
  ...(['NETWORK', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'REFUSED', 'UNEXPECTED'] as const),
  ...(['OUTCOME_UNKNOWN', 'PASSKEY_REJECTED', 'KEY_UNUSABLE', 'NOT_SIGNED_IN'] as const),
];

/** A challenge or key that is used once, within a time limit. */
export function singleUse(clock: WalletClock, life: number, whenUsed: WalletErrorCode) {
  const lifetime = new Lifetime(clock, life);
  let isUsed = false;
  const timeLeft = () => (isUsed ? 0 : lifetime.left());
  return {
    timeLeft,
    check() {
      if (timeLeft() === 0) throw new WalletError(whenUsed);
    },
    /** Runs work, which uses it unless it fails before its request. */
    async use<T>(work: () => Promise<T>): Promise<T> {
      try {
        const result = await work();
        isUsed = true;
        return result;
      } catch (error) {
        isUsed ||= error instanceof WalletError && afterRequest.includes(error.code);
        throw error;
      }
    },
  };
}
