import type { HttpMethod } from '@org/payments-contract';
import type { CalledName } from '../errors/payments-error.ts';

/** The exact request of a change. It contains the secrets of the input. */
export interface JournalRequest {
  /** Encoded path below the base URL. */
  readonly path: string;
  /** Encoded query with its question mark; empty if there is none. */
  readonly search: string;
  /** Headers that come from the input. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text of the body; null if there is none, or if it is an upload. */
  readonly body: string | null;
  /** Whether the body is an upload: its files are not kept. */
  readonly isUpload: boolean;
  /** The fields of an upload, without its files; undefined if the body does not consist of fields. */
  readonly form?: Readonly<Record<string, unknown>> | undefined;
}

/** A change that is about to be sent. */
export interface JournalEntry {
  /** Id of the entry. */
  readonly id: string;
  /**
   * The client that wrote it, as a fingerprint of its kind, its base URL and its account: a client
   * recovers only its own entries.
   */
  readonly scope: string;
  /** The operation that is called. */
  readonly operation: CalledName;
  /** HTTP method. */
  readonly method: HttpMethod;
  /** Path template, such as `/cards/{id}`. */
  readonly template: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /**
   * When its call ends at the latest, ISO 8601, by the clock of `startedAt`. Undefined if the call
   * has no deadline, if an earlier version recorded the entry, or if it cannot be opened.
   */
  readonly deadlineAt?: string | undefined;
  /**
   * The service's clock minus that of `startedAt`, in milliseconds. Undefined if no response had
   * shown it.
   */
  readonly clockOffset?: number | undefined;
  /** The challenge the second leg answers. */
  readonly requestId: string | undefined;
  /** The idempotency key it is sent with. */
  readonly idempotencyKey: string | undefined;
  /** Undefined if it cannot be read back: its secret is no longer listed, or it was changed. */
  readonly request: JournalRequest | undefined;
  /** The recorded outcome; undefined until one is known. */
  readonly end?: JournalEnd | undefined;
}

/**
 * The outcome of a change. `applied`: the service accepted it. `not-applied`: the service refused
 * it, or nothing was sent. `unknown`: no response shows which.
 */
export interface JournalEnd {
  /** Whether the change was applied. */
  readonly outcome: 'applied' | 'not-applied' | 'unknown';
  /** ISO 8601, UTC. */
  readonly endedAt: string;
  /** HTTP status of the response; undefined if none arrived. */
  readonly status: number | undefined;
  /** Id of the resource in the response, such as `Transaction:…`. */
  readonly resourceId: string | undefined;
  /**
   * Code of the error the call ended with; or `SETTLED_BY_PERSON`, a space and their name, if a
   * person has recorded the outcome, because no request shows it.
   */
  readonly errorCode: string | undefined;
}

/** Who recorded an outcome, if a person did; no response or read shows it then. */
export function settledBy(end: Pick<JournalEnd, 'errorCode'> | undefined): string | undefined {
  return /^SETTLED_BY_PERSON (.+)/.exec(end?.errorCode ?? '')?.[1];
}

/** Whose entries a client writes and recovers. */
export interface JournalOwner {
  /** The kind of client and its base URL. */
  readonly service: string;
  /** What identifies the account at that service. */
  readonly account: string;
}

/** The scopes of a client. */
export interface JournalScopes {
  /** The one that new entries get. */
  readonly current: string;
  /** Those of the entries that it may claim, under every listed secret. */
  readonly claimable: readonly string[];
  /** Why an entry of that scope is not for the client; undefined for those that it may claim. */
  reasonAgainst(scope: string): ForeignEntry | undefined;
}

/** Why an open entry is not for a client. */
export interface ForeignEntry {
  /**
   * `account`: of another account at the same base URL. `version`: of another base URL at the same
   * host, or another kind of client. `host`: of another host. `secret`: its secret is not listed.
   */
  readonly reason: 'account' | 'version' | 'host' | 'secret';
  /** One sentence that explains it, and what to do. */
  readonly because: string;
}

/** A position in the entries of a journal, by `startedAt` and then `id`. */
export interface JournalPosition {
  readonly startedAt: string;
  readonly id: string;
}

/** Which entries a recovery claims. */
export interface JournalClaim {
  /** The scopes of the entries. */
  readonly scopes: readonly string[];
  /** The name of the recovery that claims them. */
  readonly by: string;
  /** Milliseconds until the claims expire, by the clock of the store. */
  readonly lease: number;
  /** Entries after this one; the first ones if it is undefined. */
  readonly after: JournalPosition | undefined;
  /** Entries that ended at this time or later are also claimed, ISO 8601. */
  readonly endedSince: string | undefined;
  /** Only the entries with these ids. */
  readonly ids?: readonly string[] | undefined;
  /** Only the entries with this idempotency key. */
  readonly idempotencyKey?: string | undefined;
  /** The number of entries, at most. */
  readonly limit: number;
}

