import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64, bech32m } from '@scure/base';

/** A signature, with the recovery id that selects one of the possible keys. */
export interface RecoverableSignature {
  /** The numbers r and s, 64 bytes. */
  readonly compact: Uint8Array;
  /** 0 to 3. */
  readonly recovery: number;
}

/** Returns the uncompressed secp256k1 key that signed a digest, if any did. */
export function recoverKey(
  { compact, recovery }: RecoverableSignature,
  digest: Uint8Array,
): Uint8Array | undefined {
  try {
    const signature = secp256k1.Signature.fromBytes(compact, 'compact').addRecoveryBit(recovery);
    return signature.recoverPublicKey(digest).toBytes(false);
  } catch {
    return undefined;
  }
}

function compressed(key: Uint8Array): Uint8Array {
  return secp256k1.Point.fromBytes(key).toBytes(true);
}

/** How a wallet encodes the header of its signature: as BIP-137 or Electrum does. */
export type BitcoinScheme = 'bip137' | 'electrum';

const MAGIC = 'Bitcoin Signed Message:\n';
const LENGTH = 65;
/** The first header of BIP-137; groups of four follow, one for each kind of address. */
const FIRST_HEADER = 27;
/** The last header of each scheme; Electrum has none of its own for SegWit. */
const lastHeader: Readonly<Record<BitcoinScheme, number>> = { bip137: 42, electrum: 34 };
const IDENTITY_KEY_FIELD = 0x0a;
const KEY_LENGTH = 33;

/** Encodes a length as Bitcoin writes it before a message. */
function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length);
  return Uint8Array.of(0xfd, length & 0xff, length >> 8);
}

function messageDigest(message: string): Uint8Array {
  const [magic, text] = [utf8ToBytes(MAGIC), utf8ToBytes(message)];
  const parts = [compactSize(magic.length), magic, compactSize(text.length), text];
  return sha256(sha256(concatBytes(...parts)));
}

/** Returns the parts of a base64 signature; undefined if it is not a signature of the scheme. */
function parse(signature: string, scheme: BitcoinScheme): RecoverableSignature | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base64.decode(signature);
  } catch {
    return undefined;
  }
  const header = bytes[0] ?? 0;
  if (bytes.length !== LENGTH || header < FIRST_HEADER || header > lastHeader[scheme]) {
    return undefined;
  }
  return { compact: bytes.subarray(1), recovery: (header - FIRST_HEADER) % 4 };
}

/** Returns the identity key of a Spark address, the only field of its data; undefined for other text. */
function identityKey(address: string): Uint8Array | undefined {
  try {
    const { bytes } = bech32m.decodeToBytes(address as `${string}1${string}`);
    const isKey = bytes[0] === IDENTITY_KEY_FIELD && bytes[1] === KEY_LENGTH;
    return isKey ? bytes.subarray(2, 2 + KEY_LENGTH) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the identity key of a Spark address signed a message, as Bitcoin wallets sign messages. */
export function isSignedBySpark(
  message: string,
  signature: string,
  address: string,
  scheme: BitcoinScheme,
): boolean {
  const key = identityKey(address);
  const parsed = parse(signature, scheme);
  if (key === undefined || parsed === undefined) return false;
  const signer = recoverKey(parsed, messageDigest(message));
  return signer !== undefined && compressed(signer).every((byte, at) => byte === key[at]);
}
