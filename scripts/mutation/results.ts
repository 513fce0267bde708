import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../lib/workspace.ts';
import { modules } from './modules.ts';

/** A mutant that no test noticed. */
export interface Survivor {
  /** The line in which it begins, without its indentation. */
  readonly line: string;
  /** The code, and what it puts in its place. */
  readonly mutant: string;
}

/** Mutants of one module that no test can notice. */
export interface Equivalent {
  /** The line in which they are, without its indentation. */
  readonly line: string;
  /** The mutants: the code, and what they put in its place. */
  readonly mutants: readonly string[];
  /** Completes "equivalent, because ...". */
  readonly because: string;
}

/** The result of one module. */
export interface ModuleResult {
  /** Digest of the module and of its tests. */
  readonly digest: string;
  readonly mutants: number;
  readonly survivors: readonly Survivor[];
}

export type Results = Readonly<Record<string, ModuleResult>>;

const KEPT = join(import.meta.dirname, 'kept.json');

/**
 * The models play thousands of cases: too slow to be repeated for each mutant. Tests of browsers have
 * none here.
 */
const leftOut = /model|\.browser\./;

/**
 * Returns the tests of a module, by their paths from the root.
 *
 * @throws Error for a name of tests that no file has: a test that was moved would no longer count
 */
export function testsOf(module: string): readonly string[] {
  const named = modules[module] ?? 'all';
  const found = (named === 'all' ? ['*'] : named).flatMap((name) => {
    const paths = globSync(join(dirname(module), `${name}.test.ts`), { cwd: root });
    if (paths.length > 0) return paths;
    throw new Error(`scripts/mutation/modules.ts: ${module} has no tests named ${name}.`);
  });
  return [...new Set(found)].sort().filter((path) => !leftOut.test(basename(path)));
}

/** Returns a digest that changes when the module changes, or one of its tests. */
export function digestOf(module: string): string {
  const hash = createHash('sha256');
  for (const path of [module, ...testsOf(module)]) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

/** Returns the results of the last runs. */
export function keptResults(): Results {
  return JSON.parse(readFileSync(KEPT, 'utf8')) as Results;
}

/** The file to which results are written. */
export const keptFile = KEPT;

/** Returns how many of the mutants were noticed, in per cent, rounded down to a tenth. */
export function scoreOf(results: readonly ModuleResult[]): number {
  const mutants = results.reduce((sum, result) => sum + result.mutants, 0);
  const survivors = results.reduce((sum, result) => sum + result.survivors.length, 0);
  return mutants === 0 ? 100 : Math.floor((1000 * (mutants - survivors)) / mutants) / 10;
}

const keyOf = ({ line, mutant }: Survivor) => `${line}\n    ${mutant}`;

/** The lowest score, in per cent. */
const LOWEST = 90;

/**
 * Returns what is wrong with results: survivors without a reason, reasons for mutants that do not
 * survive, and a score that is too low even if each survivor has a reason.
 */
export function findingsOf(
  results: Results,
  equivalents: Readonly<Record<string, readonly Equivalent[]>>,
): readonly string[] {
  const findings: string[] = [];
  for (const [module, { survivors }] of Object.entries(results)) {
    const explained = new Set(
      (equivalents[module] ?? []).flatMap(({ line, mutants }) =>
        mutants.map((mutant) => keyOf({ line, mutant })),
      ),
    );
    const alive = new Set(survivors.map(keyOf));
    for (const key of alive) if (!explained.has(key)) findings.push(`survived: ${module}: ${key}`);
    for (const key of explained) {
      if (!alive.has(key)) findings.push(`does not survive, and is listed: ${module}: ${key}`);
    }
  }
  for (const module of Object.keys(equivalents)) {
    if (results[module] === undefined) findings.push(`is not mutated, and is listed: ${module}`);
  }
  const score = scoreOf(Object.values(results));
  if (score < LOWEST) findings.push(`the score is ${score} %, and ${LOWEST} % is the lowest`);
  return findings;
}
