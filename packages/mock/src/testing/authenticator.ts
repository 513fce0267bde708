import { p256 } from '@noble/curves/nist.js';
import { bytesToBase64url } from '@org/payments-crypto';
import { Random } from '../random.ts';
import {
  attestationObject,
  authenticatorData,
  concat,
  coseKey,
  sha256,
  utf8,
} from './attested-data.ts';
import type {
  AuthenticationOptions,
  Misbehaviour,
  RegistrationOptions,
  StoredPasskey,
  TestAssertion,
  TestAttestation,
} from './ceremonies.ts';

const CREDENTIAL_ID_BYTES = 16;

/** Options of an authenticator. */
export interface AuthenticatorOptions {
  /** Decides keys and credential ids; give each authenticator of a test its own. */
  readonly seed?: string | number | undefined;
  /** The page's origin; `http://localhost:3000` when left out. */
  readonly origin?: string | undefined;
  /** The relying party if a ceremony's options do not name one; the origin's host when left out. */
  readonly rpId?: string | undefined;
  /**
   * Whether passkeys are kept on the authenticator and can be found without their id; true when
   * left out.
   */
  readonly residentKeys?: boolean | undefined;
  /** Whether the user is verified, by a PIN or a fingerprint; true when left out. */
  readonly userVerification?: boolean | undefined;
  /** False for an authenticator that does not count signatures: its counter stays 0. */
  readonly counter?: boolean | undefined;
  /** The transports in an attestation; `['internal']` when left out. */
  readonly transports?: TestAttestation['transports'] | undefined;
}

/** A WebAuthn authenticator, and the browser around it, in software. */
export interface Authenticator {
  /** Every passkey it has created, the oldest first. */
  readonly passkeys: readonly StoredPasskey[];
  /**
   * Creates a passkey.
   *
   * @throws DOMException `InvalidStateError` if it has one of the excluded credentials
   */
  register(options: RegistrationOptions, misbehaviour?: Misbehaviour): Promise<TestAttestation>;
  /**
   * Signs in with a passkey: one of those allowed, otherwise the newest discoverable one.
   *
   * @throws DOMException `NotAllowedError` if it has no suitable one
   */
  authenticate(options: AuthenticationOptions, misbehaviour?: Misbehaviour): Promise<TestAssertion>;
}

interface PrivatePasskey extends StoredPasskey {
  readonly scalar: Uint8Array;
  counter: number;
}

function clientData(type: string, challenge: string, origin: string): Uint8Array<ArrayBuffer> {
  return utf8(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function visible({ scalar: _scalar, ...passkey }: PrivatePasskey): StoredPasskey {
  return passkey;
}

/** Creates an authenticator without passkeys. The same seed and calls produce the same bytes. */
export function createAuthenticator(options: AuthenticatorOptions = {}): Authenticator {
  const {
    origin = 'http://localhost:3000',
    residentKeys = true,
    userVerification = true,
  } = options;
  const { rpId: ownRpId = new URL(origin).hostname, transports = ['internal'] } = options;
  const random = new Random(options.seed ?? 'authenticator');
  const passkeys: PrivatePasskey[] = [];

  const facts = (rpId: string, counter: number, misbehaviour: Misbehaviour) => ({
    rpId: misbehaviour.rpId ?? rpId,
    isPresent: misbehaviour.noUserPresence !== true,
    isVerified: userVerification && misbehaviour.noUserPresence !== true,
    counter: misbehaviour.counter ?? counter,
  });

  function find(rpId: string, allowed: readonly { readonly id: string }[]): PrivatePasskey {
    const fits = (passkey: PrivatePasskey) =>
      allowed.length === 0
        ? passkey.userHandle !== undefined
        : allowed.some(({ id }) => id === passkey.credentialId);
    const found = passkeys.findLast((passkey) => passkey.rpId === rpId && fits(passkey));
    if (found !== undefined) return found;
    throw new DOMException(
      'The authenticator does not have a suitable passkey.',
      'NotAllowedError',
    );
  }

  return {
    get passkeys() {
      return passkeys.map(visible);
    },

    async register({ challenge, rp, user, excludeCredentials = [] }, misbehaviour = {}) {
      const rpId = rp?.id ?? ownRpId;
      if (
        passkeys.some((passkey) => excludeCredentials.some(({ id }) => id === passkey.credentialId))
      ) {
        throw new DOMException('The passkey already exists.', 'InvalidStateError');
      }
      const { scalar, publicKey } = random.keyPair('passkey');
      const credentialId = random.bytes('credential-id', CREDENTIAL_ID_BYTES);
      const handle = user?.id ?? bytesToBase64url(random.bytes('user-handle', CREDENTIAL_ID_BYTES));
      const key = await coseKey(publicKey);
      const attested = { credentialId, publicKey: key };
      const data = await authenticatorData({ ...facts(rpId, 0, misbehaviour), attested });
      const type = misbehaviour.type ?? 'webauthn.create';
      const asked = misbehaviour.challenge ?? challenge;
      passkeys.push({
        credentialId: bytesToBase64url(credentialId),
        publicKey: bytesToBase64url(key),
        rpId,
        ...(residentKeys ? { userHandle: handle } : {}),
        counter: 0,
        scalar,
      });
      return {
        credentialId: bytesToBase64url(credentialId),
        clientDataJson: bytesToBase64url(clientData(type, asked, misbehaviour.origin ?? origin)),
        attestationObject: bytesToBase64url(await attestationObject(data)),
        transports: [...transports],
      };
    },

    async authenticate({ challenge, rpId = ownRpId, allowCredentials = [] }, misbehaviour = {}) {
      const passkey = find(rpId, allowCredentials);
      if (options.counter !== false && misbehaviour.counter === undefined) passkey.counter += 1;
      const data = await authenticatorData(facts(rpId, passkey.counter, misbehaviour));
      const type = misbehaviour.type ?? 'webauthn.get';
      const asked = misbehaviour.challenge ?? challenge;
      const json = clientData(type, asked, misbehaviour.origin ?? origin);
      const message = concat(data, await sha256(json));
      const signature = Uint8Array.from(p256.sign(message, passkey.scalar, { format: 'der' }));
      const last = signature.length - 1;
      if (misbehaviour.damagedSignature) signature[last] = (signature[last] ?? 0) ^ 1;
      return {
        credentialId: passkey.credentialId,
        clientDataJson: bytesToBase64url(json),
        authenticatorData: bytesToBase64url(data),
        signature: bytesToBase64url(signature),
        ...(passkey.userHandle === undefined ? {} : { userHandle: passkey.userHandle }),
      };
    },
  };
}
