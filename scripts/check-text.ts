import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/workspace.ts';
import { readFiles, textViolations } from './text/check.ts';
import { exceptions } from './text/patterns.ts';

/**
 * Checks that comments, messages, test titles and pages are plain English, that folders have names in
 * lower case, and that source files have at most 300 lines, tests at most 500.
 */
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...readFiles], {
  cwd: root,
  encoding: 'utf8',
});
/** The patterns and their tests contain what they forbid. */
const unchecked = ['scripts/text/'];

function isChecked(path: string): boolean {
  return !unchecked.some((folder) => path.startsWith(folder)) && existsSync(join(root, path));
}

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

const paths = listed.trim().split('\n').filter(isChecked);
const violations = paths.flatMap((path) => textViolations(path, read(path), exceptions));
for (const violation of violations) console.error(violation);
console.log(`${paths.length} files, ${violations.length} violations`);
process.exitCode = violations.length === 0 && paths.length > 0 ? 0 : 1;
