import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { run } from '../lib/run.ts';
import { root } from '../lib/workspace.ts';
import { digestOf, type ModuleResult, type Results, type Survivor, testsOf } from './results.ts';

/** Where the copy is: below the repository, so that it finds the installed packages. */
const COPY = join(root, '.cache', 'mutation');

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}

/**
 * Copies the files of the repository, committed or not, so that mutants are written where nobody
 * works. Packages of the workspace resolve to the copy, all others to the installed ones.
 *
 * @returns the directory of the copy
 */
function copyTree(): string {
  rmSync(COPY, { recursive: true, force: true });
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  for (const path of files.split('\0')) {
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(COPY, path));
  }
  for (const path of globSync('packages/*', { cwd: COPY })) {
    link(join(COPY, path), join(COPY, 'node_modules', '@org', `payments-${path.slice(9)}`));
    const nested = join(root, path, 'node_modules');
    if (existsSync(nested)) link(nested, join(COPY, path, 'node_modules'));
  }
  return COPY;
}

/** The parts of Stryker's report that are read. */
interface Report {
  readonly files: Readonly<Record<string, ReportedFile>>;
}

interface ReportedFile {
  readonly source: string;
  readonly mutants: readonly {
    readonly replacement?: string;
    readonly status: string;
    readonly location: { readonly start: Place; readonly end: Place };
  }[];
}

/** A place in a file; both count from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

const LONGEST_TEXT = 120;

/** Returns code on one line, shortened. */
function oneLine(code: string): string {
  return code.replaceAll(/\s+/g, ' ').slice(0, LONGEST_TEXT);
}

/** Returns the code between two places. */
function codeAt(lines: readonly string[], { start, end }: { start: Place; end: Place }): string {
  const code = lines.slice(start.line - 1, end.line);
  const last = code.length - 1;
  return code
    .with(last, (code[last] ?? '').slice(0, end.column - 1))
    .map((line, index) => (index === 0 ? line.slice(start.column - 1) : line))
    .join(' ');
}

const REPORT = 'mutation-report.json';
const VITEST_CONFIG = 'mutation.vitest.config.ts';
const SIX_HOURS = 6 * 3600;

/** A mutant is noticed by a failed test, or by a test that no longer ends. */
const noticed = ['Killed', 'Timeout', 'RuntimeError'];
const counted = [...noticed, 'Survived', 'NoCoverage'];

/** Tests of the cryptography replace what the platform offers. */
const needsIsolation = /^packages\/crypto\//;

function vitestConfig(tests: readonly string[]): string {
  const isIsolated = tests.some((test) => needsIsolation.test(test));
  const source = "{ conditions: ['source'] }";
  return `export default {
  resolve: ${source},
  ssr: { resolve: ${source} },
  test: {
    root: import.meta.dirname,
    include: ${JSON.stringify(tests)},
    exclude: ['**/node_modules/**'],
    testTimeout: 15_000,
    hookTimeout: 60_000,
    isolate: ${isIsolated},
    server: { deps: { inline: [/eventsource-parser/] } },
  },
};
`;
}

function strykerConfig(modules: readonly string[]) {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: VITEST_CONFIG, related: false },
    inPlace: true,
    coverageAnalysis: 'perTest',
    mutate: modules,
    // Most strings are messages, whose words no test repeats.
    mutator: { excludedMutations: ['StringLiteral'] },
    concurrency: availableParallelism(),
    // Long enough that a busy machine is not taken for a test that noticed the mutant.
    timeoutMS: 30_000,
    disableTypeChecks: false,
    reporters: ['clear-text', 'json'],
    clearTextReporter: { reportTests: false, reportMutants: false, reportScoreTable: false },
    jsonReporter: { fileName: REPORT },
    allowEmpty: false,
    checkers: [],
    tempDirName: '.stryker',
    thresholds: { high: 100, low: 90, break: null },
  };
}

function resultOf(digest: string, { source, mutants }: ReportedFile): ModuleResult {
  const lines = source.split('\n');
  const all = mutants.filter(({ status }) => counted.includes(status));
  const survivors = all
    .filter(({ status }) => !noticed.includes(status))
    .map(({ location, replacement = '' }): Survivor => {
      const line = (lines[location.start.line - 1] ?? '').trim();
      const code = oneLine(codeAt(lines, location));
      return { line, mutant: `${code} -> ${oneLine(replacement)}` };
    });
  return { digest, mutants: all.length, survivors };
}

/**
 * Mutates modules in a copy of the repository and runs the tests beside them.
 *
 * @throws Error if the tests fail without a mutant, or Stryker does not end well
 */
export async function mutate(modules: readonly string[]): Promise<Results> {
  const digests = new Map(modules.map((module) => [module, digestOf(module)]));
  const directory = copyTree();
  const tests = [...new Set(modules.flatMap(testsOf))];
  writeFileSync(join(directory, VITEST_CONFIG), vitestConfig(tests));
  writeFileSync(join(directory, 'stryker.config.json'), JSON.stringify(strykerConfig(modules)));
  const stryker = join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js');
  const { ok, output } = await run(process.execPath, [stryker, 'run', 'stryker.config.json'], {
    cwd: directory,
    // Samples are enough: a mutant that survives them is shown as a survivor.
    env: { THOROUGH: '0' },
    timeoutSeconds: SIX_HOURS,
  });
  if (!ok) throw new Error(`The mutation run failed.\n${output}`);
  const report = JSON.parse(readFileSync(join(directory, REPORT), 'utf8')) as Report;
  return Object.fromEntries(
    modules.map((module) => {
      const file = report.files[module];
      if (file === undefined) throw new Error(`Stryker did not mutate ${module}.`);
      return [module, resultOf(digests.get(module) ?? '', file)];
    }),
  );
}
