/** Records every private key that is imported in a page. Import it before the wallet. @module */

export const SCALAR_BYTES = 32;

interface WatchedKeys {
  readonly scalars: Uint8Array[];
  readonly buffers: Uint8Array[];
}

/** Of the page, not of this module: a runner may load it more than once. */
const page = globalThis as { watchedKeys?: WatchedKeys };
const isWatched = page.watchedKeys !== undefined;
page.watchedKeys ??= { scalars: [], buffers: [] };

/** The scalars of all keys imported so far, and the buffers they were in. */
export const { scalars, buffers } = page.watchedKeys;

const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (...args: unknown[]) => unknown;

/** The position of a P-256 key's scalar in PKCS#8: after the header of an OCTET STRING of 32 bytes. */
function scalarOf(pkcs8: Uint8Array): Uint8Array {
  const start = pkcs8.findIndex((byte, at) => at > 26 && byte === 0x04 && pkcs8[at + 1] === 0x20);
  return pkcs8.slice(start + 2, start + 2 + SCALAR_BYTES);
}

const watched = async (...args: unknown[]) => {
  if (args[0] === 'pkcs8') {
    const { buffer, byteOffset, byteLength } = args[1] as Uint8Array<ArrayBuffer>;
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    buffers.push(bytes);
    const scalar = scalarOf(bytes);
    const isNew = !scalars.some((known) => known.every((byte, at) => byte === scalar[at]));
    if (isNew) scalars.push(scalar);
  }
  return importKey(...args);
};

if (!isWatched) SubtleCrypto.prototype.importKey = watched as typeof crypto.subtle.importKey;
