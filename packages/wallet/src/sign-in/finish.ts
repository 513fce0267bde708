import type { ClientKey } from '@org/payments-crypto';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { VerifyRequest } from '../relay-protocol.ts';
import { readClock } from '../session/lifetime.ts';
import { openSession } from '../session/open-session.ts';
import { revokeSession } from '../session/revoke.ts';
import type { SessionInfo } from '../session/state.ts';

/** The account in which the relay looks for a credential, if the wallet is for one account. */
export function hintOf({ accountId }: Pick<WalletContext, 'accountId'>): { accountId?: string } {
  return accountId === undefined ? {} : { accountId };
}

/** Completes a sign-in: verifies, opens the sealed key and stores the session. */
export async function finishSignIn(
  context: WalletContext,
  request: VerifyRequest,
  clientKey: ClientKey,
): Promise<SessionInfo> {
  const { clock, transport, keeper, accountId } = context;
  const sent = readClock(clock);
  const { signOuts } = keeper;
  const opened = await transport.verify({ ...request, ...hintOf(context) });
  if (accountId !== undefined && opened.accountId !== accountId) {
    throw new WalletError('UNEXPECTED', {
      cause: new Error('The session belongs to another account.'),
    });
  }
  const session = await openSession(opened, clientKey, clock, sent);
  if (signOuts === keeper.signOuts) await keeper.install(session);
  if (signOuts !== keeper.signOuts) {
    // A person who signed out in the meantime, for example to leave the device, is not signed in
    // afterwards.
    await keeper.drop(session.info.id);
    void revokeSession(context, session.info.id, session);
    throw new WalletError('SESSION_CHANGED');
  }
  return session.info;
}
