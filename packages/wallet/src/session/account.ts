import type { AccountRequest, AccountResponse } from '@org/payments-relay/protocol';
import type { WalletContext } from '../context.ts';

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
  noticeSessions(
    context,
    account.sessions.map(({ id }) => id),
  );
  return account;
}
