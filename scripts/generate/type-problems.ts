import { globSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf } from '../native-compiler/problems.ts';

/**
 * Returns what the compiler refuses in the sources of the contract, each with its place: a schema
 * or an error code that does not exist, an area without a folder, an error of the syntax.
 *
 * @param folder the repository
 * @param edited the contents of files in place of those on disk, by absolute path
 */
export function typeProblems(
  folder: string,
  edited: ReadonlyMap<string, string> = new Map(),
): string[] {
  const checked = globSync('packages/contract/src/**/*.ts', {
    cwd: folder,
    exclude: (path) => path.endsWith('.test.ts'),
  }).map((path) => join(folder, path));
  // What is not used yet does not keep files from being generated.
  const options = { noUnusedLocals: false, noUnusedParameters: false };
  const check = { folder, extend: './tsconfig.json', options, written: edited, checked };
  return problemsOf(check).map(({ file = '', line, text }) => {
    const place = file.replace(`${folder}/`, '');
    return `${place}:${line}: ${text}`;
  });
}
