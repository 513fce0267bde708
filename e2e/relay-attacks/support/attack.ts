import type { WireAnswer } from './browser.ts';
import type { Stand } from './stand.ts';

/** How every response to an attack must look. */
export interface Verdict {
  readonly status: number;
  readonly code?: string;
  readonly reason?: string;
}

/** One way to get at what is not one's own. */
export interface Attack {
  readonly group: string;
  readonly name: string;
  readonly expected: Verdict;
  /** Does what is allowed, and returns the attack itself: what it gets must be refused. */
  prepare(stand: Stand): Promise<() => Promise<WireAnswer | readonly WireAnswer[]>>;
}

/** Attacks of one group, all to be refused alike. */
export function attacks(
  group: string,
  expected: Verdict,
  rows: Readonly<Record<string, Attack['prepare']>>,
): Attack[] {
  return Object.entries(rows).map(([name, prepare]) => ({ group, name, expected, prepare }));
}

/** What an attack could change, as JSON: challenges and codes come and go without harm. */
export function valuables({ mock }: Stand): string {
  const { tables } = mock.snapshot();
  const { accounts, agents, cards, credentials, customers, sessions } = tables;
  return JSON.stringify({ accounts, agents, cards, credentials, customers, sessions });
}
