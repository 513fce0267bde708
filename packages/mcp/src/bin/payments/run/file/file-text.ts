import { ArgumentError } from '@org/payments-contract/internal';

/** The text of a file. */
export interface FileText {
  readonly text: string;
  /** What the person should look at, because it was guessed; undefined if nothing was. */
  readonly note: string | undefined;
}

/** Without a mark at the beginning, UTF-16 shows by the zero bytes of its ASCII letters. */
function zeroShares(bytes: Uint8Array) {
  const begin = bytes.subarray(0, 2_000);
  const zeros = [0, 0];
  for (const [at, byte] of begin.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  return zeros.map((count) => count / Math.max(1, begin.length / 2));
}

function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const [high = 0, low = 0] = zeroShares(bytes);
  if (low > 0.4 && high < 0.1) return 'utf-16le';
  return high > 0.4 && low < 0.1 ? 'utf-16be' : undefined;
}

/** Files of spreadsheets begin with these bytes: a ZIP archive, and the older format of Excel. */
const workbooks = ['504b0304', 'd0cf11e0'];

/**
 * Reads the bytes of a file as text: UTF-8 or UTF-16, with or without a byte-order mark, and otherwise
 * Windows-1252, in which each byte is a letter.
 *
 * @throws ArgumentError for a workbook, which is not text
 */
export function fileText(bytes: Uint8Array, name: string): FileText {
  if (workbooks.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))) {
    throw new ArgumentError(
      `${name} is a workbook of a spreadsheet: save it as "CSV UTF-8", and pass that file`,
    );
  }
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), note: undefined };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), note: undefined };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    const note = `${name} is not UTF-8; it was read as Windows-1252: look at the letters with accents`;
    return { text, note };
  }
}
