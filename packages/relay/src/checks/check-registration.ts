import { decodeCBOR } from '@levischuck/tiny-cbor';
import { parseForeignJson } from '@org/payments-contract/internal';
import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';
import type { RelayAttestation } from '../protocol/index.ts';
import { invalidInput, RelayRefusal } from '../refusals/refusal.ts';

/** The fields of WebAuthn's collected client data that the relay reads. */
interface ClientData {
  readonly type?: unknown;
  readonly challenge?: unknown;
  readonly origin?: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
}

/** @throws RelayRefusal 400 that names the field */
function readClientData(text: string, field: string): ClientData {
  try {
    const bytes = base64urlToBytes(text);
    const value = parseForeignJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // The parser's error is not shown, because it may quote the data.
  }
  throw invalidInput(`${field}.clientDataJson: cannot be read`);
}

/** Whether a ceremony was performed in a frame of another origin that is not one of these. */
function isForeignFrame(
  { crossOrigin, topOrigin }: ClientData,
  topOrigins: ReadonlySet<string>,
): boolean {
  if (crossOrigin !== true && topOrigin === undefined) return false;
  return typeof topOrigin !== 'string' || !topOrigins.has(topOrigin);
}

interface CeremonyPlace {
  /** The origin that calls the relay: the page's, or the signer's where one holds the key. */
  readonly origin: string;
  /** The pages of other origins that may frame it. */
  readonly topOrigins: ReadonlySet<string>;
}

function requirePlace(data: ClientData, { origin, topOrigins }: CeremonyPlace, field: string) {
  const refuse = (message: string) =>
    new RelayRefusal(400, 'CEREMONY_ORIGIN', { message: `${field}: ${message}` });
  if (data.origin !== origin) throw refuse('was made on another origin');
  if (isForeignFrame(data, topOrigins)) throw refuse('was made in a frame of another origin');
}

/**
 * Checks where the assertion of a sign-in was made. The service checks its signature and challenge.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-verifying-assertion, steps 10, 12 to 14
 * @throws RelayRefusal 400, `CEREMONY_ORIGIN` for another origin or a frame that is not allowed
 */
export function checkAssertionPlace(clientDataJson: string, place: CeremonyPlace): void {
  const data = readClientData(clientDataJson, 'assertion');
  if (data.type !== 'webauthn.get') throw invalidInput('assertion: is not of type webauthn.get');
  requirePlace(data, place, 'assertion');
}

/** The parts of authenticator data that registration checks. */
interface AuthenticatorData {
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

/** The values that a registration must match. */
export interface ExpectedRegistration extends CeremonyPlace {
  /** base64url of the challenge the relay issued. */
  readonly challenge: string;
  readonly rpId: string;
  readonly requireUserVerification: boolean;
}

function readData(text: string): AuthenticatorData {
  try {
    return readAttestation(base64urlToBytes(text));
  } catch {
    throw invalidInput('attestation.attestationObject: cannot be read');
  }
}

function demand(isMet: boolean, message: string): void {
  if (!isMet) throw invalidInput(`attestation: ${message}`);
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return bytesToBase64url(new Uint8Array(digest));
}

/**
 * Checks that a registration answers the relay's own challenge, on the page and for the relying
 * party it was issued for. The service checks it again and keeps the key; the attestation statement
 * is checked there only.
 *
 * @see https://www.w3.org/TR/webauthn-3/#sctn-registering-a-new-credential, steps 7 to 16
 * @throws RelayRefusal 400 that names the check; `CEREMONY_ORIGIN` for where it was made
 */
export async function checkRegistration(
  attestation: RelayAttestation,
  expected: ExpectedRegistration,
): Promise<void> {
  const clientData = readClientData(attestation.clientDataJson, 'attestation');
  demand(clientData.type === 'webauthn.create', 'the client data is not of type webauthn.create'); // step 7
  demand(clientData.challenge === expected.challenge, 'has another challenge than the ticket'); // step 8
  requirePlace(clientData, expected, 'attestation'); // steps 9 to 11
  const data = readData(attestation.attestationObject);
  const rpIdHash = bytesToBase64url(data.rpIdHash);
  demand(rpIdHash === (await sha256(expected.rpId)), 'was made for another relying party'); // step 14
  demand(data.isUserPresent, 'was made without user presence'); // step 15
  demand(
    !expected.requireUserVerification || data.isUserVerified,
    'was made without user verification',
  ); // 16
  const credentialId = bytesToBase64url(data.credentialId);
  demand(credentialId === attestation.credentialId, 'contains another credential id');
}
