import type { FoundError } from './error-meaning.ts';
import type { StepRecords } from './run-state.ts';
import type { StepOptions } from './run-types.ts';

/** The `Date` of a response has whole seconds. */
const SECOND = 1000;

function timeOf(text: unknown): number {
  return typeof text === 'string' ? Date.parse(text) : Number.NaN;
}

/** A step of the present round of `pay`. */
export type RoundStep = readonly [name: string, options: StepOptions];

/**
 * The place in the round of the step to begin again with, because what it returned had expired, by the
 * service's clock, when the last step of the round was refused; -1 if none had.
 */
export function expiredPlace(
  round: readonly RoundStep[],
  steps: StepRecords,
  { headers }: FoundError,
  now: number,
): number {
  const date = timeOf(headers?.date);
  const refusedAt = Number.isNaN(date) ? now : date + SECOND - 1;
  return round.slice(0, -1).findLastIndex(([name, { again }]) => {
    const { expiresAt } = Object(steps[name]?.result?.[0]) as { readonly expiresAt?: unknown };
    return again === 'expired' && timeOf(expiresAt) <= refusedAt;
  });
}
