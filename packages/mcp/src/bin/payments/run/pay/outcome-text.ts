import type { Run, RunProgress } from '@org/payments-sdk/run';
import { GAP, wrapped } from '../../columns.ts';
import { problemText, type RowNote } from '../check/problem-text.ts';
import type { ApprovedPayment } from '../plans.ts';
import { summaryLines } from '../watch/progress-lines.ts';

/** What became of a run, in figures, and of each row that was begun and is not paid. */
export async function outcomeText(
  run: Run<unknown, unknown>,
  progress: RunProgress,
  approved: readonly ApprovedPayment[],
  width: number | undefined,
): Promise<string> {
  const summary = summaryLines(progress).map((text) => `${wrapped(text, width, GAP)}\n`);
  const lines = new Map(approved.map(({ line, payment }) => [payment.id, line]));
  const notes: RowNote[] = [];
  for await (const { id, outcome } of run.results({ status: ['refused', 'unknown', 'not-sent'] })) {
    if (outcome.status === 'paid' || outcome.code === 'NOT_STARTED') continue;
    const { status: level, code, message, action } = outcome;
    notes.push({ line: lines.get(id) ?? 0, level, code, message, action });
  }
  notes.sort((one, other) => one.line - other.line);
  return summary.join('') + problemText(notes, width);
}
