import type { CalledName } from '../errors/payments-error.ts';

/** Why an item was not paid, and what to do. */
interface Reason {
  /** The code of the service or of the client, or the one given to `step.refuse`. */
  readonly code: string;
  /** What happened, in one sentence. */
  readonly message: string;
  /** What a person can do about it. */
  readonly action: string;
  /** The step in which it happened; undefined if it was none. */
  readonly step: string | undefined;
  /** The operation that failed, such as `quotes.execute`. */
  readonly operation: CalledName | undefined;
}

/** The item was paid. Final: the item is never sent again in this run. */
export interface PaidOutcome<Result = unknown> {
  readonly status: 'paid';
  /** What `pay` returned, as the state keeps it: JSON without secrets. */
  readonly result: Result;
}

/**
 * The payment was refused, by the service or by `step.refuse`, and it is certain that no money of the
 * refused step moved. Final, unless `again` of a later start names it.
 */
export interface RefusedOutcome extends Reason {
  readonly status: 'refused';
  /** The id of the request at the service, for its support. */
  readonly requestId: string | undefined;
}

/**
 * A write was sent, and nothing shows yet what became of it. The item may have been paid. `next` says
 * what finds out.
 */
export interface UnknownOutcome extends Reason {
  readonly status: 'unknown';
  /** The key of the write, with which the service finds it. */
  readonly idempotencyKey: string;
  /** ISO 8601: from when on a start can show more; undefined if it is not known. */
  readonly askAgainAt: string | undefined;
  /**
   * What helps: `start` the run again, which asks with the same key; `mend` why the repeat of the write
   * was refused, and start it then; `look` at the service, because no start shows it any more: pay it as
   * an item of another id only if it was not paid.
   */
  readonly next: 'start' | 'mend' | 'look';
}

/**
 * The payment was not sent: the limit of rate was reached too often, the service could not be reached,
 * or the run has not come to the item. The next start sends it.
 */
export interface NotSentOutcome extends Reason {
  readonly status: 'not-sent';
}

/** What became of one item. Switch on `status`. */
export type ItemOutcome<Result = unknown> =
  | PaidOutcome<Result>
  | RefusedOutcome
  | UnknownOutcome
  | NotSentOutcome;

/** The word for what became of an item. */
export type ItemStatus = ItemOutcome['status'];

/** One item, and what became of it. */
export interface ItemResult<Item, Result = unknown> {
  readonly id: string;
  /** The item, as the source or the state has it. */
  readonly item: Item;
  readonly outcome: ItemOutcome<Result>;
  /** Whether the outcome was in the state before: an earlier start, or another worker, reached it. */
  readonly replayed: boolean;
}

/** The outcome of an item in the state, for a report. */
export interface RecordedResult<Result = unknown> {
  readonly id: string;
  readonly outcome: ItemOutcome<Result>;
  /** When the outcome was recorded, ISO 8601; undefined for an item that the run has not finished. */
  readonly finishedAt: string | undefined;
}
