import { CryptoError } from '../crypto-error.ts';
import { hexToBytes } from '../hex.ts';

/** The only version of the envelope. */
export const ENVELOPE_VERSION = 'v1.0.0';

/**
 * Longer envelopes are refused without being parsed. An envelope for a phrase of 24 words has about
 * 1,000 characters.
 */
const MAX_CHARACTERS = 16 * 1024;

/** The envelope around the sealed phrase of a wallet. */
export interface Envelope {
  /** The signed bytes: those of a JSON text. */
  readonly data: Uint8Array<ArrayBuffer>;
  /** Hex of an ASN.1 DER signature over `data`; empty if there is none. */
  readonly dataSignature: string;
  /** Hex of the uncompressed key that signed; empty if there is none. */
  readonly enclaveQuorumPublic: string;
}

/** The fields of the signed bytes. */
export interface SealedPhrase {
  /** The encapsulated key, uncompressed. */
  readonly enc: Uint8Array<ArrayBuffer>;
  readonly ciphertext: Uint8Array<ArrayBuffer>;
}

function malformed(detail: string): CryptoError {
  return new CryptoError('WALLET_EXPORT_MALFORMED', detail);
}

function parse(text: string, what: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error of JSON.parse quotes the text.
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>;
  }
  throw malformed(`${what} is not the text of a JSON object.`);
}

function textField(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof value === 'string') return value;
  throw malformed(`The field ${name} is not a string.`);
}

function hexField(fields: Readonly<Record<string, unknown>>, name: string) {
  const text = textField(fields, name);
  try {
    if (text !== '') return hexToBytes(text);
  } catch {
    // Refused below, without its value.
  }
  throw malformed(`The field ${name} is not hex.`);
}

/**
 * Reads the envelope of an exported wallet.
 *
 * @throws CryptoError `WALLET_EXPORT_MALFORMED`
 */
export function readEnvelope(text: string): Envelope {
  if (typeof text !== 'string') throw malformed('Expected the envelope to be a string.');
  if (text.length > MAX_CHARACTERS) throw malformed('The envelope is too long.');
  const fields = parse(text, 'The envelope');
  const version = textField(fields, 'version');
  if (version !== ENVELOPE_VERSION) {
    throw malformed(`The version of the envelope is not ${ENVELOPE_VERSION}.`);
  }
  return {
    data: hexField(fields, 'data'),
    dataSignature: textField(fields, 'dataSignature'),
    enclaveQuorumPublic: textField(fields, 'enclaveQuorumPublic'),
  };
}

/**
 * Reads the signed bytes of an envelope.
 *
 * @throws CryptoError `WALLET_EXPORT_MALFORMED`
 */
export function readSealedPhrase({ data }: Envelope): SealedPhrase {
  const fields = parse(new TextDecoder().decode(data), 'The data of the envelope');
  return { enc: hexField(fields, 'encappedPublic'), ciphertext: hexField(fields, 'ciphertext') };
}
