import { access, constants, open, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { decimalsOf, decimalText } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import type { ItemOutcome } from '@org/payments-sdk/run';
import { separatedLine } from '../../columns.ts';
import { replaceFile, unusable } from '../../input-file.ts';
import type { CheckedFile, ReadFile } from '../check/check-file.ts';
import { authorizeText, type Paid, waits, wordsOf } from '../check/known-rows.ts';
import type { PresentRows } from '../check/present.ts';
import type { RunWork } from '../place.ts';
import type { ApprovedPayment } from '../plans.ts';

/** What a report has of each line of the file, and the headings of it. */
export interface ReportCells {
  readonly headings: readonly string[];
  cellsOf(line: number): readonly unknown[];
}

const reasons = ['run status', 'run code', 'run message', 'what to do'];
const costs = ['cost', 'cost currency'];
const ofRun = [...reasons, 'transaction id', 'transaction status', ...costs];
const ofCheck = [...reasons, ...costs, 'fees in it', 'payee name'];

/** Writes amounts as the file does, so that a spreadsheet reads both alike. */
const digitsOf =
  ({ decimalMark }: ReadFile) =>
  (amount: number, currency: string) =>
    decimalText(amount, decimalsOf(currency) ?? 0).replace('.', decimalMark);

function outcomeCells(
  outcome: ItemOutcome<Paid> | undefined,
  isOld: boolean,
  failed: { readonly id: string; readonly status: string } | undefined,
  digits: ReturnType<typeof digitsOf>,
): readonly unknown[] {
  if (outcome === undefined)
    return ['not-sent', 'NOT_STARTED', '', 'Repeat the command.', '', '', '', ''];
  if (outcome.status !== 'paid') {
    const { code, message, action } = wordsOf(outcome);
    return [outcome.status, code, message, action, failed?.id, failed?.status, '', ''];
  }
  const { transactionId, status, cost, currency } = outcome.result;
  const isWaiting = waits(outcome);
  const byPerson = transactionId === '' ? 'The service has not shown the payment.' : '';
  const action = isWaiting && !isOld ? authorizeText(outcome.result) : '';
  return [
    isWaiting ? 'to authorize' : 'paid',
    '',
    isOld ? 'The transaction status is the one that was last seen.' : byPerson,
    action,
    transactionId,
    status,
    digits(cost, currency),
    currency,
  ];
}

export function outcomesByLine(
  file: ReadFile,
  approved: readonly ApprovedPayment[],
  { known, unread, failed }: PresentRows,
): ReportCells {
  const digits = digitsOf(file);
  const ids = new Map(approved.map(({ line, payment }) => [line, payment.id]));
  return {
    headings: ofRun,
    cellsOf(line) {
      const id = ids.get(line) ?? '';
      return outcomeCells(known.get(id)?.outcome, unread.has(id), failed.get(id), digits);
    },
  };
}

/** What the check says of each line, before anything is sent. */
export function checkedByLine(file: CheckedFile): ReportCells {
  const { problems, planned } = file;
  const digits = digitsOf(file);
  const notes = Map.groupBy(problems, ({ line }) => line);
  const standing = new Map(
    file.standing.map(({ line, outcome }) => {
      const { status } = outcome;
      const before = waits(outcome) ? 'to authorize' : `${status} before`;
      return [line, status === 'unknown' ? status : before];
    }),
  );
  const payments = new Map(planned.map((one) => [one.row.line, one]));
  return {
    headings: ofCheck,
    cellsOf(line) {
      const found = notes.get(line) ?? [];
      const all = (name: 'code' | 'message' | 'action') => found.map((one) => one[name]).join('; ');
      const isError = found.some(({ level }) => level === 'error');
      const usual = found.length > 0 ? 'look at' : 'can be paid';
      const status = isError ? 'error' : (standing.get(line) ?? usual);
      const one = payments.get(line);
      const [cost, fee] = [one?.cost, one?.fee].map((amount) =>
        amount === undefined ? '' : digits(amount, one?.sourceCurrency ?? ''),
      );
      const costs = [cost, one?.sourceCurrency, fee, one?.payee.name];
      return [status, all('code'), all('message'), all('action'), ...costs];
    },
  };
}

/** Characters in which the headings of a report are looked for. */
const HEAD_SIZE = 65_536;

/** Whether a file that exists may be replaced: it is empty, or begins as an earlier report. */
async function isReport(path: string): Promise<boolean> {
  const file = await open(path);
  const { buffer, bytesRead } = await file
    .read(Buffer.alloc(HEAD_SIZE), 0, HEAD_SIZE)
    .finally(() => file.close());
  const head = buffer.toString('utf8', 0, bytesRead);
  return bytesRead === 0 || (/\brun status\W+run code\b/.test(head) && !head.includes('\0'));
}

/** How the names of the files go on that a run keeps beside its state or its journal. */
const RECORDS = /^(?:\.journal)?(?:-(?:wal|shm|journal)|\.key|\..*\.plan\.json)?$/;

/** Where a path leads, also one of a file that is not there yet. */
const placeOf = (path: string): Promise<string> =>
  realpath(path)
    .catch(async () => join(await realpath(dirname(path)), basename(path)))
    .catch(() => resolve(path));

/**
 * @throws ArgumentError for the path of the file itself, for one that holds something else, such as the
 * state, and for one that cannot be written
 */
export async function checkReportPath({ line, place }: RunWork): Promise<void> {
  const { report, file, journal } = line;
  if (report === undefined) return;
  const target = await placeOf(report);
  if (target === (await placeOf(file))) {
    throw new ArgumentError('--report must be another file than the one that is paid');
  }
  const problem = `--report: ${report} cannot be written`;
  // The files of a run that begins are not there yet.
  for (const own of await Promise.all([place.name, journal ?? place.name].map(placeOf))) {
    if (target.startsWith(own) && RECORDS.test(target.slice(own.length))) {
      throw new ArgumentError(`${problem}: the run itself keeps its record there`);
    }
  }
  await access(dirname(report), constants.W_OK).catch((cause: unknown) => {
    throw unusable(problem, cause);
  });
  const found = await stat(report).catch(() => undefined);
  if (found?.isDirectory()) throw unusable(problem, { code: 'EISDIR' });
  // The report replaces the file at its end, which would destroy a device or a pipe.
  if (found?.isFile() === false) throw new ArgumentError(`${problem}: it is not a file`);
  if (found !== undefined && !(await isReport(report))) {
    throw new ArgumentError(`${problem}: it exists, and is not an earlier report. Name a new file`);
  }
}

/**
 * Writes the file again, with what there is to say of each row. It is complete or not there: an earlier
 * report is replaced at the end.
 *
 * @throws ArgumentError with the reason why it cannot be written
 */
export async function writeReport(
  path: string,
  { table: { headings, rows, separator } }: ReadFile,
  { headings: more, cellsOf }: ReportCells,
): Promise<void> {
  // What an earlier report has said is out of date.
  const from = headings.indexOf(reasons[0] ?? '');
  const isOld = (heading: string, at: number) =>
    from >= 0 && at >= from && [...ofRun, ...ofCheck].includes(heading);
  const places = [...headings.keys()].filter((at) => !isOld(headings[at] ?? '', at));
  const lines = rows.map(({ line, cells }) => {
    const own = places.map((at) => cells[at] ?? '');
    return separatedLine([...own, ...cellsOf(line)], separator);
  });
  const head = separatedLine([...places.map((at) => headings[at]), ...more], separator);
  // The file that a link names.
  const target = await realpath(path).catch(() => path);
  // Spreadsheets read UTF-8 by its mark.
  replaceFile(target, `\ufeff${head}${lines.join('')}`, `--report: ${path}`);
}
