import { decodeCBOR } from '@levischuck/tiny-cbor';

/** The parts of authenticator data that registration checks. */
export interface AuthenticatorData {
  readonly rpIdHash: Uint8Array;
  readonly isUserPresent: boolean;
  readonly isUserVerified: boolean;
  readonly credentialId: Uint8Array;
}

const RP_ID_HASH_BYTES = 32;
const FLAGS_AT = 32;
/** Hash, flags, signature counter, AAGUID. */
const CREDENTIAL_ID_LENGTH_AT = 53;
const CREDENTIAL_ID_AT = 55;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED_CREDENTIAL_DATA = 0x40;

/**
 * Reads the authenticator data of an attestation object.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-attestation, figures 6 and 9
 * @throws Error when it cannot be read, or has no authenticator data with a credential
 */
export function readAttestation(attestationObject: Uint8Array): AuthenticatorData {
  const object = decodeCBOR(new Uint8Array(attestationObject));
  const data = object instanceof Map ? object.get('authData') : undefined;
  if (!(data instanceof Uint8Array) || data.length < CREDENTIAL_ID_AT) {
    throw new SyntaxError('The attestation object has no authenticator data.');
  }
  const flags = data[FLAGS_AT] ?? 0;
  const length = new DataView(data.buffer, data.byteOffset).getUint16(CREDENTIAL_ID_LENGTH_AT);
  const credentialId = data.subarray(CREDENTIAL_ID_AT, CREDENTIAL_ID_AT + length);
  if ((flags & ATTESTED_CREDENTIAL_DATA) === 0 || credentialId.length !== length) {
    throw new SyntaxError('The authenticator data has no attested credential.');
  }
  return {
    rpIdHash: data.subarray(0, RP_ID_HASH_BYTES),
    isUserPresent: (flags & USER_PRESENT) !== 0,
    isUserVerified: (flags & USER_VERIFIED) !== 0,
    credentialId,
  };
}
