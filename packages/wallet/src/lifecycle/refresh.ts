import type { CompleteRequest, RelayOpenedSession } from '@org/payments-relay/protocol';
import type { WalletContext } from '../context.ts';
import { isWalletError, WalletError } from '../errors/wallet-error.ts';
import { noticeSessions } from '../session/account.ts';
import { readClock } from '../session/lifetime.ts';
import { type LiveSession, lineageOf } from '../session/live-session.ts';
import { openSession } from '../session/open-session.ts';
import type { SessionInfo } from '../session/state.ts';
import { dropIfGone, isSessionEnded, signedRetry } from '../signing/signed-retry.ts';
import { withLock } from '../tabs/lock.ts';
import { revokeAll } from './revoke.ts';

async function openNext(
  context: WalletContext,
  session: LiveSession,
): Promise<{ readonly next: LiveSession; readonly siblings: readonly string[] }> {
  const { transport, clock } = context;
  const clientKey = await context.dialect.generateKey();
  const { id, accountId } = session.info;
  const request = {
    id,
    accountId,
    clientPublicKey: clientKey.publicKey,
    ...lineageOf(session),
  };
  const sent = readClock(clock);
  const legs = {
    begin: () => transport.refreshBegin(request),
    complete: (leg2: CompleteRequest) => transport.refreshComplete(leg2),
    expected: { kind: 'refresh', sessionId: id, clientPublicKey: clientKey.publicKey },
  } as const;
  let opened: RelayOpenedSession;
  try {
    opened = await signedRetry(context, legs, session);
  } catch (error) {
    if (isSessionEnded(error)) await dropIfGone(context, session);
    throw error;
  }
  const next = await openSession(context, opened, clientKey, sent, session.freshness);
  return { next, siblings: opened.siblings ?? [] };
}

async function refreshNow(context: WalletContext, seen: LiveSession): Promise<SessionInfo> {
  const { keeper } = context;
  await keeper.adopt();
  const session = keeper.require();
  // Another tab refreshed first, and this tab has its session now.
  if (session.info.id !== seen.info.id) return session.info;
  const { next, siblings } = await openNext(context, session);
  const isOurs = keeper.current?.info.id === session.info.id;
  if (!isOurs || !(await keeper.install(next, session.info.id))) {
    void revokeAll(context, [...siblings, next.info.id], next);
    throw new WalletError('SESSION_CHANGED');
  }
  // A sibling that this wallet does not know was opened with a copy of its key.
  noticeSessions(context, siblings);
  // They stay valid at the service: the old session is ended first, with the new session's key.
  void revokeAll(context, [session.info.id, ...siblings], next);
  return next.info;
}

/** Refreshes the session, in one tab for all, and once for concurrent calls in this tab. */
export function createRefresh(context: WalletContext): () => Promise<SessionInfo> {
  let running: Promise<SessionInfo> | undefined;

  async function refresh(): Promise<SessionInfo> {
    const { keeper, keys, clock, name, reasons } = context;
    await keeper.start();
    const seen = keeper.require();
    if (keys.persistence === 'memory') return refreshNow(context, seen);
    const onUnavailable = () => {
      reasons.add('locks_unavailable');
      keeper.evaluate();
    };
    return withLock(`${name}:refresh`, clock, () => refreshNow(context, seen), onUnavailable);
  }

  return () => {
    running ??= refresh().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** Milliseconds before the second attempt; each further one waits twice as long. */
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 15_000;

/** Codes after which another attempt would end the same way, besides those of an ended session. */
const final = /^(?:FORBIDDEN|REFUSED_BY|REVIEW_|UNSHOWN_|PAYLOAD_)/;

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
        const { code = '', userAction, retryAfter = 0 } = isWalletError(cause) ? cause : {};
        if (userAction === 'reauthenticate' || final.test(code)) {
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
