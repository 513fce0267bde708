import type { WalletContext } from '../context.ts';
import { isWalletError } from '../errors/wallet-error.ts';
import type { SessionInfo } from './state.ts';

/** Milliseconds before the second attempt; each further one waits twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/** Codes after which another attempt would end the same way. */
const final = [
  'SESSION_ENDED',
  'NOT_SIGNED_IN',
  'SESSION_EXPIRED',
  'FRESH_SIGN_IN_REQUIRED',
  'PLATFORM_LOGIN_REQUIRED',
  'FORBIDDEN',
  'REVIEW_REFUSED',
  'PAYLOAD_MISMATCH',
  'PAYLOAD_UNCHECKED',
];

/**
 * Refreshes a session that is about to expire, and repeats that until it succeeds, the session has
 * ended, or a failure is final. Waits for the relay's `Retry-After`, and longer each time.
 *
 * @returns a function that starts it, and does nothing while it already runs
 */
export function createAutoRefresh(
  { keeper, store, clock }: WalletContext,
  refresh: () => Promise<SessionInfo>,
): () => void {
  let isRunning = false;

  function again(sessionId: string, wait: number): void {
    // Another sign-in replaced the session, or it has ended.
    if (keeper.current?.info.id !== sessionId) {
      isRunning = false;
      return;
    }
    refresh().then(
      () => {
        isRunning = false;
      },
      (cause: unknown) => {
        store.emit({ type: 'refresh_failed', cause });
        const { code = '', retryAfter = 0 } = isWalletError(cause) ? cause : {};
        if (final.includes(code)) {
          isRunning = false;
          return;
        }
        const next = Math.min(wait * 2, LONGEST_WAIT);
        clock.setTimeout(() => again(sessionId, next), Math.max(wait, retryAfter));
      },
    );
  }

  return () => {
    const id = keeper.current?.info.id;
    if (isRunning || id === undefined) return;
    isRunning = true;
    again(id, FIRST_WAIT);
  };
}
