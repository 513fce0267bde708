import type { WalletContext } from '../context.ts';
import { toWalletError, type WalletError } from '../errors/wallet-error.ts';
import { signedRetry } from '../signing/signed-retry.ts';
import type { LiveSession } from './live-session.ts';

/**
 * Revokes a session at the service, signed by this or another session. A failure is an event too,
 * because most callers do not wait.
 *
 * @returns the error, if it did not work
 */
export async function revokeSession(
  context: WalletContext,
  sessionId: string,
  by: LiveSession,
): Promise<WalletError | undefined> {
  const { transport, store } = context;
  try {
    await signedRetry(
      context,
      {
        begin: () => transport.revokeBegin({ id: sessionId, accountId: by.info.accountId }),
        complete: (request) => transport.revokeComplete(request),
        expected: { kind: 'revoke', sessionId },
      },
      by,
    );
    return undefined;
  } catch (error) {
    const cause = toWalletError(error);
    store.emit({ type: 'revoke_failed', sessionId, cause });
    return cause;
  }
}
