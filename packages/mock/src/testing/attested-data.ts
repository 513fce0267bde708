import { decompressPoint, hexToBytes } from '@org/payments-crypto';

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

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

async function encodeCbor(value: Map<string | number, unknown>): Promise<Bytes> {
  const { isoCBOR } = await import('@simplewebauthn/server/helpers');
  return Uint8Array.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));
}

/** Converts a compressed P-256 key in hex to a COSE key. */
export function coseKey(publicKey: string): Promise<Bytes> {
  const point = decompressPoint(hexToBytes(publicKey));
  const x = point.slice(1, 1 + COORDINATE_BYTES);
  const y = point.slice(1 + COORDINATE_BYTES);
  const entries: [number, unknown][] = [[...KTY], [...ALG], [...CRV], [X, x], [Y, y]];
  return encodeCbor(new Map(entries));
}

/** The facts an authenticator reports about one ceremony. */
export interface CeremonyFacts {
  readonly rpId: string;
  readonly isPresent: boolean;
  readonly isVerified: boolean;
  readonly counter: number;
  /** The new passkey, in a registration. */
  readonly attested?: { readonly credentialId: Uint8Array; readonly publicKey: Uint8Array };
}

/** Returns a ceremony's authenticator data. */
export async function authenticatorData(facts: CeremonyFacts): Promise<Bytes> {
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

/** Returns an attestation object without an attestation statement. */
export function attestationObject(authData: Uint8Array): Promise<Bytes> {
  return encodeCbor(
    new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  );
}
