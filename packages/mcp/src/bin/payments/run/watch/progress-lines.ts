import type { RunProgress } from '@org/payments-sdk/run';
import type { Terminal } from '../../terminal.ts';
import { amountWords } from '../file/amounts.ts';

const BAR = 12;
/** Milliseconds between two lines where nobody watches. */
const QUIET = 10_000;

/** A count for a person: `1,234`. */
export const number = (value: number): string => value.toLocaleString('en-US');

/** `3 min left`. */
export function timeWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** Rows with an outcome. */
export const finishedOf = ({ counts }: RunProgress): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The figures in one line. */
export function progressLine(progress: RunProgress, total: number, hasBar: boolean): string {
  const { counts, rate, leftMs } = progress;
  const finished = finishedOf(progress);
  const filled = Math.floor((BAR * finished) / Math.max(1, total));
  const bar = hasBar ? `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ` : '';
  const parts = [
    `${bar}${number(finished)} of ${number(total)}`,
    `paid ${number(counts.paid)}`,
    ...(counts.refused > 0 ? [`refused ${number(counts.refused)}`] : []),
    ...(counts.unknown > 0 ? [`unknown ${number(counts.unknown)}`] : []),
    `open ${number(Math.max(0, total - finished))}`,
    ...(rate.finished > 0 ? [`${rate.finished.toFixed(1)}/s`] : []),
    ...(leftMs !== undefined && leftMs > 0 ? [`${timeWords(leftMs)} left`] : []),
    ...(rate.pausedUntil === undefined ? [] : ['the service asked to wait']),
  ];
  return parts.join('  ');
}

/** Shows the progress: in place on a terminal, and as a line now and then elsewhere. */
export function progressPrinter(
  terminal: Terminal,
  total: number,
): (progress: RunProgress) => void {
  let next = 0;
  return (progress) => {
    if (terminal.overwrite !== undefined) {
      // A line that wraps could not be overwritten.
      const line = progressLine(progress, total, true).slice(0, (terminal.width ?? 80) - 1);
      terminal.overwrite(line);
      return;
    }
    const at = Date.parse(progress.at);
    if (at < next) return;
    next = at + QUIET;
    terminal.error(progressLine(progress, total, false));
  };
}

/** What became of the run, in lines. */
export function summaryLines({ counts, open, amounts, refusals }: RunProgress): readonly string[] {
  const paid = amounts.paid.map(({ amount, currency }) => amountWords(amount, currency));
  const left = open + counts['not-sent'];
  const line = (count: number, word: string) => (count === 0 ? [] : [`${number(count)} ${word}`]);
  return [
    `${number(counts.paid)} paid${paid.length === 0 ? '' : `: ${paid.join(', ')}`}`,
    ...line(
      counts.refused,
      `refused: ${refusals.map((one) => `${number(one.items)} ${one.code}`).join(', ')}`,
    ),
    ...line(counts.unknown, 'unknown: they may have been paid; repeat the command to find out'),
    ...line(left, 'not finished: repeat the command to go on'),
  ];
}

/** The exit status that the figures stand for. */
export function statusOf({ counts, open, items }: RunProgress, total: number): number {
  if (counts.unknown > 0) return 3;
  if (open + counts['not-sent'] > 0 || items < total) return 7;
  return counts.refused > 0 ? 6 : 0;
}
