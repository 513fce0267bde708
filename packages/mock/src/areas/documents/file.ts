import { type FileInput, fileFacts } from '@org/payments-contract';
import { bytesToHex } from '@org/payments-crypto';
import { invalidInput } from '../../engine/refusal.ts';

/** The bytes that files of each type start with. */
const beginnings: Readonly<Record<string, readonly number[]>> = {
  'application/pdf': [...'%PDF-'].map((character) => character.charCodeAt(0)),
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
};

/** The facts the mock stores about an uploaded file. */
export interface StoredFile {
  readonly fileName: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Reads an uploaded file, whose name, type and size the contract has checked.
 *
 * @throws Refusal 400 if the bytes do not match the declared type
 */
export async function readFile(file: FileInput): Promise<StoredFile> {
  const { fileName, contentType } = fileFacts(file);
  // A form contains files, never paths or streams.
  const content = new Uint8Array(await (file as Blob).arrayBuffer());
  const expected = beginnings[contentType] ?? [];
  if (expected.some((byte, index) => content[index] !== byte)) {
    throw invalidInput([{ field: 'file', message: `is not a file of the type ${contentType}` }]);
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', content));
  return { fileName, bytes: content.byteLength, sha256: bytesToHex(digest) };
}
