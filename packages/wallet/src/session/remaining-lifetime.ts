import type { WalletTransport } from '../relay/transport.ts';

/**
 * Asks the relay how long a session has left, in milliseconds: 0 when it no longer lists the
 * session, undefined when it cannot be asked.
 */
export async function fetchRemainingLifetime(
  transport: WalletTransport,
  sessionId: string,
  accountId: string,
): Promise<number | undefined> {
  try {
    const { sessions, issuedAt } = await transport.account({ accountId });
    const session = sessions.find(({ id }) => id === sessionId);
    if (session === undefined) return 0;
    const left = Date.parse(session.expiresAt) - Date.parse(issuedAt);
    return Number.isNaN(left) ? undefined : left;
  } catch {
    return undefined;
  }
}
