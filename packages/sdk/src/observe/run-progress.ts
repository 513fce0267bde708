/** What became of an item. */
type ItemStatus = 'paid' | 'refused' | 'unknown' | 'not-sent';

/** A sum in the smallest unit of its currency. */
export interface RunAmount {
  /** How many items have this outcome and currency. */
  readonly items: number;
  /** Their sum in the smallest unit. */
  readonly amount: number;
  readonly currency: string;
}

/** Paid items whose result has one status, in one currency. */
export interface RunPaidAs {
  /** The `status` of what `pay` returned, such as `PROCESSING` or `PENDING_AUTHORIZATION`. */
  readonly status: string;
  readonly items: number;
  /** Their sum in the smallest unit; undefined for a run without `amount`. */
  readonly amount: number | undefined;
  readonly currency: string | undefined;
}

/** An item that a worker has begun and not finished. */
export interface OpenItem {
  readonly id: string;
  /** When the first worker began it, ISO 8601. */
  readonly since: string;
  /** Whether a worker is at it now; otherwise it waits for its time, or for a worker. */
  readonly isUnderWay: boolean;
}

/** The pace of all workers of a run. */
export interface RunRate {
  /** Steps a second that all workers together may send; undefined while nothing limits them. */
  readonly limit: number | undefined;
  /** ISO 8601: nothing is sent before, because the service asked to wait; undefined otherwise. */
  readonly pausedUntil: string | undefined;
  /** Items a second that were finished in the last minute. */
  readonly finished: number;
}

/**
 * The figures of a run, from its state: the same for a command, a page and metrics, in whichever
 * process they are read.
 */
export interface RunProgress {
  /** The id of the run. */
  readonly run: string;
  /** Items that the run knows. It grows until a worker has read the source to its end. */
  readonly items: number;
  /** Whether a worker has read the source to its end: `items` is then the whole. */
  readonly isComplete: boolean;
  /** Items by what became of them. `not-sent` are those that gave up for this start. */
  readonly counts: Readonly<Record<ItemStatus, number>>;
  /**
   * Paid items by the `status` that their result had: the service has accepted them all, and one that is
   * `PENDING_AUTHORIZATION` is not made before its customer authorizes it.
   */
  readonly paidAs: readonly RunPaidAs[];
  /** Items without an outcome: those that wait, and those under way. */
  readonly open: number;
  /** Of the open ones, those that a worker is at. */
  readonly underWay: number;
  /**
   * When the next open one is tried again, ISO 8601, if none is under way: such as when a read can show
   * whether it was paid. Undefined otherwise.
   */
  readonly waitsUntil: string | undefined;
  /** Refused items by code, the most frequent first. */
  readonly refusals: readonly { readonly code: string; readonly items: number }[];
  /** Amounts by outcome and currency, if the run has `amount`. */
  readonly amounts: Readonly<Record<ItemStatus | 'open', readonly RunAmount[]>>;
  /** Items that were begun and have no outcome, the oldest first; at most 20. */
  readonly oldest: readonly OpenItem[];
  readonly rate: RunRate;
  /** Milliseconds until all known items are finished, at the present rate; undefined if unknown. */
  readonly leftMs: number | undefined;
  /** When the run was first started, ISO 8601. */
  readonly startedAt: string | undefined;
  /** When the figures were read, ISO 8601. */
  readonly at: string;
}
