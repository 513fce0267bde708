import type { Clock } from '@org/payments-contract/internal';
import type { PaymentsClientTools } from '../client/payments-client.ts';
import type { RunProgress } from '../observe/run-progress.ts';
import type { ItemResult, ItemStatus, RecordedResult, RefusedOutcome } from './item-outcome.ts';
import type { RunState } from './run-state.ts';

/** What a run needs of its client: any client of a platform with a journal. */
export interface RunClient
  extends Pick<PaymentsClientTools, 'journal' | 'recover' | 'fingerprint' | 'observers'> {
  readonly clock: Clock;
}

/** How a step is sent. */
export interface StepOptions {
  /**
   * `expired`: the result holds until its `expiresAt`, as that of a quote. If a later step is refused
   * after that time, by the service's clock, the item begins again with this step and a new key. What
   * the steps before it returned stays.
   *
   * A new quote may cost more: compare it with what the item may cost, and call `step.refuse`.
   */
  readonly again?: 'expired' | undefined;
  /** How many times one start of the run may send this step anew because it expired. Default 3. */
  readonly attempts?: number | undefined;
  /**
   * `false` of a step that pays nothing by itself, such as a lookup or a quote: if nothing shows its end,
   * and its key is so old that the service may have forgotten it, it is sent anew with another key. Any
   * other step is left to a person then. Default true.
   */
  readonly movesMoney?: boolean | undefined;
}

/** Sends the writes of an item, each under a key of its own. */
export interface Step {
  /**
   * Does one write of the item, exactly once for all starts of the run: its key is a digest of run,
   * item, step and attempt. A step whose result the state holds is not sent again. Steps are sent one
   * after another, in the order in which `pay` calls them.
   *
   * @param name the same in every start; `quote`, `execute`
   * @param send calls one operation with the key as its `idempotencyKey`
   * @returns the result as the state keeps it: JSON, in which fields that the contract marks as secret
   *   read `[redacted]`. It is the same in a start that finds it in the state.
   *   Of a write that a person has recorded as applied it is `{ settledBy }`, their name, and nothing else.
   * @throws what `send` throws, which `pay` must not catch
   */
  <Result>(
    name: string,
    send: (key: string) => PromiseLike<Result>,
    options?: StepOptions,
  ): Promise<Result>;
  /**
   * Ends the item as refused, because of a rule of your own: a quote that costs more than the item
   * may cost. Call it before the step that it is about.
   *
   * @param code a word for the report, such as `TOO_EXPENSIVE`
   * @param message what is wrong, in one sentence
   * @param action what a person can do about it
   */
  refuse(code: string, message: string, action?: string): never;
}

/** Pays one item. It is called again from its beginning if the item has to be resumed. */
export type PayItem<Item, Result> = (item: Item, step: Step) => Promise<Result>;

/** What an item pays, for the sums of the progress. */
export interface ItemAmount {
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: string;
}

/** A run: what is paid, and where it stands. */
export interface RunOptions<Item, Result> {
  /**
   * The name of the run. Everything that is started under it is one run: each item is paid once. Another
   * month is another name.
   */
  readonly id: string;
  /** Where the run keeps how far it is: `sqliteRun('runs.db')`, or `postgresRun(pool)`. */
  readonly state: RunState;
  /** Pays one item: one step for each write. It must do the same thing for the same item. */
  readonly pay: PayItem<Item, Result>;
  /** Returns the id of an item, the same in every start. Default: its field `id`. */
  readonly itemId?: ((item: Item) => string) | undefined;
  /** Returns what an item pays, for `amounts` of the progress. Default: no sums. */
  readonly amount?: ((item: Item) => ItemAmount) | undefined;
  /**
   * Milliseconds for which a worker has an item. A worker that is alive extends it; after the end of
   * one, another takes the item over after this time. Default 60,000.
   */
  readonly lease?: number | undefined;
  /**
   * How many times one start tries an item again that the service or the network did not take, or
   * whose outcome is not known yet. Default 5.
   */
  readonly tries?: number | undefined;
  /**
   * The longest time, in milliseconds, for which a start waits until it can show what became of an item;
   * the item is `unknown` if that takes longer, and the next start asks again. Default 600,000.
   */
  readonly patience?: number | undefined;
  /** Milliseconds for which the service remembers an idempotency key. Default 82,800,000: 23 hours. */
  readonly keyLifetime?: number | undefined;
  /**
   * Milliseconds after the deadline of a write during which the service may still apply it. Default
   * 30,000.
   */
  readonly settle?: number | undefined;
}

/** How a start works. */
export interface WorkOptions {
  /** How many items this process pays at the same time. Default 8. */
  readonly width?: number | undefined;
  /** The most steps a second that all workers together send. Default: what the service takes. */
  readonly maxRate?: number | undefined;
  /** Ends the start after the items that are under way. The others stay in the state. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the figures of the whole run at most once a second, and at the end. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
}

/** How items are started. */
export interface StartOptions extends WorkOptions {
  /**
   * Whether an item that was refused in an earlier start is sent again, with new keys, because its
   * cause was mended. Default: none.
   */
  readonly again?: ((outcome: RefusedOutcome, id: string) => boolean) | undefined;
}

/** Items in memory, from a file or a query; or a function that begins to read them. */
export type ItemSource<Item> =
  | Iterable<Item>
  | AsyncIterable<Item>
  | (() => Iterable<Item> | AsyncIterable<Item>);

/** Selects results of the state. */
export interface ResultsOptions {
  /** Only these outcomes. Default: all. */
  readonly status?: readonly ItemStatus[] | undefined;
}

/** One job of many payments, in one process or in many. */
export interface Run<Item, Result> {
  readonly id: string;
  /**
   * Pays the items, and yields each with its outcome, as they end. The first start, a start after a
   * crash, and a start on a further machine are the same call: what is done is yielded from the state,
   * with `replayed`, and is not sent again. Each worker yields what it did itself, and what was done
   * when it came to it; `results()` has all of it.
   *
   * It ends when every item has an outcome, or after what is under way if `signal` is aborted or the
   * loop is left.
   *
   * @throws UnauthorizedError, CredentialsError, ConfigurationError, JournalError: nothing can be sent,
   *   and the items that are left stay as they are. RunError if the state cannot be written, if `pay`
   *   throws anything but an error of the client, or if the source fails. Mend the cause, and start
   *   again.
   *
   * @example
   * for await (const { item, outcome } of run.start(payouts, { width: 16 })) {
   *   if (outcome.status === 'refused') console.log(item.id, outcome.code, outcome.action);
   * }
   */
  start(
    items: ItemSource<Item>,
    options?: StartOptions,
  ): AsyncIterableIterator<ItemResult<Item, Result>, void, undefined>;
  /**
   * Works on the items that another process has started, without reading them again: until all have an
   * outcome.
   *
   * @throws as `start`
   */
  work(options?: WorkOptions): AsyncIterableIterator<ItemResult<Item, Result>, void, undefined>;
  /** Returns the figures of the run. Any process may ask at any time. */
  progress(): Promise<RunProgress>;
  /**
   * The outcome of every item that the run knows, by id, for a report. Items that the run has not come
   * to are `not-sent`; those that it has begun are `unknown`.
   */
  results(options?: ResultsOptions): AsyncIterableIterator<RecordedResult<Result>, void, undefined>;
}
