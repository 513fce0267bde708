import { ApiError } from '../errors/api-error.ts';
import { SigningError } from '../errors/caller-errors.ts';
import type { PaymentsError } from '../errors/payments-error.ts';
import type { StepRecord } from './run-state.ts';
import type { StepOptions } from './run-types.ts';

/** The `Date` of a response has whole seconds. */
const SECOND = 1000;

/** When the service refused, by its own clock, or now. */
function refusedAt(error: PaymentsError, now: number): number {
  const date = error instanceof ApiError ? Date.parse(error.headers.date ?? '') : Number.NaN;
  return Number.isNaN(date) ? now : date + SECOND - 1;
}

/** The time until which a result holds; infinite if it names none. */
function expiryOf({ result }: StepRecord): number {
  const { expiresAt } = Object(result?.[0]) as { readonly expiresAt?: unknown };
  const time = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

/** A step of the present round of `pay`. */
export type RoundStep = readonly [name: string, options: StepOptions];

/**
 * The place in the round of the step to begin again with, because what it returned had expired when a
 * later step was refused; undefined if none had.
 */
export function expiredPlace(
  round: readonly RoundStep[],
  steps: Readonly<Record<string, StepRecord>>,
  error: PaymentsError,
  now: number,
): number | undefined {
  const at = error instanceof SigningError ? now : refusedAt(error, now);
  const place = round.findLastIndex(([name, { again }], index) => {
    const step = steps[name];
    return again === 'expired' && index < round.length - 1 && step && expiryOf(step) <= at;
  });
  return place === -1 ? undefined : place;
}
