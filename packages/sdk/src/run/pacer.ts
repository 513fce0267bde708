import { type Clock, wait } from '@org/payments-contract/internal';
import { isDiagnosed } from '../observe/diagnostics.ts';
import type { Observer } from '../observe/events.ts';
import type { Pace, RunSession } from './run-state.ts';

/** By how much a reduced pace grows each second: it doubles in seven. */
const GROWTH = 0.1;
/** Below this nothing more is reduced: one step in five seconds. */
const SLOWEST = 0.2;
/** Milliseconds over which the pace of this process is measured. */
const WINDOW = 2000;
/** Milliseconds after which a pause that another worker has met is noticed. */
const NOTICE = 250;

const followers = new WeakSet<Observer>();

/** Whether anybody wants to know what happens, besides the pace of a run. */
export function isHeard(observers: readonly Observer[]): boolean {
  return isDiagnosed() || observers.some((one) => !followers.has(one));
}

/**
 * Lets the steps of this process pass at the pace that all workers share. A refusal because of the rate
 * halves it for all of them, and it grows again by a tenth each second.
 */
export class Pacer {
  readonly #session: RunSession;
  readonly #clock: Clock;
  readonly #maxRate: number;
  #pace: Pace = { perSecond: undefined, age: 0, pause: 0 };
  #at: number;
  #workers = 1;
  /** The steps of the window and of the one before it. */
  #windows: readonly [number, number] = [0, 0];
  #windowAt: number;
  /** The turn of the item that began last. */
  #begun: Promise<void> = Promise.resolve();

  constructor(session: RunSession, clock: Clock, maxRate = Number.POSITIVE_INFINITY) {
    this.#session = session;
    this.#clock = clock;
    this.#maxRate = maxRate;
    this.#at = clock.now();
    this.#windowAt = this.#at;
  }

  /** Notes the pace as the state has it. */
  note(pace: Pace, workers = this.#workers): void {
    this.#pace = pace;
    this.#workers = Math.max(1, workers);
    this.#at = this.#clock.now();
  }

  #limit(): number {
    const { perSecond, age } = this.#pace;
    if (perSecond === undefined) return this.#maxRate;
    const seconds = (age + this.#clock.now() - this.#at) / 1000;
    return Math.min(this.#maxRate, perSecond * (1 + GROWTH) ** Math.max(0, seconds));
  }

  /**
   * Waits until a step may be sent. Items begin one after another, so that the later steps of an item
   * never wait behind the first ones of all others: its quote would expire.
   *
   * @throws the reason of the signal
   */
  turn(isFirst: boolean, signal: AbortSignal | undefined): Promise<void> {
    if (!isFirst) return this.#pass(signal);
    const passed = this.#begun.then(() => this.#pass(signal));
    this.#begun = passed.catch(() => undefined);
    return passed;
  }

  async #pass(signal: AbortSignal | undefined): Promise<void> {
    do {
      const pause = await this.#pauseLeft();
      if (pause > 0) await wait(this.#clock, pause, signal);
      const limit = this.#limit();
      if (limit === Number.POSITIVE_INFINITY) continue;
      const delay = await this.#session.reserve(1000 / limit);
      if (delay > 0) await wait(this.#clock, delay, signal);
      // A pause that began during the wait: the turns behind it are given out anew.
    } while ((await this.#pauseLeft()) > 0);
    this.#count();
  }

  async #pauseLeft(): Promise<number> {
    if (this.#clock.now() - this.#at >= NOTICE) this.note(await this.#session.pace());
    return this.#at + this.#pace.pause - this.#clock.now();
  }

  #count(): void {
    const passed = this.#clock.now() - this.#windowAt;
    if (passed >= WINDOW) {
      this.#windows = [0, passed >= 2 * WINDOW ? 0 : this.#windows[0]];
      this.#windowAt += passed;
    }
    this.#windows = [this.#windows[0] + 1, this.#windows[1]];
  }

  /** The steps a second of all workers, as far as this one can know. */
  #measured(): number {
    const seconds = (this.#clock.now() - this.#windowAt + WINDOW) / 1000;
    return ((this.#windows[0] + this.#windows[1]) / seconds) * this.#workers;
  }

  /** Slows all workers also for a limit of rate that the client meets and sends again after. */
  follow(observers: Observer[]): () => void {
    const limited = new Set<number>();
    const own: Observer = (event) => {
      if (event.type === 'attempt.end' && event.status === 429) limited.add(event.call);
      if (event.type === 'retry' && limited.has(event.call)) {
        // A state that fails ends the run at its next use.
        this.slow(event.delayMs).catch(() => undefined);
      }
      if (event.type === 'retry' || event.type === 'call.end') limited.delete(event.call);
    };
    followers.add(own);
    observers.push(own);
    return () => void observers.splice(observers.indexOf(own), 1);
  }

  /** Slows all workers after a refusal because of the rate. */
  async slow(pause: number): Promise<void> {
    const before = Math.min(this.#limit(), Math.max(1, this.#measured()));
    this.note(await this.#session.slow(pause, Math.max(SLOWEST, before / 2)));
  }
}
