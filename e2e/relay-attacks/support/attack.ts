import type { WireAnswer } from './browser.ts';
import type { Stand } from './stand.ts';

/** How every response to an attack must look. */
export interface Verdict {
  readonly status: number;
  readonly code?: string;
  readonly reason?: string;
}

/** One attempt to reach another user's resources. */
export interface Attack {
  readonly group: string;
  readonly name: string;
  readonly expected: Verdict;
  /** Makes the permitted preparations, and returns the attack itself, whose response must be a refusal. */
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

/** Returns what an attack could change, as JSON. Challenges and codes are left out: they do no harm. */
export function valuables({ mock }: Stand): string {
  const { tables } = mock.snapshot();
  const { accounts, agents, cards, credentials, customers, sessions } = tables;
  return JSON.stringify({ accounts, agents, cards, credentials, customers, sessions });
}