/** The request of a change with an idempotency key. */
export interface KeyedRequest extends Pick<JournalEntry, 'operation' | 'method'> {
  /** The scopes of the client. */
  readonly scopes: readonly string[];
  /** Whether the entries of other scopes are returned too. */
  readonly anyScope?: boolean | undefined;
  readonly idempotencyKey: string;
  readonly request: JournalRequest;
}

/** An entry with an idempotency key, as it is found by that key. */
export interface KeyedEntry extends JournalPosition {
  readonly scope: string;
  /** Whether its request is the same, apart from its signature. */
  readonly isSame: boolean;
  /** The service's clock minus that of `startedAt`; undefined if no response had shown it. */
  readonly clockOffset?: number | undefined;
  /** The recorded outcome; undefined until one is known. */
  readonly end: JournalEnd | undefined;
}

/** Which open entries are listed. */
export interface JournalPage {
  /** Entries after this one; the first ones if it is undefined. */
  readonly after: JournalPosition | undefined;
  /** Only the entries with this idempotency key. */
  readonly idempotencyKey?: string | undefined;
  /** Entries that were applied at this time or later are listed too, ISO 8601. */
  readonly appliedSince?: string | undefined;
  /** The number of entries, at most. */
  readonly limit: number;
}

/** What is listed of an open entry, or of one that was applied lately. */
export interface OpenRecord extends JournalPosition {
  /** Its outcome; null until one is known. */
  readonly outcome: JournalEnd['outcome'] | null;
  /** When that was recorded, ISO 8601. */
  readonly endedAt: string | null;
  readonly scope: string;
  readonly operation: string;
  readonly requestId: string | null;
  readonly idempotencyKey: string | null;
  /** The same for the same request, whatever its key: an HMAC, as of all records. */
  readonly digest: string;
}

/**
 * The part of a client that records changes in a journal and recovers them. Journals bring it, so
 * that only the clients that have a journal contain it.
 */
export interface JournalWork {
  record(...given: never): Promise<unknown>;
  sentBefore(client: never, ...of: never[]): Promise<unknown>;
  recover(client: never, options: never): object;
  supervise(client: never, options: never): object;
}

/** Where changes are recorded. `createJournal` builds one from six functions that store sealed records. */
export interface Journal {
  /**
   * Records a change; it is sent only after this has resolved, so the record must be durable.
   *
   * An idempotency key is for one request. If an entry of the `scopes` (default: of the entry's own)
   * has the same operation and key, another request, and an outcome other than `not-applied`, nothing
   * is recorded, and this resolves with false: of two processes that append at the same time, one
   * records.
   *
   * A rejection with `JournalError` or `ConfigurationError` says that nothing was recorded; after any
   * other the entry may exist.
   *
   * @param signal fires when the call no longer waits: what has not been recorded by then should not be
   */
  append(entry: JournalEntry, scopes?: readonly string[], signal?: AbortSignal): Promise<boolean>;
  /** Returns the entries with the operation and the idempotency key of a request, oldest first. */
  keyed(request: KeyedRequest): Promise<readonly KeyedEntry[]>;
  /**
   * Records the outcome of a change, and gives up the claim on it. An end of `applied` or
   * `not-applied` stays; `undefined` only gives up the claim. Resolves with whether it was recorded.
   *
   * With `resend` the claim stays, and the record is durable, because a recovery is about to send the
   * request again. With `first` the call records its own end, unless a recovery has recorded one or
   * sent the request again; the claim stays.
   */
  update(id: string, end: JournalEnd | undefined, mode?: 'first' | 'resend'): Promise<boolean>;
  /**
   * Claims entries, oldest first: those without an end, and those whose outcome is neither `applied`
   * nor `not-applied`. Of
   * two recoveries that ask at the same time, one gets an entry.
   */
  claim(selection: JournalClaim): Promise<readonly JournalEntry[]>;
  /**
   * Lists open entries of every scope, claimed or not, oldest first, without those whose change
   * another entry with their key shows to be applied; and on demand what was applied lately.
   */
  open(page: JournalPage): Promise<readonly OpenRecord[]>;
  /**
   * Returns the scopes of a client: fingerprints with keys that are derived from the secrets. It may
   * also claim the entries of the former owners.
   */
  scopes(owner: JournalOwner, formerly?: readonly JournalOwner[]): Promise<JournalScopes>;
  /** Deletes entries that ended before a time and whose outcome is known; returns how many. */
  prune(before: Date | string): Promise<number>;
  /** Created by `createJournal`. */
  readonly work: JournalWork;
}
