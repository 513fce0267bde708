import { WalletError } from '../errors/wallet-error.ts';
import type { CreationOptionsJSON, RelayAttestation } from '../relay-protocol.ts';
import { fromBase64url, toBase64url } from './base64url.ts';

/** The transports the service knows; browsers may name others, such as `smart-card`. */
const TRANSPORTS: readonly string[] = ['usb', 'nfc', 'ble', 'internal', 'hybrid'];

/**
 * Makes a passkey. Reaches `navigator.credentials.create` at once.
 *
 * @param isConditional without a dialog, if the person agreed to that in the browser
 */
export async function requestAttestation(
  { challenge, user, pubKeyCredParams, excludeCredentials, ...rest }: CreationOptionsJSON,
  isConditional: boolean,
  signal: AbortSignal,
): Promise<RelayAttestation> {
  const credential = await navigator.credentials.create({
    signal,
    ...(isConditional ? { mediation: 'conditional' } : {}),
    publicKey: {
      ...rest,
      challenge: fromBase64url(challenge),
      user: { ...user, id: fromBase64url(user.id) },
      pubKeyCredParams: [...pubKeyCredParams],
      excludeCredentials: excludeCredentials.map(({ id, type }) => ({
        id: fromBase64url(id),
        type,
      })),
    },
  });
  if (credential === null) throw new WalletError('CANCELLED');
  const { rawId, response } = credential as PublicKeyCredential;
  const { clientDataJSON, attestationObject, getTransports } =
    response as AuthenticatorAttestationResponse;
  const transports: readonly string[] = getTransports?.call(response) ?? [];
  return {
    credentialId: toBase64url(rawId),
    clientDataJson: toBase64url(clientDataJSON),
    attestationObject: toBase64url(attestationObject),
    transports: transports.filter((transport) => TRANSPORTS.includes(transport)),
  };
}
