import { type Clock, wait } from '@org/payments-contract/internal';
import { isBusy } from '../../tables/sqlite.ts';

/** How long a step waits for the lock of another process, in milliseconds. */
const LOCK_TIMEOUT = 10_000;
/** Milliseconds, at least, between two attempts. */
const RETRY_AFTER = 5;
/** Milliseconds of steps, and of what waited for them, in one turn of the event loop. */
const TURN = 5;

/** Time that is never set back, and timers. */
type Timing = Pick<Clock, 'now' | 'setTimeout'>;

interface WaitingStep {
  readonly run: () => unknown;
  /** When it stops waiting for the lock. */
  readonly until: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * Runs the steps on a file one after another, and each again while another process holds the file's
 * lock: SQLite itself would wait for the lock with the whole process. However many steps wait, one
 * attempt is made at a time, and a turn of the event loop ends after a few milliseconds.
 */
export class StepQueue {
  readonly #timing: Timing;
  readonly #waiting: WaitingStep[] = [];
  #isRunning = false;

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** Runs a step, at once if no other one waits. */
  run<Value>(step: () => Value): Promise<Value> {
    return new Promise((resolve, reject) => {
      const until = this.#timing.now() + LOCK_TIMEOUT;
      this.#waiting.push({
        run: step,
        until,
        resolve: resolve as (value: unknown) => void,
        reject,
      });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    let turnEnd = this.#timing.now() + TURN;
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const isSettled = this.#attempt(next);
      if (isSettled) {
        this.#waiting.shift();
        // What waited for the step continues now, so that its time counts too.
        await undefined;
        if (this.#timing.now() < turnEnd) continue;
      }
      await this.#pause(isSettled ? 0 : RETRY_AFTER * (1 + Math.random()));
      turnEnd = this.#timing.now() + TURN;
    }
    this.#isRunning = false;
  }

  /** @returns whether the step ended */
  #attempt({ run, until, resolve, reject }: WaitingStep): boolean {
    try {
      resolve(run());
    } catch (error) {
      if (isBusy(error) && this.#timing.now() <= until) return false;
      reject(error);
    }
    return true;
  }

  #pause(milliseconds: number): Promise<void> {
    return wait(this.#timing, milliseconds, undefined);
  }
}
