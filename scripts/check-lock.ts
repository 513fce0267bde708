import { join } from 'node:path';
import { readJson, root } from './lib/workspace.ts';
import { type LockFile, problemsOfLock } from './release/lock.ts';

/** Checks what `npm ci` would install: `npm run lock [-- path]`. Needs no network. */
const [path = join(root, 'package-lock.json')] = process.argv.slice(2);
const problems = problemsOfLock(readJson<LockFile>(path));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log('The lock file is in order.');
