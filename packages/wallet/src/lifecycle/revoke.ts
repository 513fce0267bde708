import type { WalletContext } from '../context.ts';
import { toWalletError, WalletError } from '../errors/wallet-error.ts';
import { ownOptions } from '../platform/page-input.ts';
import { readAccount } from '../session/account.ts';
import { type LiveSession, lineageOf } from '../session/live-session.ts';
import { signedRetry } from '../signing/signed-retry.ts';

/**
 * Revokes a session at the service, signed by this session or, one that was live a moment ago, by
 * another. A failure is an event too, because most callers do not wait.
 *
 * @param before ends the other sessions of the sign-in, which this session still signs
 * @returns the error, if it did not work
 */
async function revokeSession(
  context: WalletContext,
  sessionId: string,
  by: LiveSession,
  before?: (siblings: readonly string[]) => Promise<void>,
): Promise<WalletError | undefined> {
  const { transport, store } = context;
  // With the lineage it is a sign-out: the relay refreshes no session of this sign-in any more.
  const isOwn = sessionId === by.info.id;
  const lineage = isOwn ? lineageOf(by) : {};
  try {
    await signedRetry(
      context,
      {
        begin: async () => {
          const { accountId } = by.info;
          const begun = await transport.revokeBegin({ id: sessionId, accountId, ...lineage });
          await before?.(begun.siblings ?? []);
          return begun;
        },
        complete: (request) => transport.revokeComplete(request),
        expected: { kind: 'revoke', sessionId },
      },
      by,
    );
    return undefined;
  } catch (error) {
    const cause = toWalletError(error);
    // Ended meanwhile, such as by another tab: the relay no longer finds it among the person's.
    const isGone = cause.serviceCode === 'NOT_FOUND' || (!isOwn && cause.code === 'FORBIDDEN');
    if (isGone) return undefined;
    store.emit({ type: 'revoke_failed', sessionId, cause });
    return cause;
  }
}

/** Revokes several live sessions, one after the other; returns the first error. */
export async function revokeAll(
  context: WalletContext,
  sessionIds: readonly string[],
  by: LiveSession,
): Promise<WalletError | undefined> {
  let first: WalletError | undefined;
  for (const id of new Set(sessionIds)) {
    const error = await revokeSession(context, id, by);
    first ??= error;
  }
  return first;
}

/** How far a sign-out reaches. */
export interface SignOutOptions {
  /** Ends every session of the account, on other devices too; default only those of this sign-in. */
  readonly everywhere?: boolean | undefined;
}

/**
 * Ends a session at the service, and with it the others of its sign-in, which another script may
 * have opened with a copy of its key, or all sessions of the account.
 *
 * @returns the first error
 */
export async function endSignIn(
  context: WalletContext,
  session: LiveSession,
  options: SignOutOptions | undefined,
): Promise<WalletError | undefined> {
  const { everywhere = false } = ownOptions(options);
  const { id, accountId } = session.info;
  let failed: WalletError | undefined;
  const endOthers = async (siblings: readonly string[]) => {
    const read = everywhere
      ? await readAccount(context, { accountId }).catch(toWalletError)
      : undefined;
    const listed = read !== undefined && 'sessions' in read ? read.sessions : undefined;
    const ids = listed?.map((one) => one.id) ?? siblings;
    const others = ids.filter((other) => other !== id);
    failed = await revokeAll(context, others, session);
    // Without the list, the sessions of other devices were not ended.
    if (read instanceof WalletError) failed ??= read;
  };
  // Last, because it signs the others.
  return (await revokeSession(context, id, session, endOthers)) ?? failed;
}
