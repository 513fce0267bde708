import { existsSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserVersion, findBrowser } from './browser.ts';
import { type Finished, run, runScript } from './lib/run.ts';
import { readJson } from './lib/workspace.ts';

/** How a stage ended. */
interface Outcome {
  readonly passed: number;
  readonly failed: number;
  /** A note that the summary shows besides the counts. */
  readonly note?: string;
  /** The output to show when it failed. */
  readonly output?: string;
}

/** A stage by its name. */
export type Stage = readonly [name: string, run: () => Promise<Outcome>];

/** The outcome of a stage that counts as one: a command that succeeds or fails. */
function outcomeOf({ ok, output }: Finished): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output };
}

/** Runs a script as a stage. */
async function scriptStage(path: string, ...args: string[]): Promise<Outcome> {
  return outcomeOf(await runScript(path, ...args));
}

/** Runs a command as a stage. */
async function commandStage(command: string, ...args: string[]): Promise<Outcome> {
  return outcomeOf(await run(command, args));
}

/** The fields of vitest's JSON report that are read. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numTotalTests: number;
}

/** What vitest prints of failures, at the end of its output; without any, the last lines. */
function failuresIn(output: string): string {
  const start = output.search(/^.*Failed (?:Suites|Tests) \d+.*$/m);
  return start >= 0 ? output.slice(start) : output.split('\n').slice(-150).join('\n');
}

/**
 * Counts a run of tests. A test that was skipped, a file that could not be run and a run without a
 * report have failed too.
 */
export function countsOf(report: VitestReport | undefined, { ok, output }: Finished): Outcome {
  const { numPassedTests: passed = 0, numTotalTests: total = 0 } = report ?? {};
  const failed = total - passed;
  const isBroken = failed === 0 && (!ok || total === 0);
  return { passed, failed: isBroken ? 1 : failed, output: failuresIn(output) };
}

const AN_HOUR = 60 * 60;

/** Runs projects of vitest as a stage, each test of which counts. */
async function testStage(
  projects: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'vitest-report-'));
  const file = join(folder.path, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const only = projects.map((project) => `--project=${project}`);
  const args = ['run', '--config=vitest.workspace.ts', '--silent', ...only, ...reporters];
  const finished = await run('vitest', args, { env, timeoutSeconds: AN_HOUR });
  return countsOf(existsSync(file) ? readJson<VitestReport>(file) : undefined, finished);
}

/** Where a run prints. */
type Print = (text: string) => void;

async function ended([name, stage]: Stage, print: Print): Promise<Outcome> {
  const started = performance.now();
  const outcome = await stage().catch(
    (error: unknown): Outcome => ({
      ...{ passed: 0, failed: 1 },
      output: error instanceof Error ? error.message : String(error),
    }),
  );
  const { passed, failed, note = '', output = '' } = outcome;
  const counts = passed + failed > 1 ? `${passed} passed, ${failed} failed` : '';
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
  const verdict = failed === 0 ? 'ok  ' : 'FAIL';
  print(`${verdict} ${seconds} s  ${name.padEnd(18)} ${counts} ${note}`.trimEnd());
  if (failed > 0) print(`${output.trimEnd().replaceAll(/^/gm, '    ')}\n`);
  return outcome;
}

/**
 * Runs lanes of stages side by side, the stages of a lane one after another, and those of `shared` in
 * whichever lane is free. A stage that fails does not stop the others. Prints how each ended, and at
 * last `N passed, N failed`; returns the exit code of the process.
 */
export async function runStages(
  lanes: readonly (readonly Stage[])[],
  shared: readonly Stage[],
  print: Print = (text) => console.log(text),
): Promise<number> {
  const left = [...shared];
  const outcomes: Outcome[] = [];
  const runLane = async (stages: readonly Stage[]) => {
    for (const stage of stages) outcomes.push(await ended(stage, print));
    for (let next = left.shift(); next; next = left.shift()) {
      outcomes.push(await ended(next, print));
    }
  };
  await Promise.all(lanes.map(runLane));
  const sum = (field: 'passed' | 'failed') =>
    outcomes.reduce((total, outcome) => total + outcome[field], 0);
  const [passed, failed] = [sum('passed'), sum('failed')];
  print(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/**
 * What `npm test` runs, each once: the tests in Node, the tests in Chromium, and the checks of the
 * sources side by side. The built and the packed packages, the documentation site, the pages of the demo
 * and what needs a server have commands of their own, which `.ci/run` runs too. The last line is
 * `N passed, N failed`: every test, and every other stage as one.
 */
const inNode: Stage = ['tests in Node', () => testStage(['node', 'isolated'])];

const inChromium: Stage = [
  'tests in Chromium',
  async () => {
    const browser = await findBrowser();
    const outcome = await testStage(['chromium'], { CHROMIUM_PATH: browser });
    return { ...outcome, note: browserVersion(browser) };
  },
];

/** Checks of the sources, each in its own process; the longest first. */
const sourceChecks: readonly Stage[] = [
  ['type check', () => scriptStage('scripts/native-compiler/compiler.ts', '--checkers', '1')],
  ['unused code', () => commandStage('knip', '--no-progress', '--no-config-hints')],
  // In CI, `npm ci` has just written it.
  ...(process.env.CI
    ? []
    : [['generated pages', () => scriptStage('scripts/generate.ts', '--check')] satisfies Stage]),
  ['documented examples', () => scriptStage('scripts/check-snippets.ts')],
  ['format and lint', () => commandStage('biome', 'ci', '--colors=off', '.')],
  ['dependencies', () => scriptStage('scripts/check-dependencies.ts')],
  ['lock file', () => scriptStage('scripts/check-lock.ts')],
];

if (import.meta.main) {
  process.exit(await runStages([[inNode], [inChromium], []], sourceChecks));
}
