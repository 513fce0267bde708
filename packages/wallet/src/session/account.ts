import type { AccountRequest, AccountResponse } from '@org/payments-relay/protocol';
import type { WalletContext } from '../context.ts';
import type { WalletTransport } from '../relay/transport.ts';
import { isOthers, type LiveSession } from './live-session.ts';

/** Emits an event for each session that no wallet of this page has opened, once. */
export function noticeSessions(context: WalletContext, sessionIds: readonly string[]): void {
  const { keeper, store } = context;
  for (const sessionId of sessionIds) {
    if (keeper.known.has(sessionId)) continue;
    keeper.known.add(sessionId);
    store.emit({ type: 'unknown_session', sessionId });
  }
}

/** The account's credentials and live sessions, from the relay. */
export async function readAccount(
  context: WalletContext,
  request: AccountRequest,
): Promise<AccountResponse> {
  const account = await context.transport.account(request);
  const { current } = context.keeper;
  // Another person has logged in at the platform since, as in another tab.
  if (current && isOthers(current, account)) await context.keeper.drop(current.info.id);
  noticeSessions(
    context,
    account.sessions.map(({ id }) => id),
  );
  return account;
}

/**
 * Asks the relay how long a session has left, in milliseconds: 0 when it no longer lists the
 * session, or another login of the platform opened it, undefined when it cannot be asked.
 */
export async function fetchRemainingLifetime(
  transport: WalletTransport,
  live: LiveSession,
): Promise<number | undefined> {
  try {
    const account = await transport.account({ accountId: live.info.accountId });
    const { sessions, issuedAt } = account;
    const session = sessions.find(({ id }) => id === live.info.id);
    if (session === undefined || isOthers(live, account)) return 0;
    const left = Date.parse(session.expiresAt) - Date.parse(issuedAt);
    return Number.isNaN(left) ? undefined : left;
  } catch {
    return undefined;
  }
}
