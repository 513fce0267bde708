import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/workspace.ts';
import { modules as table } from './mutation/modules.ts';
import {
  digestOf,
  findingsOf,
  keptFile,
  keptResults,
  type Results,
  scoreOf,
} from './mutation/results.ts';
import { mutate } from './mutation/run-stryker.ts';
import { equivalents } from './mutation/survivors.ts';

/**
 * Measures by mutation whether the tests of the modules that decide about money can fail. Runs only
 * the modules that changed, or whose tests changed, since their result was kept; `--all` runs every
 * module, a part of a path those that contain it. Results are kept in `scripts/mutation/kept.json`,
 * except in CI. Fails for a survivor that `survivors.ts` does not explain, and for a score below
 * 90 %. The last line is `score N %`.
 */
const parts = process.argv.slice(2).filter((part) => part !== '--all');
const isWhole = process.argv.includes('--all');
const modules = Object.keys(table);

function isChosen(module: string, kept: Results): boolean {
  if (isWhole) return true;
  if (parts.length > 0) return parts.some((part) => module.includes(part));
  return kept[module]?.digest !== digestOf(module);
}

const missing = modules.filter((module) => !existsSync(join(root, module)));
if (missing.length > 0) throw new Error(`scripts/mutation/modules.ts names ${missing.join(', ')}.`);
const kept = keptResults();
const selection = modules.filter((module) => isChosen(module, kept));
console.log(`${selection.length} of ${modules.length} modules to mutate`);
const fresh = selection.length === 0 ? {} : await mutate(selection);
const known: Results = { ...kept, ...fresh };
const results = Object.fromEntries(
  modules.flatMap((module) => (known[module] === undefined ? [] : [[module, known[module]]])),
);
if (process.env.CI === undefined && selection.length > 0) {
  writeFileSync(keptFile, `${JSON.stringify(results, null, 2)}\n`);
}
for (const [module, result] of Object.entries(results)) {
  const { mutants, survivors } = result;
  const note = fresh[module] === undefined ? ' (kept)' : '';
  console.log(
    `${module}: ${mutants - survivors.length} of ${mutants}, ${scoreOf([result])} %${note}`,
  );
}
const findings = findingsOf(results, equivalents);
for (const finding of findings) console.log(finding);
const score = scoreOf(Object.values(results));
process.exitCode = findings.length > 0 ? 1 : 0;
console.log(`score ${score} %`);
