import { vi } from 'vitest';

/**
 * Repeats a check until it passes. The limit only ends what hangs: by default `vi.waitFor` gives up
 * after a second, which a busy machine can take.
 */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 60_000 });
}
