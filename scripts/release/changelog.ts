import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/workspace.ts';

/** The changesets that no version contains yet, as paths from the root. */
export function pendingChangesets(folder: string = root): string[] {
  return globSync('.changeset/*.md', { cwd: folder })
    .filter((path) => !path.endsWith('README.md'))
    .map((path) => join(path))
    .sort();
}

/** What a changeset tells users: its text without the versions that it raises. */
export function changeIn(changeset: string): string {
  return changeset.replace(/^---\n[\s\S]*?\n---\n/, '').trim();
}

/** The changes of the pending changesets. They are read before the versions are raised. */
export function pendingChanges(folder: string = root): string[] {
  return pendingChangesets(folder)
    .map((path) => changeIn(readFileSync(join(folder, path), 'utf8')))
    .filter((text) => text !== '');
}

/**
 * The changelog with the section of a version above those of earlier ones.
 *
 * @throws Error when the changelog already has a section of the version
 */
export function withVersion(
  changelog: string,
  version: string,
  changes: readonly string[],
): string {
  if (changelog.includes(`\n## ${version}\n`)) {
    throw new Error(`CHANGELOG.md already has a section ${version}`);
  }
  const items = changes.map((text) => `- ${text.replaceAll(/\n(?=.)/g, '\n  ')}`);
  const section = `## ${version}\n\n${items.join('\n')}\n`;
  const first = changelog.search(/^## /m);
  if (first < 0) return `${changelog.trimEnd()}\n\n${section}`;
  return `${changelog.slice(0, first)}${section}\n${changelog.slice(first)}`;
}

/** Adds the section of a version to the changelog that every package and the documentation contain. */
export function writeChangelog(version: string, changes: readonly string[]): void {
  const file = join(root, 'CHANGELOG.md');
  writeFileSync(file, withVersion(readFileSync(file, 'utf8'), version, changes));
}
