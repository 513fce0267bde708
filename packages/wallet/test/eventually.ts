import { vi } from 'vitest';

/** How long a test waits for a change, with a margin for a busy machine. */
const PATIENCE = 60_000;

/** Repeats a check until it holds; fails with its last error. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: PATIENCE, interval: 20 });
}
