import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { Lifetime } from '../session/lifetime.ts';
import type { SessionInfo, WalletState, WalletStatus } from '../session/state.ts';
import { initialState } from '../session/state.ts';
import { StateStore } from '../session/state-store.ts';

/** As in the wallet: a session is not used in its last milliseconds. */
const STAMP_MARGIN = 5_000;
/** As the wallet's default of `expiringWithin`. Milliseconds. */
const EXPIRING_WITHIN = 60_000;

/** The session of a fake wallet, which expires by its clock. */
export class FakeSession {
  readonly store = new StateStore();
  readonly #clock: WalletClock;
  #lifetime: Lifetime | undefined;
  #cancel: () => void = () => {};

  constructor(clock: WalletClock, state: Partial<WalletState>) {
    this.#clock = clock;
    this.change({ ready: true, persistence: 'indexeddb', ...state });
  }

  get info(): SessionInfo | undefined {
    return this.store.state.session;
  }

  change(state: Partial<WalletState>): void {
    const { session, expiresAt: _, ...rest } = { ...initialState, ...this.store.state, ...state };
    const details = session === undefined ? {} : { session, expiresAt: session.expiresAt };
    this.store.set({ ...rest, ...details });
  }

  timeLeft(): number {
    return Math.max(0, (this.#lifetime?.left() ?? 0) - STAMP_MARGIN);
  }

  /** @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED` */
  require(): SessionInfo {
    const { status, session } = this.store.state;
    if (session !== undefined && (status === 'active' || status === 'expiring')) return session;
    throw new WalletError(status === 'expired' ? 'SESSION_EXPIRED' : 'NOT_SIGNED_IN');
  }

  /** @param left milliseconds */
  open(session: SessionInfo, left: number): void {
    this.#lifetime = new Lifetime(this.#clock, left);
    this.#evaluate({ session });
  }

  /** Ends the session; returns its id, if there was one. */
  end(): string | undefined {
    this.#cancel();
    this.#lifetime = undefined;
    const id = this.info?.id;
    const { session: _, expiresAt: __, ...rest } = this.store.state;
    this.store.set({ ...rest, status: 'signed-out' });
    return id;
  }

  close(): void {
    this.#cancel();
  }

  #evaluate(opened: Pick<Partial<WalletState>, 'session'> = {}): void {
    this.#cancel();
    const left = this.timeLeft();
    const isEnding = left <= EXPIRING_WITHIN;
    const status: WalletStatus = left === 0 ? 'expired' : isEnding ? 'expiring' : 'active';
    this.change({ ...opened, status });
    if (left === 0) return;
    const next = isEnding ? left : left - EXPIRING_WITHIN;
    this.#cancel = this.#clock.setTimeout(() => this.#evaluate(), next);
  }
}
