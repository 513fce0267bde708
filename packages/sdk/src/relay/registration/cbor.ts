/** What is left of a CBOR text while it is read. */
interface Reader {
  readonly bytes: Uint8Array;
  offset: number;
}

/** Deeper nesting than this is no attestation object. */
const MAX_DEPTH = 8;

/** A CBOR value, as far as attestation objects have them. */
export type Cbor = string | number | bigint | boolean | null | Uint8Array | Cbor[] | CborMap;
/** A CBOR map. */
export type CborMap = Map<Cbor, Cbor>;

function malformed(): SyntaxError {
  return new SyntaxError('Malformed CBOR.');
}

function take(reader: Reader, length: number): Uint8Array {
  const end = reader.offset + length;
  if (end > reader.bytes.length) throw malformed();
  const part = reader.bytes.subarray(reader.offset, end);
  reader.offset = end;
  return part;
}

/** The argument of a head (RFC 8949, section 3); lengths beyond 32 bits are refused. */
function argument(reader: Reader, info: number): number {
  if (info < 24) return info;
  const size = { 24: 1, 25: 2, 26: 4 }[info];
  if (size === undefined) throw malformed();
  return take(reader, size).reduce((value, byte) => value * 256 + byte, 0);
}

function simple(info: number): Cbor {
  if (info === 20 || info === 21) return info === 21;
  if (info === 22 || info === 23) return null;
  throw malformed();
}

function map(reader: Reader, length: number, depth: number): CborMap {
  const entries: CborMap = new Map();
  for (let index = 0; index < length; index += 1) {
    const key = item(reader, depth);
    if (entries.has(key)) throw malformed();
    entries.set(key, item(reader, depth));
  }
  return entries;
}

function list(reader: Reader, length: number, depth: number): Cbor[] {
  const items: Cbor[] = [];
  for (let index = 0; index < length; index += 1) items.push(item(reader, depth));
  return items;
}

function item(reader: Reader, depth: number): Cbor {
  if (depth === 0) throw malformed();
  const head = take(reader, 1)[0] ?? 0;
  const info = head & 31;
  const major = head >> 5;
  if (major === 7) return simple(info);
  const value = argument(reader, info);
  if (major === 0) return value;
  if (major === 1) return -1 - value;
  if (major === 2) return take(reader, value);
  if (major === 3) return new TextDecoder('utf-8', { fatal: true }).decode(take(reader, value));
  if (major === 4) return list(reader, value, depth - 1);
  if (major === 5) return map(reader, value, depth - 1);
  throw malformed();
}

/**
 * Reads one CBOR item of definite length, as CTAP2 writes them (RFC 8949 without tags and floats).
 *
 * @throws SyntaxError for anything else, and for bytes left over
 */
export function readCbor(bytes: Uint8Array): Cbor {
  const reader = { bytes, offset: 0 };
  const value = item(reader, MAX_DEPTH);
  if (reader.offset !== bytes.length) throw malformed();
  return value;
}
