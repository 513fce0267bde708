import { CryptoError } from '../crypto-error.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import { compressPoint, decompressPoint } from '../point.ts';
import { type RareErrorCode, rareError } from '../rare-error.ts';
import { verifySignature } from '../verify-stamp.ts';

/** The only version of the envelope. */
export const ENVELOPE_VERSION = 'v1.0.0';

/**
 * Longer envelopes are refused without being parsed. An envelope for a phrase of 24 words has about
 * 1,000 characters.
 */
const MAX_CHARACTERS = 16 * 1024;

/** The signed envelope around what the service seals, or around a key to seal to. */
export interface Envelope {
  /** The signed bytes: those of a JSON text. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Hex of an ASN.1 DER signature over `data`; empty if there is none. */
  readonly dataSignature: string;
  /** Hex of the uncompressed key that signed; empty if there is none. */
  readonly enclaveQuorumPublic: string;
}

/** As it was when this module was loaded: a script that replaces it later is not called. */
const { parse } = JSON;

/** Reads the fields of JSON texts; what is wrong is an error with the code. */
export class FieldReader {
  readonly #code: RareErrorCode;

  constructor(code: RareErrorCode) {
    this.#code = code;
  }

  /** @throws CryptoError */
  refuse(detail: string): never {
    throw rareError(this.#code, detail);
  }

  parse(text: string, what: string): Readonly<Record<string, unknown>> {
    let value: unknown;
    try {
      value = parse(text);
    } catch {
      // The error of JSON.parse quotes the text.
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
    return this.refuse(`${what} is not the text of a JSON object.`);
  }

  text(fields: Readonly<Record<string, unknown>>, name: string): string {
    const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return typeof value === 'string' ? value : this.refuse(`The field ${name} is not a string.`);
  }

  hex(fields: Readonly<Record<string, unknown>>, name: string): Uint8Array<ArrayBuffer> {
    const text = this.text(fields, name);
    try {
      if (text !== '') return hexToBytes(text);
    } catch {
      // Refused below, without its value.
    }
    return this.refuse(`The field ${name} is not hex.`);
  }
}

/**
 * Reads an envelope.
 *
 * @throws CryptoError with the reader's code
 */
export function readEnvelope(text: string, reader: FieldReader): Envelope {
  if (typeof text !== 'string') reader.refuse('Expected the envelope to be a string.');
  if (text.length > MAX_CHARACTERS) reader.refuse('The envelope is too long.');
  const fields = reader.parse(text, 'The envelope');
  const version = reader.text(fields, 'version');
  if (version !== ENVELOPE_VERSION) {
    reader.refuse(`The version of the envelope is not ${ENVELOPE_VERSION}.`);
  }
  return {
    data: reader.hex(fields, 'data'),
    dataSignature: reader.text(fields, 'dataSignature'),
    enclaveQuorumPublic: reader.text(fields, 'enclaveQuorumPublic'),
  };
}

/** The fields of the signed bytes. @throws CryptoError with the reader's code */
export function readSigned({ data }: Envelope, reader: FieldReader) {
  return reader.parse(new TextDecoder().decode(data), 'The data of the envelope');
}

/** The 65 bytes of a key in either form. */
export function pointOf(key: string): Uint8Array<ArrayBuffer> {
  const bytes = hexToBytes(key);
  return bytes.length === 33 ? decompressPoint(bytes) : decompressPoint(compressPoint(bytes));
}

function pinnedPoint(key: string): Uint8Array<ArrayBuffer> {
  try {
    return pointOf(key);
  } catch {
    const message = 'The pinned key is not a P-256 public key in hex.';
    throw new CryptoError('INVALID_POINT', message);
  }
}

/**
 * Whether a pinned key signed an envelope.
 *
 * @throws CryptoError `INVALID_POINT` for a pinned key that is not one
 */
export async function isSignedBy(pinnedKey: string, envelope: Envelope): Promise<boolean> {
  const point = pinnedPoint(pinnedKey);
  const { data, dataSignature, enclaveQuorumPublic } = envelope;
  try {
    if (bytesToHex(pointOf(enclaveQuorumPublic)) !== bytesToHex(point)) return false;
    return await verifySignature(point, hexToBytes(dataSignature), data);
  } catch {
    return false;
  }
}
