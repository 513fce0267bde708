import { isNode } from '../runtime.ts';

type Start = (callback: () => void, milliseconds: number) => () => void;
type SetTimeout = typeof globalThis.setTimeout;
/** Node's timers; those that a simulated page puts in their place are numbers. */
type Timer = Partial<Pick<NodeJS.Timeout, 'ref' | 'unref'>>;

/**
 * The number of lengths that can share a timer at the same time; a limit of another length gets its
 * own timer.
 */
const MAX_LENGTHS = 8;

/** An active limit, between the one started before it and the one started after it. */
interface Limit {
  readonly dueAt: number;
  readonly callback: () => void;
  before: Limit | undefined;
  after: Limit | undefined;
}

/** Limits of one length, the one due first at the front, and the timer that they share. */
class Queue {
  readonly setTimeout: SetTimeout;
  readonly #milliseconds: number;
  readonly #onIdle: (queue: Queue) => void;
  /** Kept, because looking it up on the global object takes as long as calling it. */
  readonly #performance = performance;
  #timer: Timer;
  #front: Limit | undefined;
  #back: Limit | undefined;
  /** The limit that the timer was started for. */
  #awaited: Limit | undefined;

  constructor(milliseconds: number, onIdle: (queue: Queue) => void) {
    this.setTimeout = globalThis.setTimeout;
    this.#milliseconds = milliseconds;
    this.#onIdle = onIdle;
    this.#timer = this.#arm(milliseconds);
  }

  add(callback: () => void): () => void {
    const dueAt = this.#performance.now() + this.#milliseconds;
    const limit: Limit = { dueAt, callback, before: this.#back, after: undefined };
    if (this.#back === undefined) {
      this.#front = limit;
      // Only active limits keep the process alive.
      this.#timer.ref?.();
    } else this.#back.after = limit;
    this.#back = limit;
    this.#awaited ??= limit;
    return () => this.#remove(limit);
  }

  #remove(limit: Limit): void {
    const { before, after } = limit;
    // One that was removed has no neighbours and is not at the front.
    if (before === undefined && this.#front !== limit) return;
    if (before === undefined) this.#front = after;
    else before.after = after;
    if (after === undefined) this.#back = before;
    else after.before = before;
    limit.before = undefined;
    limit.after = undefined;
    if (this.#front === undefined) this.#timer.unref?.();
  }

  #arm(milliseconds: number): Timer {
    return this.setTimeout(() => this.#onTime(), milliseconds);
  }

  #onTime(): void {
    const now = this.#performance.now();
    try {
      this.#reach(now);
    } finally {
      // After a callback that threw, the limits behind it may be due as well.
      this.#awaited = this.#front;
      if (this.#front === undefined) this.#onIdle(this);
      else this.#timer = this.#arm(Math.max(1, Math.ceil(this.#front.dueAt - now)));
    }
  }

  #reach(now: number): void {
    for (let limit = this.#front; limit !== undefined; limit = this.#front) {
      // The limit that the timer was started for is due by definition.
      if (limit !== this.#awaited && limit.dueAt > now) break;
      this.#remove(limit);
      limit.callback();
    }
  }
}

/** Starts limits, those of one length on one timer of the runtime. */
export class SharedLimits {
  readonly #start: Start;
  readonly #queues = new Map<number, Queue>();

  /** @param start starts a limit on its own timer */
  constructor(start: Start) {
    this.#start = start;
  }

  /** Calls back after a number of milliseconds; the returned function cancels it. */
  start(callback: () => void, milliseconds: number): () => void {
    const queue = this.#queueOf(milliseconds);
    return queue === undefined ? this.#start(callback, milliseconds) : queue.add(callback);
  }

  #queueOf(milliseconds: number): Queue | undefined {
    const known = this.#queues.get(milliseconds);
    // A test may have replaced the timers since.
    if (known !== undefined && known.setTimeout === globalThis.setTimeout) return known;
    // Elsewhere a timer may belong to the request that started it.
    if (!isNode() || !Number.isInteger(milliseconds) || this.#queues.size >= MAX_LENGTHS) {
      return undefined;
    }
    const queue = new Queue(milliseconds, (idle) => {
      if (this.#queues.get(milliseconds) === idle) this.#queues.delete(milliseconds);
    });
    this.#queues.set(milliseconds, queue);
    return queue;
  }
}
