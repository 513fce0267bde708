import type { RelayAssertion, RequestOptionsJSON } from '@org/payments-relay/protocol';
import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { WalletError } from '../errors/wallet-error.ts';
import { holdUntil } from './ceremony.ts';
import { isYes } from './passkey-support.ts';

function toAssertion({ rawId, response }: AuthenticationResponseJSON): RelayAssertion {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    credentialId: rawId,
    clientDataJson: clientDataJSON,
    authenticatorData,
    signature,
    ...(userHandle === undefined ? {} : { userHandle }),
  };
}

function optionsOf(options: RequestOptionsJSON) {
  return { ...options, allowCredentials: [...options.allowCredentials] };
}

/** Asks for a passkey in the browser's dialog. Calls `navigator.credentials.get` synchronously. */
export async function requestAssertion(options: RequestOptionsJSON): Promise<RelayAssertion> {
  return toAssertion(await startAuthentication({ optionsJSON: optionsOf(options) }));
}

/**
 * Offers passkeys among the suggestions of an input.
 *
 * @throws WalletError `PASSKEYS_UNSUPPORTED` if the browser cannot do that
 */
export async function offerAssertion(
  options: RequestOptionsJSON,
  signal: AbortSignal,
): Promise<RelayAssertion> {
  if (!(await isYes(browserSupportsWebAuthnAutofill))) {
    throw new WalletError('PASSKEYS_UNSUPPORTED');
  }
  signal.throwIfAborted();
  const offered = startAuthentication({
    optionsJSON: optionsOf(options),
    useBrowserAutofill: true,
    // The input may be rendered after this call.
    verifyBrowserAutofillInput: false,
  });
  // The library performs this check before it starts the ceremony; the same check, requested
  // afterwards, resolves later.
  holdUntil(browserSupportsWebAuthnAutofill());
  return toAssertion(await offered);
}

/**
 * Asks for a passkey only if this device holds one for the site. The library does not offer this
 * mediation; browsers that have it also have the conversions from and to JSON.
 */
export async function requestImmediateAssertion(
  options: RequestOptionsJSON,
): Promise<RelayAssertion> {
  const credential = await navigator.credentials.get({
    mediation: 'immediate' as CredentialMediationRequirement,
    signal: WebAuthnAbortService.createNewAbortSignal(),
    // Only discoverable credentials are found immediately: Web Authentication 5.1.4.
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({
      ...options,
      allowCredentials: [],
    }),
  });
  if (credential === null) throw new WalletError('CANCELLED');
  const found: unknown = (credential as PublicKeyCredential).toJSON();
  return toAssertion(found as AuthenticationResponseJSON);
}
