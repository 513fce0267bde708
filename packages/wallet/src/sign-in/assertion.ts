import { WalletError } from '../errors/wallet-error.ts';
import type { RelayAssertion, RequestOptionsJSON } from '../relay-protocol.ts';
import { fromBase64url, toBase64url } from './base64url.ts';

/**
 * - `optional`: the browser's dialog, for the passkeys of the options
 * - `conditional`: among the suggestions of an input
 * - `immediate`: a dialog only if this device holds a passkey of the site
 */
export type Mediation = 'optional' | 'conditional' | 'immediate';

/**
 * Asks for a passkey. Reaches `navigator.credentials.get` at once. Takes a signal and a
 * mediation of any kind, which a library for the two plain ceremonies does not.
 */
export async function requestAssertion(
  {
    challenge,
    rpId,
    allowCredentials,
    userVerification = 'preferred',
    timeout,
  }: RequestOptionsJSON,
  mediation: Mediation,
  signal: AbortSignal,
): Promise<RelayAssertion> {
  // Web Authentication 5.1.4: the other two mediations take discoverable credentials only.
  const allowed = mediation === 'optional' ? allowCredentials : [];
  const credential = await navigator.credentials.get({
    mediation: mediation as CredentialMediationRequirement,
    signal,
    publicKey: {
      challenge: fromBase64url(challenge),
      rpId,
      userVerification,
      allowCredentials: allowed.map(({ id, type }) => ({ id: fromBase64url(id), type })),
      ...(timeout === undefined ? {} : { timeout }),
    },
  });
  if (credential === null) throw new WalletError('CANCELLED');
  const { rawId, response } = credential as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse;
  return {
    credentialId: toBase64url(rawId),
    clientDataJson: toBase64url(clientDataJSON),
    authenticatorData: toBase64url(authenticatorData),
    signature: toBase64url(signature),
    ...(userHandle === null ? {} : { userHandle: toBase64url(userHandle) }),
  };
}
