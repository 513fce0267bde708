import type { RelayAttestation } from '@org/payments-contract';
import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';
import { invalidInput } from '../refusal.ts';
import { type AuthenticatorData, readAttestation } from './authenticator-data.ts';
import { isForeignFrame, readClientData } from './client-data.ts';

/** The values that a registration must match. */
export interface ExpectedRegistration {
  /** base64url of the challenge the relay issued. */
  readonly challenge: string;
  /** The origin of the page. */
  readonly origin: string;
  readonly rpId: string;
  /** The pages of other origins that may frame the page. */
  readonly topOrigins: ReadonlySet<string>;
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
 * @throws RelayRefusal 400 that names the check
 */
export async function checkRegistration(
  attestation: RelayAttestation,
  expected: ExpectedRegistration,
): Promise<void> {
  const clientData = readClientData(attestation.clientDataJson, 'attestation');
  demand(clientData.type === 'webauthn.create', 'the client data is not of type webauthn.create'); // step 7
  demand(clientData.challenge === expected.challenge, 'has another challenge than the ticket'); // step 8
  demand(clientData.origin === expected.origin, 'was made on another origin'); // step 9
  demand(!isForeignFrame(clientData, expected.topOrigins), 'was made in a frame of another origin'); // 10, 11
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
