import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../lib/workspace.ts';

/** How the contract reads a point on which its sources differ or are silent. */
export interface Decision {
  readonly decision: string;
  readonly reason: string;
  /** The operations that it concerns, or `all`. */
  readonly operations: readonly string[] | 'all';
  /** The differences that it covers, as the report prints them; see the head of the file. */
  readonly changes?: readonly string[];
}

interface DecisionsFile {
  /** The version of the newest public reference that was compared. */
  readonly compared: string;
  /** The decisions of each area, by its title. */
  readonly areas: Readonly<Record<string, readonly Decision[]>>;
}

export const { compared, areas }: DecisionsFile = parse(
  readFileSync(join(root, 'docs/decisions.yaml'), 'utf8'),
);

/** Every decision, by area. */
export const decisions: readonly Decision[] = Object.values(areas).flat();

const escaped = (text: string) => text.replaceAll(/[\\^$.+?()[\]{}|]/g, '\\$&');

function expressionOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*|\{[^{}]*,[^{}]*\})/).map((part) => {
    if (part === '*') return '.*';
    const isChoice = part.startsWith('{') && part.includes(',');
    return isChoice ? `(?:${escaped(part.slice(1, -1)).replaceAll(',', '|')})` : escaped(part);
  });
  return new RegExp(`^${parts.join('')}$`);
}

const covered = decisions.flatMap(({ changes = [] }) =>
  changes.map((pattern) => ({ pattern, form: expressionOf(pattern) })),
);

/** Returns the pattern that covers a change, which has several names; undefined for an open change. */
export function patternOn(names: readonly string[]): string | undefined {
  return covered.find(({ form }) => names.some((name) => form.test(name)))?.pattern;
}
