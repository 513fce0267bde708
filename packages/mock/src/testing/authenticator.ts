import { p256 } from '@noble/curves/nist.js';
import { bytesToBase64url, decompressPoint, hexToBytes } from '@org/payments-crypto';
import { Random } from '../random.ts';
import type {
  AuthenticationOptions,
  Misbehaviour,
  RegistrationOptions,
  StoredPasskey,
  TestAssertion,
  TestAttestation,
} from './ceremonies.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Flags of authenticator data (WebAuthn level 3, section 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED_DATA = 0x40;

/** COSE key parameters of an ES256 key (RFC 9053, section 7.1.1). */
const KTY = [1, 2] as const;
const ALG = [3, -7] as const;
const CRV = [-1, 1] as const;
const X = -2;
const Y = -3;

const AAGUID_BYTES = 16;
const COORDINATE_BYTES = 32;

function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

async function encodeCbor(value: Map<string | number, unknown>): Promise<Bytes> {
  const { isoCBOR } = await import('@simplewebauthn/server/helpers');
  return Uint8Array.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));
}

function coseKey(publicKey: string): Promise<Bytes> {
  const point = decompressPoint(hexToBytes(publicKey));
  const x = point.slice(1, 1 + COORDINATE_BYTES);
  const y = point.slice(1 + COORDINATE_BYTES);
  const entries: [number, unknown][] = [[...KTY], [...ALG], [...CRV], [X, x], [Y, y]];
  return encodeCbor(new Map(entries));
}

interface CeremonyFacts {
  readonly rpId: string;
  readonly isPresent: boolean;
  readonly isVerified: boolean;
  readonly counter: number;
  readonly attested?: { readonly credentialId: Uint8Array; readonly publicKey: Uint8Array };
}

async function authenticatorData(facts: CeremonyFacts): Promise<Bytes> {
  const { rpId, isPresent, isVerified, counter, attested } = facts;
  const head = new DataView(new ArrayBuffer(5));
  const flags =
    (isPresent ? USER_PRESENT : 0) |
    (isVerified ? USER_VERIFIED : 0) |
    (attested === undefined ? 0 : ATTESTED_DATA);
  head.setUint8(0, flags);
  head.setUint32(1, counter);
  const common = concat(await sha256(utf8(rpId)), new Uint8Array(head.buffer));
  if (attested === undefined) return common;
  const { credentialId, publicKey } = attested;
  const length = Uint8Array.of(credentialId.length >> 8, credentialId.length & 0xff);
  return concat(common, new Uint8Array(AAGUID_BYTES), length, credentialId, publicKey);
}

function attestationObject(authData: Uint8Array): Promise<Bytes> {
  return encodeCbor(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  );
}

const CREDENTIAL_ID_BYTES = 16;

/** Options of an authenticator. */
export interface AuthenticatorOptions {
  /** Decides keys and credential ids; give each authenticator of a test its own. */
  readonly seed?: string | number | undefined;
  /** The page's origin; `http://localhost:3000` when left out. */
  readonly origin?: string | undefined;
  /** The relying party if a ceremony's options do not name one; the origin's host when left out. */
  readonly rpId?: string | undefined;
  /** Whether passkeys are kept on the authenticator and can be found without their id; true when left out. */
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
