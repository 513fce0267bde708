/**
 * The paths of the relay protocol below its mount, one per call. `begin` is leg 1, `complete` is
 * leg 2. The relay, the wallet and the tests import them from here.
 */
export const relayPaths = {
  account: '/v1/account',
  describe: '/v1/describe',
  challenge: '/v1/challenge',
  verify: '/v1/verify',
  passkeyOptions: '/v1/passkeys/options',
  passkeyBegin: '/v1/passkeys/begin',
  passkeyComplete: '/v1/passkeys/complete',
  refreshBegin: '/v1/sessions/refresh/begin',
  refreshComplete: '/v1/sessions/refresh/complete',
  revokeBegin: '/v1/sessions/revoke/begin',
  revokeComplete: '/v1/sessions/revoke/complete',
  actionBegin: '/v1/actions/begin',
  actionComplete: '/v1/actions/complete',
} as const;

/** The type of {@link relayPaths}. */
export type RelayPaths = typeof relayPaths;

/** The name of a relay call. */
export type RelayCall = keyof RelayPaths;

/**
 * The options and results of passkey ceremonies, as the relay protocol carries them. Types only.
 * @module
 */

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`, as far as used. */
export interface RequestOptionsJSON {
  /** base64url of the bytes to sign; the relay has already decoded the service's encoding. */
  readonly challenge: string;
  readonly rpId: string;
  /** Only this credential's passkey, without transports. */
  readonly allowCredentials: readonly { readonly type: 'public-key'; readonly id: string }[];
  readonly userVerification?: 'required' | 'preferred' | 'discouraged';
  /** Milliseconds. */
  readonly timeout?: number;
}

/** The result of an authentication ceremony, in the service's field names. */
export interface RelayAssertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string;
}

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`, as far as used. */
export interface CreationOptionsJSON {
  readonly challenge: string;
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: {
    /** base64url, 1 to 64 bytes; the same for every passkey of the account. */
    readonly id: string;
    readonly name: string;
    readonly displayName: string;
  };
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  /** The account's passkeys, so that an authenticator does not create a second one. */
  readonly excludeCredentials: readonly { readonly type: 'public-key'; readonly id: string }[];
  readonly authenticatorSelection?: {
    readonly authenticatorAttachment?: 'platform' | 'cross-platform';
    readonly residentKey?: 'required' | 'preferred' | 'discouraged';
    readonly requireResidentKey?: boolean;
    readonly userVerification?: 'required' | 'preferred' | 'discouraged';
  };
  readonly attestation?: 'none' | 'indirect' | 'direct' | 'enterprise';
  /** Milliseconds. */
  readonly timeout?: number;
}

/** The result of a registration ceremony, in the service's field names. */
export interface RelayAttestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  /** Of `usb`, `nfc`, `ble`, `internal`, `hybrid`; others are left out by the wallet. */
  readonly transports: readonly string[];
}
