import type { ClientKey } from './client-key.ts';
import { HPKE_INFO } from './constants.ts';
import { hpkeSuite } from './hpke-suite.ts';
import type { Secrets } from './secrets.ts';

/** The values to which both sides bind a sealed key. The defaults are the service's. */
export interface SealOptions {
  /** The HPKE `info`; by default the ASCII bytes of `HPKE_INFO`. */
  readonly info?: Uint8Array | undefined;
  /** The HPKE `aad`; by default the encapsulated key, then the recipient's key, 65 bytes each. */
  readonly aad?: Uint8Array | undefined;
}

/** The `info` and `aad` of one message, as exact buffers. */
export function bindings(
  options: SealOptions,
  enc: Uint8Array,
  recipient: Uint8Array,
): { info: ArrayBuffer; aad: ArrayBuffer } {
  const aad = new Uint8Array(enc.length + recipient.length);
  aad.set(enc);
  aad.set(recipient, enc.length);
  return {
    info: Uint8Array.from(options.info ?? new TextEncoder().encode(HPKE_INFO)).buffer,
    aad: Uint8Array.from(options.aad ?? aad).buffer,
  };
}

export interface HpkeMessage {
  /** The encapsulated key, uncompressed. */
  readonly enc: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

/**
 * Opens one message, whose encapsulated key is known to be a point of the curve.
 *
 * @param recipient the uncompressed point of the key
 * @param secrets wiped by the caller
 */
export async function openMessage(
  { enc, ciphertext }: HpkeMessage,
  recipientKey: ClientKey['keyPair'],
  recipient: Uint8Array,
  options: SealOptions,
  secrets: Secrets,
): Promise<Uint8Array<ArrayBuffer>> {
  const { info, aad } = bindings(options, enc, recipient);
  const message = { recipientKey, enc: enc.buffer, info };
  return new Uint8Array(await hpkeSuite(secrets).open(message, ciphertext, aad));
}
