import { ArgumentError } from '@org/payments-contract/internal';

/** The text of a file. */
export interface FileText {
  readonly text: string;
  /** What the person should look at, because it was guessed; undefined if nothing was. */
  readonly note: string | undefined;
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

/** Files of spreadsheets begin with these bytes: a ZIP archive, and the older format of Excel. */
const workbooks = ['504b0304', 'd0cf11e0'];

/**
 * Reads the bytes of a file as text: UTF-8, UTF-16 with a byte-order mark, and otherwise
 * Windows-1252, in which each byte is a letter.
 *
 * @throws ArgumentError for a workbook or another file that is not text
 */
export function fileText(bytes: Uint8Array, name: string): FileText {
  if (workbooks.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))) {
    throw new ArgumentError(
      `${name} is a workbook of a spreadsheet: save it as "CSV UTF-8", and pass that file`,
    );
  }
  const utf16 = utf16Of(bytes);
  if (utf16 === undefined && bytes.includes(0)) {
    throw new ArgumentError(`${name} is not a file of text: pass one with rows under headings`);
  }
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), note: undefined };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: undefined };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    const note = `${name} is not UTF-8; it was read as Windows-1252: look at the letters with accents`;
    return { text, note };
  }
}
