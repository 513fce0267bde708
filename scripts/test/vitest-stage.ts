import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../lib/run.ts';
import { readJson } from '../lib/workspace.ts';
import type { Outcome } from './stage.ts';

/** The fields of vitest's JSON report that are read. */
export interface VitestReport {
  readonly success: boolean;
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const LINES_OF_A_FAILURE = 20;

/** The start of a message, and the lines that name its causes. */
function excerpt(text: string): string {
  const lines = text.trim().split('\n');
  const causes = lines.slice(LINES_OF_A_FAILURE).filter((line) => /Caused by|Error:/.test(line));
  return [...lines.slice(0, LINES_OF_A_FAILURE), ...causes.slice(0, 5)].join('\n');
}

/** Each failed test with its file and the start of its message, and each file that could not be run. */
function failuresOf({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${name}\n${excerpt(message)}`];
    return failed.map(
      ({ fullName, failureMessages = [] }) =>
        `${name}: ${fullName}\n${excerpt(failureMessages.join('\n'))}`,
    );
  });
}

const LAST_LINES = 150;

/**
 * The output to show of a failed run: its failures, or the end of vitest's output when none is
 * listed.
 */
function shownOf(report: VitestReport, output: string): string {
  const failures = failuresOf(report);
  return failures.length > 0
    ? failures.join('\n\n')
    : output.split('\n').slice(-LAST_LINES).join('\n');
}

/**
 * Counts a run. A file that could not be run counts as one failure, and a run that failed without a
 * failed test as one. Skipped tests are named.
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
    output: shownOf(report, output),
  };
}

const projectsInNode = ['node', 'isolated'];

const HALF_AN_HOUR = 30 * 60;

/** Runs the test projects that need no browser. */
export function nodeTests(): Promise<Outcome> {
  return vitest(projectsInNode);
}

/** Runs the tests that read what the build wrote. */
export function buildTests(): Promise<Outcome> {
  return vitest(['built']);
}

/** Runs the tests of what browsers do. */
export function browserTests(browser: string): Promise<Outcome> {
  return vitest(['chromium'], { CHROMIUM_PATH: browser });
}

async function vitest(
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'vitest-report-'));
  const file = join(folder, 'report.json');
  try {
    const { ok, output } = await run(
      'vitest',
      [
        ...['run', '--config=vitest.workspace.ts'],
        ...projects.map((project) => `--project=${project}`),
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      ],
      { env, timeoutSeconds: HALF_AN_HOUR },
    );
    const report = existsSync(file) ? readJson<VitestReport>(file) : undefined;
    return vitestOutcome(report, ok, output);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
