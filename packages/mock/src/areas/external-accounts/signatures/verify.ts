import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base58check } from '@scure/base';
import {
  type BitcoinScheme,
  isSignedBySpark,
  type RecoverableSignature,
  recoverKey,
} from './bitcoin.ts';

/** Longer base58 texts encode neither a key (32 bytes) nor a signature (64 bytes), and are slow to decode. */
const TEXT_LIMIT = 100;

/** Returns whether the key of a Solana address signed a message; the signature is base58 text. */
function isSignedBySolana(message: string, signature: string, address: string): boolean {
  if (signature.length > TEXT_LIMIT || address.length > TEXT_LIMIT) return false;
  try {
    const [signed, key] = [base58.decode(signature), base58.decode(address)];
    return ed25519.verify(signed, utf8ToBytes(message), key);
  } catch {
    return false;
  }
}

const ADDRESS_LENGTH = 20;
const TRON_PREFIX = 0x41;

/** Returns the digest of EIP-191 `personal_sign`, and of Tron's form of it. */
function messageDigest(chain: 'Ethereum' | 'TRON', message: string): Uint8Array {
  const text = utf8ToBytes(message);
  const prefix = utf8ToBytes(`\x19${chain} Signed Message:\n${text.length}`);
  return keccak_256(concatBytes(prefix, text));
}

/** Returns the parts of a hexadecimal signature `r s v`; `v` is 27 or 28, or 0 or 1. */
function parse(signature: string): RecoverableSignature | undefined {
  const [, compact = '', last = ''] =
    /^(?:0x)?([0-9a-f]{128})([0-9a-f]{2})$/i.exec(signature) ?? [];
  const v = Number.parseInt(last, 16);
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery !== 0 && recovery !== 1) return undefined;
  return { compact: hexToBytes(compact), recovery };
}

/** Returns the account that signed a message: the last 20 bytes of its key's digest. */
function signerOf(
  chain: 'Ethereum' | 'TRON',
  message: string,
  signature: string,
): Uint8Array | undefined {
  const parsed = parse(signature);
  const key = parsed && recoverKey(parsed, messageDigest(chain, message));
  return key && keccak_256(key.subarray(1)).subarray(-ADDRESS_LENGTH);
}

/** Returns whether the key of an account on Ethereum, or on a chain like it, signed a message (EIP-191). */
function isSignedByEthereum(message: string, signature: string, address: string): boolean {
  const signer = signerOf('Ethereum', message, signature);
  return signer !== undefined && `0x${bytesToHex(signer)}` === address.toLowerCase();
}

/** Returns whether the key of a Tron account signed a message (`signMessageV2`). */
function isSignedByTron(message: string, signature: string, address: string): boolean {
  const signer = signerOf('TRON', message, signature);
  if (signer === undefined) return false;
  return base58check(sha256).encode(concatBytes(Uint8Array.of(TRON_PREFIX), signer)) === address;
}

export interface SignedMessage {
  readonly message: string;
  readonly signature: string;
  /** How a Bitcoin wallet signs; the other chains have one scheme each. */
  readonly scheme: BitcoinScheme;
}

export interface SigningWallet {
  readonly accountType: string;
  readonly address: string;
}

export function isSignedByWallet(
  { message, signature, scheme }: SignedMessage,
  { accountType, address }: SigningWallet,
): boolean {
  switch (accountType) {
    case 'SPARK_WALLET':
      return isSignedBySpark(message, signature, address, scheme);
    case 'SOLANA_WALLET':
      return isSignedBySolana(message, signature, address);
    case 'TRON_WALLET':
      return isSignedByTron(message, signature, address);
    default:
      return isSignedByEthereum(message, signature, address);
  }
}
