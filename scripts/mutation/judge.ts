import type { ModuleResult, Results, Survivor } from './results.ts';
import type { Equivalent } from './survivors.ts';

/** Returns how many of the mutants were noticed, in per cent, rounded down to a tenth. */
export function scoreOf(results: readonly ModuleResult[]): number {
  const mutants = results.reduce((sum, result) => sum + result.mutants, 0);
  const survivors = results.reduce((sum, result) => sum + result.survivors.length, 0);
  return mutants === 0 ? 100 : Math.floor((1000 * (mutants - survivors)) / mutants) / 10;
}

const keyOf = ({ line, mutant }: Survivor) => `${line}\n    ${mutant}`;

/**
 * Returns what is wrong with the survivors: those without a reason, and reasons for mutants that do
 * not survive.
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
  return findings;
}
