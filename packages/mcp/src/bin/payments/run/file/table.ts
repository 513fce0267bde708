import { ArgumentError } from '@org/payments-contract/internal';
import { CsvError, parse } from 'csv-parse/sync';
import { textOf, utf16Of } from '../../input-file.ts';
import { command } from '../../operations.ts';

/** Files of spreadsheets begin with these bytes: a ZIP archive, and the older format of Excel. */
const workbooks = ['504b0304', 'd0cf11e0'];

/**
 * Reads the bytes of a file as text: UTF-8, UTF-16 with a byte-order mark, and otherwise
 * Windows-1252, in which each byte is a letter. `note` is what a person should look at.
 *
 * @throws ArgumentError for a workbook or another file that is not text
 */
export function fileText(bytes: Uint8Array, name: string): { text: string; note?: string } {
  if (workbooks.includes(Buffer.from(bytes.subarray(0, 4)).toString('hex'))) {
    throw new ArgumentError(
      `${name} is a workbook of a spreadsheet: save it as "CSV UTF-8", and pass that file`,
    );
  }
  if (utf16Of(bytes) !== undefined) return { text: textOf(bytes) };
  if (bytes.includes(0)) {
    throw new ArgumentError(`${name} is not a file of text: pass one with rows under headings`);
  }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    const text = new TextDecoder('windows-1252').decode(bytes);
    const note = `${name} is not UTF-8; it was read as Windows-1252: look at the letters with accents`;
    return { text, note };
  }
}

export interface TableRow {
  /** The line of the file on which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The start of a cell that may be several rows: a quotation mark too few does that. */
  readonly swallowing?: string | undefined;
}

export interface Table {
  readonly headings: readonly string[];
  readonly rows: readonly TableRow[];
  /** Between cells. */
  readonly separator: string;
}

const separators = [',', ';', '\t', '|'];

/** The first line of a file that tells a spreadsheet its separator. */
const NAMED = /^\ufeff?"?sep=(.)"?(?:\1|[ \t])*\n/i;

/** The separator that the file names, or that its line of headings has most often, outside of quotation marks. */
function separatorOf(text: string): string {
  const named = NAMED.exec(text)?.[1];
  if (named !== undefined) return named;
  const [first = ''] = text.trimStart().split('\n', 1);
  const bare = first.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => bare.split(separator).length;
  return separators.reduce((best, one) => (count(one) > count(best) ? one : best));
}

const NOT_CLOSED = 'a cell begins with a quotation mark and does not end with one';
const NOT_TWICE = 'a quotation mark inside a quoted cell must be written twice ("")';

const breaksIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);

interface CsvRecord {
  readonly record: readonly string[];
  /** `lines`: the line on which the record ends. */
  readonly info: { readonly lines: number };
}

function records(text: string, delimiter: string, to?: number): readonly CsvRecord[] {
  return parse(text, {
    bom: true,
    delimiter,
    from_line: NAMED.test(text) ? 2 : 1,
    record_delimiter: '\n',
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    trim: true,
    ...(to !== undefined && { to }),
  }) as unknown as readonly CsvRecord[];
}

/** The first line after the records that could be read. */
function lineOf(error: CsvError, text: string, delimiter: string): number {
  const { records: read = 0 } = error as { readonly records?: number };
  return read === 0 ? 1 : (records(text, delimiter, read).at(-1)?.info.lines ?? 0) + 1;
}

/**
 * Reads CSV with commas, semicolons, tabs or bars. Empty lines are left out. Rows may have more or fewer cells
 * than there are headings: that is a problem of the row.
 *
 * @throws ArgumentError with the line for a file that is not CSV, and for one without rows
 */
export function readTable(written: string, name: string): Table {
  // The parser counts a line end of two characters within a cell twice.
  const text = written.replaceAll(/\r\n?/g, '\n');
  const delimiter = separatorOf(text);
  try {
    const all = records(text, delimiter);
    const width = all[0]?.record.length ?? 0;
    const separatorsIn = (cell: string) => cell.split(delimiter).length - 1;
    // Before what a spreadsheet would run as a formula a report has an apostrophe, which is not the cell's own.
    const marked = all[0]?.record.includes('run status') === true ? /^'(?=[-=+@])/ : undefined;
    const [head, ...rows] = all.map(({ record, info }) => {
      const cells = record.map((cell) => {
        // A formula, with which a spreadsheet keeps the zeros of a number.
        const text = /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
        const own = marked === undefined ? text : text.replace(marked, '');
        return own.replaceAll(/\s+/g, ' ').trim();
      });
      // As many as a row has: the cell begins in one, and ends in that column of another, or has whole ones.
      const swallowing = record.find((one) => {
        const [first = 0, ...others] = one.split('\n').map(separatorsIn);
        const ends = first + (others.at(-1) ?? Number.NEGATIVE_INFINITY);
        return [ends, ...others].some((count) => count >= width - 1);
      });
      return { cells, line: info.lines - breaksIn(record), swallowing };
    });
    if (head?.swallowing !== undefined) {
      throw new ArgumentError(`${name}, line 1: ${NOT_CLOSED} in its line`);
    }
    if (head === undefined || rows.length === 0) {
      const what =
        head === undefined
          ? 'is empty'
          : 'has one line, which is read as its headings, and no rows';
      throw new ArgumentError(
        `${name} ${what}; payments run --template prints a file to begin with, and ${command('run status', '--id <name>')} what became of the rows that a run had`,
      );
    }
    return { headings: head.cells, rows, separator: delimiter };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const problem = error.code === 'CSV_QUOTE_NOT_CLOSED' ? NOT_CLOSED : NOT_TWICE;
    const line = lineOf(error, text, delimiter);
    throw new ArgumentError(`${name}, line ${line}: ${problem}`);
  }
}
