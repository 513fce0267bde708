import { posix } from 'node:path';
import { entriesOf } from '../lib/entries.ts';
import type { Package } from '../lib/workspace.ts';
import type { SourceFacts } from './source-facts.ts';

function importsOf({ path, imports }: SourceFacts): string[] {
  return imports
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
}

/** Marks as tests also the files that are built on tests: nothing shipped can be among them. */
export function markTestSupport(files: readonly SourceFacts[]): SourceFacts[] {
  const tests = new Set(files.filter(({ isTest }) => isTest).map(({ path }) => path));
  for (let before = -1; before !== tests.size; ) {
    before = tests.size;
    for (const file of files) {
      if (importsOf(file).some((path) => tests.has(path))) tests.add(file.path);
    }
  }
  return files.map((file) => ({ ...file, isTest: tests.has(file.path) }));
}

/** The entries of packages that would ship a test, with the import that leads to it. */
export function shippedTests(
  files: readonly SourceFacts[],
  packages: readonly Package[],
): string[] {
  const tests = new Set(files.filter(({ isTest }) => isTest).map(({ path }) => path));
  const entries = packages.flatMap(({ id, manifest }) =>
    entriesOf(manifest).map(({ source }) => posix.join('packages', id, source)),
  );
  return files
    .filter(({ path }) => tests.has(path) && entries.includes(path))
    .map((file) => {
      const culprit = importsOf(file).find((path) => tests.has(path)) ?? 'vitest';
      return `${file.path}:1: ships a test, by way of ${culprit}`;
    });
}
