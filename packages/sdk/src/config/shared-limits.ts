import { isNode } from './runtime.ts';

type Start = (callback: () => void, milliseconds: number) => () => void;
type SetTimeout = typeof globalThis.setTimeout;
/** Node's timers; those that a simulated page puts in their place are numbers. */
type Timer = Partial<Pick<NodeJS.Timeout, 'ref' | 'unref'>>;

/** Lengths of limits that have a timer of their own at the same time; others get one for each limit. */
const MOST_LENGTHS = 8;

interface Limit {
  readonly dueAt: number;
  readonly callback: () => void;
}

/** Limits of one length, the one due first at the front, and the timer that they share. */
class Queue {
  readonly setTimeout: SetTimeout;
  readonly #milliseconds: number;
  readonly #onIdle: (queue: Queue) => void;
  readonly #limits = new Set<Limit>();
  #timer: Timer;
  /** The limit that the timer was started for. */
  #first: Limit | undefined;

  constructor(milliseconds: number, onIdle: (queue: Queue) => void) {
    this.setTimeout = globalThis.setTimeout;
    this.#milliseconds = milliseconds;
    this.#onIdle = onIdle;
    this.#timer = this.#arm(milliseconds);
  }

  add(callback: () => void): () => void {
    const limits = this.#limits;
    const limit = { dueAt: performance.now() + this.#milliseconds, callback };
    // Only limits under way keep the process alive.
    if (limits.size === 0) this.#timer.ref?.();
    this.#first ??= limit;
    limits.add(limit);
    return () => {
      if (limits.delete(limit) && limits.size === 0) this.#timer.unref?.();
    };
  }

  #arm(milliseconds: number): Timer {
    return this.setTimeout(() => this.#onTime(), milliseconds);
  }

  #onTime(): void {
    const now = performance.now();
    for (const limit of this.#limits) {
      // The timer was started for the first limit; what it was started for is due by definition.
      if (limit !== this.#first && limit.dueAt > now) break;
      this.#limits.delete(limit);
      limit.callback();
    }
    const [next] = this.#limits;
    this.#first = next;
    if (next === undefined) this.#onIdle(this);
    else this.#timer = this.#arm(Math.max(1, Math.ceil(next.dueAt - now)));
  }
}

/** Starts limits, those of one length on one timer of the runtime. */
export class SharedLimits {
  readonly #start: Start;
  readonly #queues = new Map<number, Queue>();

  /** @param start starts a limit on a timer of its own */
  constructor(start: Start) {
    this.#start = start;
  }

  /** Calls back after so many milliseconds; the function it returns cancels that. */
  start(callback: () => void, milliseconds: number): () => void {
    const queue = this.#queueOf(milliseconds);
    return queue === undefined ? this.#start(callback, milliseconds) : queue.add(callback);
  }

  #queueOf(milliseconds: number): Queue | undefined {
    const known = this.#queues.get(milliseconds);
    // A test may have replaced the timers since.
    if (known !== undefined && known.setTimeout === globalThis.setTimeout) return known;
    // Elsewhere a timer may belong to the request that started it.
    if (!isNode() || !Number.isInteger(milliseconds) || this.#queues.size >= MOST_LENGTHS) {
      return undefined;
    }
    const queue = new Queue(milliseconds, (idle) => {
      if (this.#queues.get(milliseconds) === idle) this.#queues.delete(milliseconds);
    });
    this.#queues.set(milliseconds, queue);
    return queue;
  }
}
