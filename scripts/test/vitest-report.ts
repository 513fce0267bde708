import type { Outcome } from './stage.ts';

/** What is read of vitest's JSON report. */
export interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const firstFailure = /^.*(?:Failed (?:Tests|Suites)|Unhandled (?:Errors?|Source Errors)|Error:)/m;

/** The part of what vitest printed that reports failures; all of it when none can be made out. */
export function failingPart(output: string): string {
  const start = output.search(firstFailure);
  return start < 0 ? output : output.slice(start);
}

/**
 * Counts a run. Files that could not be run count as one failure each, and so does a run that
 * failed without a failed test. Skipped tests are named.
 */
export function vitestOutcome(
  report: VitestReport | undefined,
  ok: boolean,
  output: string,
): Outcome {
  if (report === undefined) return { passed: 0, failed: 1, note: 'wrote no report', output };
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const skipped = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && !(ok && report.success) ? 1 : failed,
    ...(skipped.length === 0 ? {} : { note: `SKIPPED ${skipped.length}: ${skipped.join(', ')}` }),
    output: failingPart(output),
  };
}
