import type { JournalClaim } from '../journal.ts';

/**
 * One row of a journal's store. Only `sealed` contains secrets, and it is encrypted. Fields
 * without a value are null. All times are ISO 8601 in UTC with milliseconds, so that the strings
 * sort as the times do.
 */
export interface JournalRecord extends JournalRecordEnd {
  readonly id: string;
  readonly scope: string;
  readonly operation: string;
  readonly method: string;
  readonly template: string;
  readonly startedAt: string;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /**
   * HMAC-SHA-256 of the exact request, with a key that is derived from the secret: equal requests
   * have equal digests, and a request cannot be guessed from it without the secret.
   */
  readonly digest: string;
  /** The entry with its request, encrypted and authenticated. */
  readonly sealed: string;
}

/** The outcome of a change, as a store keeps it; all null until it is known. */
export interface JournalRecordEnd {
  readonly outcome: 'applied' | 'not-applied' | 'unknown' | null;
  readonly endedAt: string | null;
  readonly status: number | null;
  readonly resourceId: string | null;
  readonly errorCode: string | null;
}

/**
 * The store of a journal's records: four functions over any database. `createJournal` makes a
 * journal of it.
 */
export interface JournalStore {
  /** Inserts a record. Resolves once it would survive the machine losing its power. */
  append(record: JournalRecord): Promise<void>;
  /**
   * Writes an end over a record whose outcome is null or `unknown`, and gives up the claim on the
   * record in either case. An end of null only gives up the claim.
   */
  update(id: string, end: JournalRecordEnd | null): Promise<void>;
  /**
   * In one transaction: finds up to `limit` records of the scope that are open (outcome null or
   * `unknown`) or ended at `endedSince` or later, that no other recovery holds at `now`, and that
   * come after `after`; records in them who holds them, and until when; returns them by
   * `startedAt`, then `id`.
   */
  claim(wanted: JournalClaim): Promise<readonly JournalRecord[]>;
  /** Deletes records whose outcome is `applied` or `not-applied` and that ended before a time. */
  prune(before: string): Promise<number>;
}
