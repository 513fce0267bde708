import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { readAccount } from '../session/account.ts';
import { hintOf } from './finish.ts';

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
