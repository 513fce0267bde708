import { errorCodes, isErrorCode, type RetryRule, type Signing } from '@org/payments-contract';
import type { Leg } from '../client/events.ts';
import type { AttemptFailure } from './attempt.ts';

/** Statuses that say "not now", and that a repeatable request may be sent again after. */
const passingStatuses = new Set([408, 429, 502, 503, 504]);

/** Longest wait the service may ask for; beyond it the call ends with the error. */
export const MAX_RETRY_AFTER = 60_000;
const BASE_DELAY = 500;
const MAX_DELAY = 8_000;

/**
 * Whether a request may be sent more than once. Reads and keyed writes may; the first leg of an
 * operation that always needs a signature changes nothing and may; a second leg never.
 */
export function isRepeatable(rule: RetryRule, signing: Signing, leg: Leg | undefined): boolean {
  if (leg === 2) return false;
  return rule !== 'never' || signing === 'required';
}

/** Whether a failed attempt may be followed by another. */
export function isPassingFailure(failure: AttemptFailure, repeatable: boolean): boolean {
  if (failure.why !== 'network' && failure.why !== 'timeout') return false;
  return repeatable || failure.phase === 'unsent';
}

/** Whether a refusal may be followed by another attempt. The code decides where it is known. */
export function isPassingRefusal(status: number, code: string | undefined): boolean {
  if (code !== undefined && isErrorCode(code)) return errorCodes[code].retryable;
  return passingStatuses.has(status);
}

/** Milliseconds until the next attempt: what the service asks, else full jitter under a doubling cap. */
export function retryDelay(
  retriesSoFar: number,
  retryAfter: number | undefined,
  random: () => number,
): number {
  if (retryAfter !== undefined) return retryAfter;
  return random() * Math.min(MAX_DELAY, BASE_DELAY * 2 ** retriesSoFar);
}

/** `Retry-After` in milliseconds: seconds, or a date against the service's own clock. */
export function parseRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
