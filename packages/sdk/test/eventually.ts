import { vi } from 'vitest';

/** Milliseconds. Mutation testing sets the variable: there, most of what hangs is meant to. */
const LIMIT = process.env.MUTATION_FOLDER === undefined ? 60_000 : 2_000;

/**
 * Repeats a check until it passes. The limit only ends what hangs: by default `vi.waitFor` gives up
 * after a second, which a busy machine can take.
 */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: LIMIT });
}
