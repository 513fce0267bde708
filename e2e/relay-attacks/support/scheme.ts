import type { AttackedPlatform } from './attacked-platform.ts';

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
