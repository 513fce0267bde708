import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rulesPage } from './rules/page.ts';

/**
 * Writes `RULES.md`. With `--check` it only compares, and fails if the file is out of date. It
 * always fails if a rule has no test.
 */
const path = fileURLToPath(new URL('../RULES.md', import.meta.url));
const { text, problems } = rulesPage(fileURLToPath(new URL('..', import.meta.url)));
const isStale = !existsSync(path) || readFileSync(path, 'utf8') !== text;
const isCheck = process.argv.includes('--check');
for (const problem of problems) console.error(problem);
if (isStale && isCheck) console.error('RULES.md is out of date: run generate-rules.ts');
if (isStale && !isCheck) writeFileSync(path, text);
if (problems.length > 0 || (isStale && isCheck)) process.exit(1);
console.log('RULES.md is up to date');
