import { KEY_HOURS } from '../errors/payments-error.ts';
import type { KeyedEntry } from './journal.ts';

/** Milliseconds for which the service certainly remembers an idempotency key, if nothing else is said. */
export const KEY_LIFETIME = KEY_HOURS * 3_600_000;

/**
 * The entry by which the change of another one with its key was applied: both have the same request,
 * and the service still had the key of the first when the second was sent.
 *
 * @param sentAt when that other one was sent, ISO 8601; undefined if it certainly changed nothing
 */
export function appliedWith(
  sentAt: string | undefined,
  keyed: readonly KeyedEntry[],
  keyLifetime = KEY_LIFETIME,
): KeyedEntry | undefined {
  const isNear = ({ startedAt }: KeyedEntry) =>
    sentAt === undefined || Math.abs(Date.parse(startedAt) - Date.parse(sentAt)) < keyLifetime;
  return keyed.find((one) => one.isSame && one.end?.outcome === 'applied' && isNear(one));
}

/** The first of the calls with a request and its key that may be applied. */
export function firstSent(keyed: readonly KeyedEntry[]): KeyedEntry | undefined {
  return keyed.find(({ isSame, end }) => isSame && end?.outcome !== 'not-applied');
}
