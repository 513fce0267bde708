import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';

/** Delays attempts by the wait that the service or the relay returned. */
export class CoolDown {
  readonly #clock: WalletClock;
  #until = 0;

  constructor(clock: WalletClock) {
    this.#clock = clock;
  }

  /** Milliseconds to wait; 0 without a wait. */
  left(): number {
    return Math.max(0, Math.ceil(this.#until - this.#clock.monotonic()));
  }

  /** @throws WalletError `RATE_LIMITED`, with `retryAfter`, without a request */
  check(): void {
    const retryAfter = this.left();
    if (retryAfter > 0) throw new WalletError('RATE_LIMITED', { retryAfter });
  }

  /** Starts waiting, unless a longer wait is in progress. */
  start(milliseconds: number): void {
    this.#until = Math.max(this.#until, this.#clock.monotonic() + milliseconds);
  }

  /** Runs an attempt; when it is refused with `retryAfter`, the next one has to wait. */
  async during<T>(attempt: () => Promise<T>): Promise<T> {
    this.check();
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof WalletError && error.retryAfter !== undefined) {
        this.start(error.retryAfter);
      }
      throw error;
    }
  }
}
