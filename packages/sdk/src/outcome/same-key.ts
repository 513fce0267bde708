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

/** When the first of the calls with a request and its key was sent that may be applied, ISO 8601. */
export function firstSentAt(keyed: readonly KeyedEntry[]): string | undefined {
  return keyed.find(({ isSame, end }) => isSame && end?.outcome !== 'not-applied')?.startedAt;
}
