import type { ClientKey } from '@org/payments-crypto/session';
import type { VerifyRequest } from '@org/payments-relay/protocol';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { revokeAll } from '../lifecycle/revoke.ts';
import { readAccount } from '../session/account.ts';
import { readClock } from '../session/lifetime.ts';
import { openSession } from '../session/open-session.ts';
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
  context.signIn.attempt ??= crypto.randomUUID();
  const { attempt } = context.signIn;
  const opened = await transport.verify({ ...request, ...hintOf(context), attempt });
  context.signIn.attempt = undefined;
  if (accountId !== undefined && opened.accountId !== accountId) {
    throw new WalletError('UNEXPECTED', {
      cause: new Error('The session belongs to another account.'),
    });
  }
  const session = await openSession(context, opened, clientKey, sent);
  // Sessions of this sign-in whose response was lost: nobody has their keys.
  const { siblings = [] } = opened;
  for (const id of siblings) keeper.known.add(id);
  if (signOuts === keeper.signOuts) await keeper.install(session);
  if (signOuts !== keeper.signOuts) {
    // A person who signed out in the meantime, for example to leave the device, is not signed in
    // afterwards.
    await keeper.drop(session.info.id);
    void revokeAll(context, [...siblings, session.info.id], session);
    throw new WalletError('SESSION_CHANGED');
  }
  void revokeAll(context, siblings, session);
  return session.info;
}

/** The credential of a sign-in, and the account's others of its type, by the id in an assertion. */
interface SignInCredential {
  readonly id: string;
  readonly others: ReadonlyMap<string | undefined, string>;
}

/**
 * Finds the credential of a sign-in: the given one, or the newest of its type.
 *
 * @throws WalletError `NO_CREDENTIAL` if the account has none
 */
export async function credentialFor(
  context: WalletContext,
  given: string | undefined,
  type: 'EMAIL_OTP' | 'OAUTH' | 'PASSKEY',
): Promise<SignInCredential> {
  if (given !== undefined) return { id: given, others: new Map() };
  const { credentials } = await readAccount(context, hintOf(context));
  const [newest, ...more] = credentials
    .filter((credential) => credential.type === type)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (newest === undefined) throw new WalletError('NO_CREDENTIAL');
  const others = new Map(more.map(({ id, credentialId }) => [credentialId, id]));
  return { id: newest.id, others };
}
