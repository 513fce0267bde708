import type { SessionInfo } from '../session/state.ts';
import type { PreparedPasskey } from '../sign-in/passkey.ts';
import type { ElementWallet } from './wallet-element.ts';

/** The longest delay that a browser's timer accepts. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * Any passkey of the account, prepared for a click, and maybe offered among the suggestions of inputs. A
 * challenge that expires is replaced.
 */
export class OfferedPasskey {
  readonly #wallet: ElementWallet;
  readonly #isOffered: boolean;
  readonly #onSignedIn: (session: SessionInfo) => void;
  #prepared: PreparedPasskey | undefined;
  #offer = new AbortController();
  #expiry: ReturnType<typeof setTimeout> | undefined;

  constructor(
    wallet: ElementWallet,
    isOffered: boolean,
    onSignedIn: (session: SessionInfo) => void,
  ) {
    this.#wallet = wallet;
    this.#isOffered = isOffered;
    this.#onSignedIn = onSignedIn;
  }

  /** Whether there is a challenge: without one, the passkey cannot be used here. */
  get isPrepared(): boolean {
    return this.#prepared !== undefined;
  }

  /** Fetches a challenge unless there is one, and offers it. Never rejects. */
  async prepare(): Promise<void> {
    this.stop();
    const offer = new AbortController();
    this.#offer = offer;
    if ((this.#prepared?.timeLeft() ?? 0) === 0) {
      this.#prepared = undefined;
      const prepared = await this.#wallet
        .passkey()
        .prepare()
        .catch(() => undefined);
      if (offer.signal.aborted) return;
      this.#prepared = prepared;
    }
    const prepared = this.#prepared;
    if (prepared === undefined) return;
    const left = Math.min(prepared.timeLeft(), LONGEST_DELAY);
    this.#expiry = setTimeout(() => void this.prepare(), left);
    if (!this.#isOffered) return;
    // Errors are not shown: nobody has asked for anything yet.
    prepared.autofill({ signal: offer.signal }).then(this.#onSignedIn, () => {});
  }

  /** Asks for the passkey, inside the click. */
  confirm(): Promise<SessionInfo> {
    const prepared = this.#prepared as PreparedPasskey;
    return prepared.confirm();
  }

  /** Takes the offer back. */
  stop(): void {
    clearTimeout(this.#expiry);
    this.#offer.abort();
  }
}
