import { WalletError } from '../errors/wallet-error.ts';
import type { LazyChunk } from '../load-lazy.ts';
import type { RelayAssertion, RequestOptionsJSON } from '../relay-protocol.ts';

function assertionOf(
  credentialId: string,
  clientDataJson: string,
  authenticatorData: string,
  signature: string,
  userHandle: string | undefined,
): RelayAssertion {
  const required = { credentialId, clientDataJson, authenticatorData, signature };
  return userHandle === undefined ? required : { ...required, userHandle };
}

/** Asks for a passkey in the browser's dialog. Reaches `navigator.credentials.get` at once. */
export async function requestAssertion(
  lazy: LazyChunk,
  options: RequestOptionsJSON,
): Promise<RelayAssertion> {
  const { allowCredentials, ...rest } = options;
  const { rawId, response } = await lazy.startAuthentication({
    optionsJSON: { ...rest, allowCredentials: [...allowCredentials] },
  });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return assertionOf(rawId, clientDataJSON, authenticatorData, signature, userHandle);
}

/**
 * Offers passkeys among the suggestions of an input. By hand, because the library can only stop a
 * conditional ceremony once it has begun, which is too late for a component that unmounts.
 */
export async function requestConditionalAssertion(
  lazy: LazyChunk,
  { challenge, rpId, userVerification = 'preferred' }: RequestOptionsJSON,
  signal: AbortSignal,
): Promise<RelayAssertion> {
  const { base64URLStringToBuffer, bufferToBase64URLString } = lazy;
  if (!(await lazy.browserSupportsWebAuthnAutofill()))
    throw new WalletError('PASSKEYS_UNSUPPORTED');
  signal.throwIfAborted();
  const credential = await navigator.credentials.get({
    mediation: 'conditional',
    signal,
    // Web Authentication 5.1.4: with conditional mediation, only discoverable credentials.
    publicKey: {
      challenge: base64URLStringToBuffer(challenge),
      rpId,
      userVerification,
      allowCredentials: [],
    },
  });
  if (credential === null) throw new WalletError('CANCELLED');
  const { rawId, response } = credential as PublicKeyCredential;
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticatorAssertionResponse;
  return assertionOf(
    bufferToBase64URLString(rawId),
    bufferToBase64URLString(clientDataJSON),
    bufferToBase64URLString(authenticatorData),
    bufferToBase64URLString(signature),
    userHandle === null ? undefined : bufferToBase64URLString(userHandle),
  );
}
