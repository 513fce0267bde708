import { HPKE_INFO } from './constants.ts';

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
