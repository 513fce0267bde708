import type { WalletContext } from '../context.ts';
import { signedRetry } from '../signing/signed-retry.ts';
import type { LiveSession } from './live-session.ts';

/** Revokes a session at the service, signed by this or another session; says whether it worked. */
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
        begin: () => transport.revokeBegin({ id: sessionId }),
        complete: (request) => transport.revokeComplete(request),
        action: { kind: 'revoke', sessionId },
      },
      by,
    );
    return true;
  } catch {
    return false;
  }
}

/**
 * Wipes the session here and in the other tabs at once, then revokes it at the service.
 *
 * @returns whether the service revoked it; when not, it ends by itself at `expiresAt`
 */
export async function signOut(context: WalletContext): Promise<{ readonly revoked: boolean }> {
  const { keeper, store } = context;
  await keeper.start();
  const session = keeper.current;
  const id = session?.info.id ?? store.state.session?.id;
  if (id !== undefined) await keeper.drop(id);
  return { revoked: session !== undefined && (await revokeQuietly(context, id ?? '', session)) };
}
