import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { isSessionEnded, signedBySession } from '../signing/signed-retry.ts';
import { signalAccepted, signalUnknown } from './passkey-support.ts';

/** The relay requires a nickname for the options; no passkey is created with this one. */
const NO_NICKNAME = 'Passkey';

/**
 * Removes a credential from the account, signed by the session; if it was a passkey, signals its
 * removal to the browser, which then no longer offers it.
 *
 * @param credentialId `AuthMethod:...`
 * @throws WalletError `REFUSED` when the session was opened with this credential
 */
export async function removeCredential(
  context: WalletContext,
  credentialId: string,
): Promise<void> {
  const { transport, keeper } = context;
  await keeper.start();
  const { accountId } = keeper.require().info;
  const { credentials } = await transport.account({ accountId });
  await signedBySession(context, {
    begin: () => transport.revokeBegin({ id: credentialId, accountId }),
    complete: (request) => transport.revokeComplete(request),
    expected: { kind: 'remove_credential', credentialId },
  }).catch((cause: unknown) => {
    // The service accepts this signature only from another credential's session.
    if (!isSessionEnded(cause) || keeper.current === undefined) throw cause;
    const message = 'it opened this session: sign in with another one';
    throw new WalletError('REFUSED', { cause, message });
  });
  const passkeys = credentials.filter(({ type }) => type === 'PASSKEY');
  const removed = passkeys.find(({ id }) => id === credentialId)?.credentialId;
  if (removed === undefined) return;
  // The signal needs the user handle, which only the options of a registration contain.
  const { options } = await transport
    .passkeyOptions({ accountId, nickname: NO_NICKNAME })
    .catch(() => ({ options: undefined }));
  if (options === undefined) return;
  await signalUnknown(options.rp.id, removed);
  const left = passkeys.map((passkey) => passkey.credentialId ?? '').filter((id) => id !== removed);
  await signalAccepted(options, left);
}
