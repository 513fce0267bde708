import { isWalletError } from '../errors/wallet-error.ts';
import type { PreparedPasskey } from '../sign-in/passkey.ts';

/**
 * Whether an offer among the suggestions of an input failed after the person had picked the passkey.
 * Other errors of an offer are not shown: nobody has asked for anything.
 */
export function wasPicked(passkey: PreparedPasskey, error: unknown): boolean {
  return passkey.timeLeft() === 0 || (isWalletError(error) && error.code === 'WRONG_PASSKEY');
}

/** The longest delay that a browser's timer accepts; beyond it the callback would run at once. */
const LONGEST_DELAY = 2 ** 31 - 1;
/** A challenge that lives shorter shows that the clock of the relay is wrong. Milliseconds. */
const SHORTEST_DELAY = 10_000;

/** Milliseconds until another sign-in is prepared in place of one that expires. */
function replacedIn(prepared: { timeLeft(): number }): number {
  return Math.min(Math.max(prepared.timeLeft(), SHORTEST_DELAY), LONGEST_DELAY);
}

/** What can sign in once, within a time limit. */
interface Prepared {
  /** Milliseconds until it cannot be used any more; 0 once it was used. */
  timeLeft(): number;
}

/** A sign-in that is prepared ahead of the click. What was used or expires is replaced. */
export class Offered<P extends Prepared> {
  readonly #create: () => Promise<P>;
  readonly #offer: (prepared: P, signal: AbortSignal) => void;
  #prepared: P | undefined;
  #current = new AbortController();
  #isStopped = false;
  #expiry: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param create prepares a sign-in
   * @param offer is called with each sign-in that can be used, and a signal that takes it back
   */
  constructor(
    create: () => Promise<P>,
    offer: (prepared: P, signal: AbortSignal) => void = () => {},
  ) {
    this.#create = create;
    this.#offer = offer;
  }

  /** What is prepared; undefined when that failed: it cannot be used here. */
  get prepared(): P | undefined {
    return this.#prepared;
  }

  /** Prepares a sign-in unless there is one that can be used, and offers it. Never rejects. */
  async prepare(): Promise<void> {
    this.#takeBack();
    if (this.#isStopped) return;
    const current = new AbortController();
    this.#current = current;
    if ((this.#prepared?.timeLeft() ?? 0) === 0) {
      this.#prepared = undefined;
      const prepared = await this.#create().catch(() => undefined);
      if (current.signal.aborted) return;
      this.#prepared = prepared;
    }
    const prepared = this.#prepared;
    if (prepared === undefined) return;
    this.#expiry = setTimeout(() => void this.prepare(), replacedIn(prepared));
    this.#offer(prepared, current.signal);
  }

  /** Takes the offer back, for good: a step that fails later prepares nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#takeBack();
  }

  #takeBack(): void {
    clearTimeout(this.#expiry);
    this.#current.abort();
  }
}
