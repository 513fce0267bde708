import type { Attempt, Attempts } from './payout.ts';

/** Keeps attempts in memory, for a demonstration: they have to survive the process. */
export function memoryAttempts(): Attempts {
  const kept = new Map<string, Attempt>();
  const current = (orderId: string): Attempt => kept.get(orderId) ?? { number: 1 };
  return {
    current: async (orderId) => current(orderId),
    async replace(orderId, before, after) {
      const { number, quoteId } = current(orderId);
      if (number === before.number && quoteId === before.quoteId) kept.set(orderId, after);
    },
  };
}
