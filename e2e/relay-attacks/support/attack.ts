import type { AttackedPlatform } from './attacked-platform.ts';
import type { WireResponse } from './browser.ts';

/** The expected status and code of every response to an attack. */
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
  /**
   * Performs the permitted preparations, and returns the attack itself, whose response must be a
   * refusal.
   */
  prepare(
    platform: AttackedPlatform,
  ): Promise<() => Promise<WireResponse | readonly WireResponse[]>>;
}

/** Attacks of one group, all to be refused alike. */
export function attacks(
  group: string,
  expected: Verdict,
  rows: Readonly<Record<string, Attack['prepare']>>,
): Attack[] {
  return Object.entries(rows).map(([name, prepare]) => ({ group, name, expected, prepare }));
}

/**
 * Returns the state that an attack could change, as JSON. Challenges and codes are left out,
 * because they are harmless.
 */
export function valuables({ mock }: AttackedPlatform): string {
  const { tables } = mock.snapshot();
  const { accounts, agents, cards, credentials, customers, sessions } = tables;
  return JSON.stringify({ accounts, agents, cards, credentials, customers, sessions });
}

/** An attack that may partly succeed; its own assertions cover the part that must not. */
export interface Scheme {
  readonly group: string;
  readonly name: string;
  run(platform: AttackedPlatform): Promise<void>;
}

/** Schemes of one group. */
export function scheme(group: string, rows: Readonly<Record<string, Scheme['run']>>): Scheme[] {
  return Object.entries(rows).map(([name, run]) => ({ group, name, run }));
}

/** The number of responses by status. */
export const counted = (statuses: readonly number[]) =>
  statuses.reduce<Record<number, number>>((all, status) => {
    all[status] = (all[status] ?? 0) + 1;
    return all;
  }, {});

/** Runs work a number of times at once. */
export const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_none, index) => work(index)));
