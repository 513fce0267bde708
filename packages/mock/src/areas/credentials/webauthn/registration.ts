import { base64urlToBytes, bytesToBase64url } from '@org/payments-crypto';
import { unauthorized } from '../../../engine/refusal.ts';
import type { World } from '../../../world.ts';
import type { PasskeyKey } from '../credentials.ts';
import {
  decodeClientData,
  decoding,
  failed,
  requireCeremonyData,
  requireClientData,
  type WebAuthnLibrary,
  webAuthnLibrary,
} from './checks.ts';

/** The result of a registration ceremony, as the contract defines it. */
export interface Attestation {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly attestationObject: string;
  readonly transports?: readonly string[] | undefined;
}

function authenticatorData({ helpers }: WebAuthnLibrary, attestationObject: string) {
  return decoding('attestationObject', () => {
    const decoded = helpers.decodeAttestationObject(base64urlToBytes(attestationObject));
    return helpers.parseAuthenticatorData(decoded.get('authData'));
  });
}

async function verified(
  { server }: WebAuthnLibrary,
  attestation: Attestation,
  expected: { readonly challenge: string; readonly origin: string },
  world: World,
): Promise<PasskeyKey> {
  const { credentialId, clientDataJson, attestationObject } = attestation;
  try {
    const { registrationInfo } = await server.verifyRegistrationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientDataJson, attestationObject },
      },
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: [...world.settings.choices.passkeyRpIds],
      requireUserVerification: false,
    });
    if (registrationInfo === undefined) throw new Error('the attestation statement is not valid');
    const { publicKey, counter } = registrationInfo.credential;
    return { publicKey: bytesToBase64url(publicKey), counter };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw unauthorized('passkeyRejected', `The attestation was refused: ${cause}`);
  }
}

/**
 * Verifies a registration ceremony (rule 33): the individual checks first, then the whole response
 * by the library, whose result decides.
 *
 * @param challenge base64url, as the platform issued it
 * @throws Refusal 401 naming the first check that fails
 */
export async function verifyRegistration(
  attestation: Attestation,
  challenge: string,
  world: World,
): Promise<PasskeyKey> {
  const clientData = decodeClientData(attestation.clientDataJson);
  requireClientData(clientData, { type: 'webauthn.create', challenge }, world);
  const library = await webAuthnLibrary();
  const data = authenticatorData(library, attestation.attestationObject);
  requireCeremonyData(data, world);
  const attested = bytesToBase64url(data.credentialID ?? new Uint8Array());
  if (attested !== attestation.credentialId) {
    throw failed('passkeyCredential', attested, attestation.credentialId);
  }
  return verified(library, attestation, { challenge, origin: clientData.origin }, world);
}
