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

export const finishedOf = ({ counts }: RunProgress): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** What the service has accepted and does not make before the customer authorizes it. */
export const TO_AUTHORIZE = 'PENDING_AUTHORIZATION';

/** The accepted payments, those apart that wait for their customer's authorization. */
export function accepted({ counts, amounts, paidAs }: RunProgress) {
  const waiting = paidAs.filter(({ status }) => status === TO_AUTHORIZE);
  const waits = waiting.reduce((sum, { items }) => sum + items, 0);
  const paidAmounts = amounts.paid.flatMap((one) => {
    const { items = 0, amount = 0 } = waiting.find((same) => same.currency === one.currency) ?? {};
    const left = { ...one, items: one.items - items, amount: one.amount - amount };
    return left.items === 0 ? [] : [left];
  });
  const waitText = waiting.map(({ amount = 0, currency = '' }) => amountWords(amount, currency));
  return { paid: counts.paid - waits, paidAmounts, waits, waitText: waitText.join(', ') };
}

export function progressLine(
  progress: RunProgress,
  total: number,
  { hasBar = false, paidWord = 'paid', isRunning = false } = {},
): string {
  const { counts, rate, leftMs, waitsUntil } = progress;
  const { paid, waits } = accepted(progress);
  const finished = Math.min(total, finishedOf(progress));
  const filled = Math.floor((BAR * finished) / Math.max(1, total));
  const bar = hasBar ? `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ` : '';
  const parts = [
    `${bar}${number(finished)} of ${number(total)}`,
    `${paidWord} ${number(paid)}`,
    ...(waits > 0 ? [`to authorize ${number(waits)}`] : []),
    ...(counts.refused > 0 ? [`refused ${number(counts.refused)}`] : []),
    ...(counts.unknown > 0 ? [`unknown ${number(counts.unknown)}`] : []),
    `open ${number(total - finished)}`,
    ...(rate.finished > 0 ? [`${rate.finished.toFixed(1)}/s`] : []),
    ...(leftMs !== undefined && leftMs > 0 ? [`${timeWords(leftMs)} left`] : []),
    ...(rate.pausedUntil === undefined ? [] : ['the service asked to wait']),
    ...(waitsUntil === undefined || !isRunning
      ? []
      : [`asks again at ${waitsUntil.slice(11, 19)} UTC`]),
  ];
  return parts.join('  ');
}

/** Shows the progress: in place on a terminal, and as a line now and then elsewhere. */
export function progressPrinter(terminal: Terminal, total: number, signal: AbortSignal) {
  let next = 0;
  // Payments that have failed since they were accepted are known at the end.
  const text = (progress: RunProgress, hasBar: boolean) =>
    progressLine(progress, total, { hasBar, paidWord: 'accepted', isRunning: !signal.aborted });
  return (progress: RunProgress) => {
    if (terminal.overwrite !== undefined) {
      // A line that wraps could not be overwritten.
      const line = text(progress, true).slice(0, (terminal.width ?? 80) - 1);
      terminal.overwrite(line);
      return;
    }
    const at = Date.parse(progress.at);
    if (at < next) return;
    next = at + QUIET;
    terminal.error(text(progress, false));
  };
}

const FAILED = 'PAYMENT_FAILED';

/**
 * What became of the run, in lines.
 *
 * @param statuses of the accepted payments
 * @param lost open rows that were begun, and that no process is at
 */
export function summaryLines(progress: RunProgress, statuses: readonly string[] = [], lost = 0) {
  const { counts, open, refusals, underWay } = progress;
  const { paid, paidAmounts, waits, waitText } = accepted(progress);
  const sums = paidAmounts.map(({ amount, currency }) => amountWords(amount, currency));
  const left = open + counts['not-sent'] - lost - underWay;
  const line = (count: number, word: string) => (count === 0 ? [] : [`${number(count)} ${word}`]);
  const failed = refusals.find(({ code }) => code === FAILED)?.items ?? 0;
  const codes = refusals.filter(({ code }) => code !== FAILED);
  const refused = codes.map(({ code, items }) => `${number(items)} ${code}`).join(', ');
  return [
    `${number(paid)} paid${sums.length === 0 ? '' : `: ${sums.join(', ')}`}`,
    ...statuses.map((text) => `  ${text}`),
    ...line(waits, `not paid before the customer authorizes them: ${waitText}`),
    ...line(failed, 'not paid: the payment was accepted and has failed; --again does not send it'),
    ...line(
      counts.refused - failed,
      `refused: ${refused}; what helps is named below, and --again then sends them`,
    ),
    ...line(
      counts.unknown + lost,
      'unknown: may have been paid; find out before you pay them another way',
    ),
    ...line(underWay, 'under way: a process pays them now, or was ended seconds ago'),
    ...line(left, 'not sent: repeat the command to go on'),
  ];
}

export function statusOf(progress: RunProgress, total: number, lost = 0): number {
  const { counts, open, items } = progress;
  if (counts.unknown + lost > 0) return 3;
  if (open + counts['not-sent'] > 0 || items < total) return 7;
  if (counts.refused > 0) return 6;
  return accepted(progress).waits > 0 ? 8 : 0;
}
