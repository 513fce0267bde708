/**
 * A reason why the wallet is degraded.
 *
 * - `storage_blocked`: the browser refuses storage to this page (site data is blocked)
 * - `storage_full`: the disk or the quota is full
 * - `storage_timed_out`: storage does not respond
 * - `storage_failed`: storage failed in another way, or returned something other than was stored
 * - `record_left`: a session that has ended could not be deleted from storage; it is tried again
 * - `tabs_unavailable`: messages to and from other tabs do not arrive
 * - `locks_unavailable`: two tabs may refresh at once
 */
export type DegradedReason =
  | 'storage_blocked'
  | 'storage_full'
  | 'storage_timed_out'
  | 'storage_failed'
  | 'record_left'
  | 'tabs_unavailable'
  | 'locks_unavailable';

const byName: Readonly<Record<string, DegradedReason>> = {
  SecurityError: 'storage_blocked',
  QuotaExceededError: 'storage_full',
  TimeoutError: 'storage_timed_out',
};

/** The reason behind an error of storage. */
export function storageReason(cause: unknown): DegradedReason {
  const { name = '' } = (cause ?? {}) as { name?: string };
  return (Object.hasOwn(byName, name) ? byName[name] : undefined) ?? 'storage_failed';
}
