import { globSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/workspace.ts';

/** The changesets that no version contains yet, as paths from the root. */
export function pendingChangesets(folder: string = root): string[] {
  return globSync('.changeset/*.md', { cwd: folder })
    .filter((path) => !path.endsWith('README.md'))
    .map((path) => join(path))
    .sort();
}
