import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@org/payments-crypto';

export function digest(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
}
