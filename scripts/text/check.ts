import { declaredNameViolations } from './declared-names.ts';
import { type Exception, names, patterns } from './patterns.ts';
import { proseOf } from './prose.ts';
import type { Prose } from './sentences.ts';

/** The files that are read: patterns of `git ls-files`. */
export const readFiles: readonly string[] = [
  ...['*.ts', '*.tsx', '*.js', '*.mjs', '*.vue', '*.svelte'],
  ...['*.html', '*.css', '*.md', '*.sh', '.ci/*'],
];

const MAX_LINES = 300;
const MAX_TEST_LINES = 500;
const testFile = /\.(?:test|test-d)\.tsx?$|^packages\/[^/]+\/test\//;

function tooLong(path: string, text: string): string[] {
  if (/\.(?:md|css)$/.test(path)) return [];
  const limit = testFile.test(path) ? MAX_TEST_LINES : MAX_LINES;
  const count = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return count > limit ? [`${path}:${limit}: has ${count} lines, more than ${limit}`] : [];
}

function wordViolations(path: string, prose: readonly Prose[], exceptions: readonly Exception[]) {
  return prose.flatMap(({ text, lineAt }) =>
    patterns.flatMap(({ pattern, instead }) => {
      const found = pattern.exec(text);
      if (found === null || exceptions.some((one) => text.includes(one.text))) return [];
      return [`${path}:${lineAt(found.index)}: "${found[0]}": write ${instead}`];
    }),
  );
}

function nameViolations(path: string, text: string): string[] {
  const refused = names.filter(({ except }) => except === undefined || !path.startsWith(except));
  return refused.flatMap(({ pattern, instead }) =>
    text.split('\n').flatMap((line, index) => {
      const found = pattern.exec(line);
      return found === null ? [] : [`${path}:${index + 1}: ${found[0]}: write ${instead}`];
    }),
  );
}

/** Folders have names in lower case, as files do; `[...call]` is a route of Next.js. */
function folderViolations(path: string): string[] {
  const folders = path.split('/').slice(0, -1);
  return folders
    .filter((name) => !/^\.?[a-z0-9]+(?:-[a-z0-9]+)*$|^\[.+\]$/.test(name))
    .map((name) => {
      const words = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])|_/g, '-').toLowerCase();
      return `${path}:1: folder ${name}: write ${words}`;
    });
}

/** Returns the violations of a file, its length, folders and English: `path:line: problem`. */
export function textViolations(
  path: string,
  text: string,
  exceptions: readonly Exception[] = [],
): string[] {
  return [
    ...tooLong(path, text),
    ...folderViolations(path),
    ...wordViolations(path, proseOf(path, text), exceptions),
    ...nameViolations(path, text),
    ...declaredNameViolations(path, text),
  ];
}
