import { generateClientKey } from '@org/payments-crypto';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { CompleteRequest, RelayOpenedSession } from '../relay-protocol.ts';
import { dropIfGone, isSessionEnded, signedRetry } from '../signing/signed-retry.ts';
import { withLock } from '../tabs/lock.ts';
import { noticeSessions } from './account.ts';
import { readClock } from './lifetime.ts';
import { type LiveSession, lineageOf } from './live-session.ts';
import { openSession } from './open-session.ts';
import { revokeAll } from './revoke.ts';
import type { SessionInfo } from './state.ts';

async function openNext(
  context: WalletContext,
  session: LiveSession,
): Promise<{ readonly next: LiveSession; readonly siblings: readonly string[] }> {
  const { clock, transport } = context;
  const clientKey = await generateClientKey();
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
    if (isSessionEnded(error)) await dropIfGone(context, session.info);
    throw error;
  }
  const next = await openSession(opened, clientKey, clock, sent, session.freshness);
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
