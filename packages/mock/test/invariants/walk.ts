import { kinds } from './steps.ts';
import type { Taken } from './take-step.ts';

/** Returns a generator of numbers from 0 to below 1, determined by the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a number of random steps. */
export function walkOf(seed: number, length: number): readonly Taken[] {
  const random = randomOf(seed);
  const upTo = (limit: number) => Math.floor(random() * limit);
  return Array.from({ length }, () => ({
    kind: kinds[upTo(kinds.length)] ?? 'wait',
    amount: upTo(400),
    pick: upTo(2 ** 16),
    isReplayed: random() < 0.5,
  }));
}
