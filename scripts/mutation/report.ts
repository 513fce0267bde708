import { relative } from 'node:path';
import { root } from '../lib/workspace.ts';
import type { Mutant } from './mutants.ts';

const percent = (part: number, whole: number) => (whole === 0 ? 100 : (100 * part) / whole);

/** Prints what no test noticed and the score of every module. Returns the score of all of them, in percent. */
export function report(mutants: readonly Mutant[], killed: ReadonlySet<string>): number {
  const modules = Map.groupBy(mutants, ({ fileName }) => relative(root, fileName));
  for (const [name, all] of modules) {
    for (const { id, location, mutatorName, replacement } of all) {
      if (killed.has(id)) continue;
      const place = `${name}:${location.start.line + 1}:${location.start.column + 1}`;
      console.log(`${place} ${mutatorName}\n  ${replacement.replaceAll('\n', '\n  ')}`);
    }
  }
  const line = (name: string, all: readonly Mutant[]) => {
    const count = all.filter(({ id }) => killed.has(id)).length;
    const score = percent(count, all.length);
    console.log(`${score.toFixed(1).padStart(5)} %  ${count} of ${all.length}  ${name}`);
    return score;
  };
  for (const [name, all] of modules) line(name, all);
  return line('in all', mutants);
}
