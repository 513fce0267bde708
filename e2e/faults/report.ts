import { ContractError, isPaymentsError, OutcomeUnknownError } from '@org/payments-sdk';

/** The outcome that a call reported: applied, not applied, or unknown. */
export type Verdict = 'applied' | 'failed' | 'unknown';

/** Returns what an error reports about the change. */
export function verdictOf(error: unknown): Verdict {
  if (!isPaymentsError(error)) throw error;
  if (error instanceof OutcomeUnknownError) return 'unknown';
  if (error instanceof ContractError && error.accepted) return 'unknown';
  // The error of a keyed write has the key with which the write can be repeated safely.
  const { idempotencyKey } = error as { idempotencyKey?: string | undefined };
  return idempotencyKey === undefined ? 'failed' : 'unknown';
}

/** One call: its report, and the changes that were applied. */
export interface CallReport {
  readonly fault: string;
  readonly kind: string;
  readonly transport: string;
  readonly writes: boolean;
  readonly verdict: Verdict;
  /** Name of the error, if there was one. */
  readonly error: string | undefined;
  /** How often the service applied the change. */
  readonly applied: number;
  /** The response was that of another call. */
  readonly foreign: boolean;
}

/** The sums over some calls. The last four must be zero. */
export interface Tally {
  readonly calls: number;
  readonly done: number;
  readonly failed: number;
  readonly unknown: number;
  readonly appliedTwice: number;
  readonly doneButNotApplied: number;
  readonly failedButApplied: number;
  readonly foreignAnswers: number;
}

/** Sums up calls. */
export function tally(reports: readonly CallReport[]): Tally {
  const count = (matches: (report: CallReport) => boolean) => reports.filter(matches).length;
  return {
    calls: reports.length,
    done: count(({ verdict }) => verdict === 'applied'),
    failed: count(({ verdict }) => verdict === 'failed'),
    unknown: count(({ verdict }) => verdict === 'unknown'),
    appliedTwice: count(({ applied }) => applied > 1),
    doneButNotApplied: count(
      ({ writes, verdict, applied }) => writes && verdict === 'applied' && applied !== 1,
    ),
    failedButApplied: count(({ verdict, applied }) => verdict === 'failed' && applied > 0),
    foreignAnswers: count(({ foreign }) => foreign),
  };
}

/** Sums by fault, in the order of first appearance. */
function tallyByFault(reports: readonly CallReport[]): ReadonlyMap<string, Tally> {
  const groups = Map.groupBy(reports, ({ fault }) => fault);
  return new Map([...groups].map(([fault, group]) => [fault, tally(group)]));
}

/** The columns of the table, with their titles; the last four must be zero. */
export const tallyColumns = [
  ['calls', 'calls'],
  ['done', 'done'],
  ['failed', 'failed'],
  ['unknown', 'unknown'],
  ['appliedTwice', 'applied twice'],
  ['doneButNotApplied', 'reported done, not applied'],
  ['failedButApplied', 'reported failed, applied'],
  ['foreignAnswers', "another call's response"],
] as const;

/** The tally as a Markdown table. */
export function tallyTable(reports: readonly CallReport[]): string {
  const rows = [...tallyByFault(reports), ['all', tally(reports)] as const];
  return [
    `| Fault | ${tallyColumns.map(([, title]) => title).join(' | ')} |`,
    `|---|${tallyColumns.map(() => '--:').join('|')}|`,
    ...rows.map(
      ([fault, sums]) => `| ${fault} | ${tallyColumns.map(([name]) => sums[name]).join(' | ')} |`,
    ),
  ].join('\n');
}
