import type { Fact, Section } from './facts.ts';

/** The headings of what not only the service says: the first lines, and what a call changes. */
export const BRIEF = 'In short';
export const CHANGES = 'Changes';

/** The facts that tell a call from others of its kind: its first lines, or what it changes and of what. */
export function briefFacts([first, ...others]: readonly Section[]): readonly Fact[] {
  const facts = first?.facts ?? [];
  if (first?.heading !== CHANGES) return facts.slice(0, 3);
  return [...(others.at(0)?.facts.slice(0, 1) ?? []), ...facts.slice(0, 3)];
}
