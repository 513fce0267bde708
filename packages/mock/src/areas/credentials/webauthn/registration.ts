import { sha256 } from '@noble/hashes/sha2.js';
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

/**
 * Checks the certificate of a packed statement at the mock's time, and its signature, and returns the
 * attestation object without the statement: the library reads the time of the machine.
 */
async function withoutCertificate(
  { helpers }: WebAuthnLibrary,
  { attestationObject, clientDataJson }: Attestation,
  now: number,
): Promise<string> {
  const decoded = helpers.decodeAttestationObject(base64urlToBytes(attestationObject));
  const statement = decoded.get('attStmt');
  const [certificate] = statement.get('x5c') ?? [];
  const signature = statement.get('sig');
  if (decoded.get('fmt') !== 'packed' || !certificate || !signature) return attestationObject;
  const { notBefore, notAfter } = helpers.getCertificateInfo(certificate);
  if (now < notBefore.getTime() || now > notAfter.getTime()) {
    const [from, to] = [notBefore.toISOString(), notAfter.toISOString()];
    throw new Error(`its certificate is valid from ${from} to ${to}`);
  }
  const hash = Uint8Array.from(sha256(base64urlToBytes(clientDataJson)));
  const authData = decoded.get('authData');
  const data = helpers.isoUint8Array.concat([authData, hash]);
  const isSigned = await helpers.verifySignature({ signature, data, x509Certificate: certificate });
  if (!isSigned) throw new Error('the attestation statement is not valid');
  const parts = Object.entries({ fmt: 'none', attStmt: new Map(), authData });
  return bytesToBase64url(helpers.isoCBOR.encode(new Map(parts)));
}

async function verified(
  library: WebAuthnLibrary,
  attestation: Attestation,
  expected: { readonly challenge: string; readonly origin: string },
  world: World,
): Promise<PasskeyKey> {
  const { credentialId, clientDataJson } = attestation;
  try {
    const attestationObject = await withoutCertificate(library, attestation, world.clock.now());
    const { registrationInfo } = await library.server.verifyRegistrationResponse({
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
