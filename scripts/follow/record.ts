import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { patternOn } from '../../packages/contract/src/decisions/index.ts';
import type { Change } from './changes.ts';
import { namesOf, sameness } from './report.ts';

/** The differences of the newest public document that was followed to its end, one for each group. */
export const recordPath = join(import.meta.dirname, 'followed.txt');

/**
 * Returns the text to record: the document's version, and one difference of each group that one
 * decision covers.
 */
export function recordOf(version: string, changes: readonly Change[]): string {
  const groups = Map.groupBy(changes, (change) =>
    [sameness(change), patternOn(namesOf(change))].join('|'),
  );
  const lines = [...groups.values()].flatMap(([first]) =>
    first === undefined ? [] : namesOf(first).filter((name) => patternOn([name]) !== undefined),
  );
  return `${[version, ...new Set(lines.sort())].join('\n')}\n`;
}

/** Returns the recorded differences, and the version of their document. */
export function recorded(): { readonly version: string; readonly differences: readonly string[] } {
  const [version = '', ...differences] = readFileSync(recordPath, 'utf8').trimEnd().split('\n');
  return { version, differences };
}
