interface Descriptor {
  readonly id: string;
}

/** The part of WebAuthn's creation options in JSON that the authenticator reads. Other fields are ignored. */
export interface RegistrationOptions {
  /** base64url. */
  readonly challenge: string;
  readonly rp?: { readonly id?: string | undefined } | undefined;
  /** `id` is the user handle, base64url. */
  readonly user?: { readonly id: string } | undefined;
  readonly excludeCredentials?: readonly Descriptor[] | undefined;
}

/** The part of WebAuthn's request options in JSON that the authenticator reads. Other fields are ignored. */
export interface AuthenticationOptions {
  /** base64url. */
  readonly challenge: string;
  readonly rpId?: string | undefined;
  /** If it is left out or empty, a discoverable passkey is used. */
  readonly allowCredentials?: readonly Descriptor[] | undefined;
}

/** The result of a registration, in the API's field names. All strings are base64url. */
export interface TestAttestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: ('usb' | 'nfc' | 'ble' | 'internal' | 'hybrid')[];
}

/** The result of an authentication, in the API's field names. All strings are base64url. */
export interface TestAssertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** Only for discoverable passkeys. */
  readonly userHandle?: string;
}

/** The deviations of one ceremony from a valid one. */
export interface Misbehaviour {
  /** True if the user did not touch the authenticator. */
  readonly noUserPresence?: true;
  /** Origin of another page. */
  readonly origin?: string;
  /** Another relying party. */
  readonly rpId?: string | undefined;
  /** Another challenge, base64url. */
  readonly challenge?: string;
  /** Another ceremony type. */
  readonly type?: string;
  /** The counter to report. The authenticator's own counter does not change. */
  readonly counter?: number;
  /** True if one bit of the signature is flipped. */
  readonly damagedSignature?: true;
}

/** A passkey on the authenticator. */
export interface StoredPasskey {
  /** base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly rpId: string;
  /** base64url; only of discoverable passkeys. */
  readonly userHandle?: string;
  /** Signature counter of the last ceremony. */
  readonly counter: number;
}
