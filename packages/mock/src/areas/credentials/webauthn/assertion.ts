import { base64urlToBytes } from '@org/payments-crypto';
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

/** The result of an authentication ceremony, as the contract defines it. */
export interface Assertion {
  readonly credentialId: string;
  readonly clientDataJson: string;
  readonly authenticatorData: string;
  readonly signature: string;
  readonly userHandle?: string | null | undefined;
}

export interface ExpectedAssertion {
  /** base64url of the challenge's bytes. */
  readonly challenge: string;
  readonly credentialId: string;
  readonly passkey: PasskeyKey;
}

/** Checks that the counter has increased; authenticators without one send 0. @throws Refusal 401 */
export function requireIncreased(counter: number, stored: number): void {
  if (counter > stored || (counter === 0 && stored === 0)) return;
  throw failed('passkeyCounter', `a counter above ${stored}`, counter);
}

async function requireSignature(
  { server }: WebAuthnLibrary,
  assertion: Assertion,
  origin: string,
  { challenge, passkey }: ExpectedAssertion,
  world: World,
): Promise<void> {
  const { credentialId, clientDataJson, authenticatorData, signature } = assertion;
  try {
    const { verified } = await server.verifyAuthenticationResponse({
      response: {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: clientDataJson, authenticatorData, signature },
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: [...world.settings.choices.passkeyRpIds],
      credential: {
        id: credentialId,
        publicKey: base64urlToBytes(passkey.publicKey),
        counter: passkey.counter,
      },
      requireUserVerification: false,
    });
    if (verified) return;
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw unauthorized('passkeyRejected', `The assertion was refused: ${cause}`);
  }
  const expected = 'a signature over authenticatorData and the hash of clientDataJson';
  throw unauthorized('passkeySignature', `Expected ${expected}, by the registered key.`);
}

/**
 * Verifies an authentication ceremony (rule 47): the individual checks first, then the whole
 * response by the library, whose result decides.
 *
 * @returns the signature counter of this ceremony
 * @throws Refusal 401 naming the first check that fails
 */
export async function verifyAssertion(
  assertion: Assertion,
  expected: ExpectedAssertion,
  world: World,
): Promise<number> {
  if (assertion.credentialId !== expected.credentialId) {
    throw failed('passkeyCredential', expected.credentialId, assertion.credentialId);
  }
  const clientData = decodeClientData(assertion.clientDataJson);
  requireClientData(clientData, { type: 'webauthn.get', challenge: expected.challenge }, world);
  const library = await webAuthnLibrary();
  const data = decoding('authenticatorData', () =>
    library.helpers.parseAuthenticatorData(base64urlToBytes(assertion.authenticatorData)),
  );
  requireCeremonyData(data, world);
  requireIncreased(data.counter, expected.passkey.counter);
  await requireSignature(library, assertion, clientData.origin, expected, world);
  return data.counter;
}
