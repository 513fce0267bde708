/** A credential a ceremony names. */
interface Descriptor {
  readonly id: string;
}

/**
 * What a registration asks for: the part of WebAuthn's creation options in JSON that the
 * authenticator reads. More fields do no harm.
 */
export interface RegistrationOptions {
  /** base64url. */
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  /** `id` is the user handle, base64url. */
  readonly user?: { readonly id: string };
  readonly excludeCredentials?: readonly Descriptor[];
}

/**
 * What an authentication asks for: the part of WebAuthn's request options in JSON that the
 * authenticator reads. More fields do no harm.
 */
export interface AuthenticationOptions {
  /** base64url. */
  readonly challenge: string;
  readonly rpId?: string;
  /** Left out or empty, a discoverable passkey is used. */
  readonly allowCredentials?: readonly Descriptor[];
}

/** The result of a registration, in the API's field names. All texts are base64url. */
export interface TestAttestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports: ('usb' | 'nfc' | 'ble' | 'internal' | 'hybrid')[];
}

/** The result of an authentication, in the API's field names. All texts are base64url. */
export interface TestAssertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  /** Only of discoverable passkeys. */
  readonly userHandle?: string;
}

/** What an authenticator does wrong in one ceremony. */
export interface Misbehaviour {
  /** Nobody touched it. */
  readonly noUserPresence?: true;
  /** The page was another one. */
  readonly origin?: string;
  /** The relying party was another one. */
  readonly rpId?: string;
  /** Another challenge was answered, base64url. */
  readonly challenge?: string;
  /** The ceremony was of another type. */
  readonly type?: string;
  /** The counter says this, whatever it was; the authenticator's own does not move. */
  readonly counter?: number;
  /** One bit of the signature flips. */
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
