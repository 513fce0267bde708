import type { WalletContext } from '../context.ts';
import { signedRetry } from '../signing/signed-retry.ts';
import type { LiveSession } from './live-session.ts';

/**
 * Revokes a session at the service, signed by this or another session; returns whether it worked.
 */
export async function revokeQuietly(
  context: WalletContext,
  sessionId: string,
  by: LiveSession,
): Promise<boolean> {
  const { transport } = context;
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
    return true;
  } catch {
    return false;
  }
}
