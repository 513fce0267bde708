import type { JournalClaim, JournalPage, OpenRecord } from '../outcome/journal.ts';

/**
 * One row of a journal's store. Only `sealed` contains secrets, and it is encrypted. Fields
 * without a value are null. All times are ISO 8601 in UTC with milliseconds, so that the strings
 * sort as the times do.
 */
export interface JournalRecord extends JournalRecordEnd {
  /** Id of the entry; the key of the row. */
  readonly id: string;
  /** Fingerprint of the client that wrote it. */
  readonly scope: string;
  /** The operation that is called. */
  readonly operation: string;
  /** HTTP method. */
  readonly method: string;
  /** Path template, such as `/cards/{id}`. */
  readonly template: string;
  /** When the change was recorded. */
  readonly startedAt: string;
  /** The challenge that the second leg answers. */
  readonly requestId: string | null;
  /** The idempotency key it is sent with. */
  readonly idempotencyKey: string | null;
  /**
   * HMAC-SHA-256 of the request without its idempotency key and its signature, with a key that is
   * derived from the secret: equal requests have equal digests, and a request cannot be guessed from
   * it without the secret.
   */
  readonly digest: string;
  /** The entry with its request, encrypted and authenticated. */
  readonly sealed: string;
}

/** The outcome of a change, as a store keeps it; all null until it is known. */
export interface JournalRecordEnd {
  /** Whether the change was applied. */
  readonly outcome: 'applied' | 'not-applied' | 'unknown' | null;
  /** When that was recorded. */
  readonly endedAt: string | null;
  /** HTTP status of the response. */
  readonly status: number | null;
  /** Id of the resource in the response. */
  readonly resourceId: string | null;
  /** Code of the error the call ended with. */
  readonly errorCode: string | null;
}

/** Who writes an end: the call (`first`), or a recovery that is about to send again (`resend`). */
export type JournalUpdateMode = 'first' | 'resend';

/** The records with one idempotency key. */
export interface KeySelection {
  readonly scopes: readonly string[];
  /** Whether records of other scopes are meant too; a store that cannot do so returns those of `scopes`. */
  readonly anyScope?: boolean | undefined;
  readonly operation: string;
  readonly idempotencyKey: string;
}

/** The request for which a record takes an idempotency key. */
export interface KeyClaim extends KeySelection {
  /** The digests of that request, under every listed secret. */
  readonly digests: readonly string[];
}

/**
 * The store of a journal's records: six functions over any database. `createJournal` builds a
 * journal from it.
 */
export interface JournalStore {
  /**
   * Inserts a record. Resolves with true once it would survive the machine losing its power.
   *
   * With a claim of its key, resolves with false, and inserts nothing, if a record of that selection
   * has none of the digests and an outcome other than `not-applied`. No other process inserts one
   * between the two: with a transaction that locks, or an index that refuses the second.
   *
   * Rejects with a `JournalError` or a `ConfigurationError` if it has certainly inserted nothing: the
   * call ends with that error. After any other rejection the record may exist.
   *
   * @param signal fires when the call no longer waits; a store that waits for a connection stops
   */
  append(record: JournalRecord, claim?: KeyClaim, signal?: AbortSignal): Promise<boolean>;
  /** Returns the records with an idempotency key, whatever their outcome, by `startedAt`, then `id`. */
  keyed(selection: KeySelection): Promise<readonly JournalRecord[]>;
  /**
   * Writes an end over a record whose outcome is null or `unknown`, and gives up the claim on the
   * record in either case. An end of null only gives up the claim. Resolves once the end would
   * survive the end of the process, with whether a record was changed; the end need not survive the
   * machine losing its power.
   *
   * With `resend` the claim stays, and the end must survive a loss of power: a recovery is about to
   * send the request again. With `first` the end is of the call itself: it is written only over an
   * outcome of null, and the claim stays.
   */
  update(id: string, end: JournalRecordEnd | null, mode?: JournalUpdateMode): Promise<boolean>;
  /**
   * In one transaction: finds up to `limit` records of the scopes, with one of the `ids` and with the
   * idempotency key if these are given, that are open (any outcome but `applied` and `not-applied`: a later version may write
   * others) or ended at `endedSince` or later, that no other recovery has claimed, and that come
   * after `after`; records in them who claims them, and that the claim expires in `lease`
   * milliseconds; returns them by `startedAt`, then `id`. Expiry is a matter of one clock that all
   * processes share: the database's own, if it has one.
   */
  claim(selection: JournalClaim): Promise<readonly JournalRecord[]>;
  /**
   * Lists open records of every scope, claimed or not, by `startedAt`, then `id`; with an idempotency
   * key only those that have it. With `appliedSince`, also those that ended as `applied` at that time or
   * later.
   */
  open(page: JournalPage): Promise<readonly OpenRecord[]>;
  /**
   * Deletes records whose outcome is `applied` or `not-applied` and that ended before a time, in
   * slices that let other writes in between.
   */
  prune(before: string): Promise<number>;
}

/** An entry without a known outcome, in SQL: also one whose outcome only a later version knows. */
export const UNSETTLED = "coalesce(outcome, '') NOT IN ('applied', 'not-applied')";

/** Records by creation time, then by id: the order of a claim. */
export function byAge(records: readonly JournalRecord[]): JournalRecord[] {
  const place = ({ startedAt, id }: JournalRecord) => `${startedAt} ${id}`;
  return [...records].sort((one, other) => (place(one) < place(other) ? -1 : 1));
}
