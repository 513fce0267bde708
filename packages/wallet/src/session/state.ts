import type { DegradedReason } from '../vault/degraded.ts';
import type { Persistence } from '../vault/vault.ts';

/**
 * - `signed-out`: no session
 * - `active`: can sign
 * - `expiring`: can sign for a short time: refresh, or ask the person to
 * - `expired`: can no longer sign
 */
export type WalletStatus = 'signed-out' | 'active' | 'expiring' | 'expired';

/** The public details of a session; never its key. */
export interface SessionInfo {
  /** `Session:...` */
  readonly id: string;
  /** The account that the session signs for: `InternalAccount:...`. */
  readonly accountId: string;
  /** The type of the credential that opened it. */
  readonly type: string;
  /** The e-mail address or name of that credential. */
  readonly nickname: string;
  /** When the session was opened, ISO 8601. */
  readonly createdAt: string;
  /** By the service's clock. For a countdown use `wallet.timeLeft()`. */
  readonly expiresAt: string;
}

/** A snapshot of the wallet: plain data, frozen, another object only when something changed. */
export interface WalletState {
  /** What the session can do now. */
  readonly status: WalletStatus;
  /** False until storage was read: a session from before a reload may still be restored. */
  readonly ready: boolean;
  /** Where keys are kept; `unknown` until storage was probed. */
  readonly persistence: Persistence | 'unknown';
  /** Why the wallet is degraded; empty when nothing is wrong. */
  readonly reasons: readonly DegradedReason[];
  /** The current session, or the one that has expired. */
  readonly session?: SessionInfo;
  /** When the session ends by the service's clock, ISO 8601; left out without a session. */
  readonly expiresAt?: string;
}

/** What a server renders, and what a wallet starts with. */
export const initialState: WalletState = Object.freeze({
  status: 'signed-out',
  ready: false,
  persistence: 'unknown',
  reasons: Object.freeze([]),
});

/** An event of the wallet, without keys, payloads and tokens. */
export type WalletEvent =
  | { readonly type: 'state'; readonly state: WalletState }
  /** The wallet is degraded; `state.reasons` has the reasons. */
  | { readonly type: 'storage_degraded'; readonly cause: unknown }
  | { readonly type: 'signed_in'; readonly sessionId: string }
  | { readonly type: 'refreshed'; readonly sessionId: string }
  /** Another tab signed in or refreshed, and this one uses its session. */
  | { readonly type: 'adopted'; readonly sessionId: string }
  /** Signed out here, in another tab, or by the service. */
  | { readonly type: 'signed_out'; readonly sessionId: string }
  | { readonly type: 'refresh_failed'; readonly cause: unknown }
  /**
   * The account has a session that this wallet did not open: one of another device, or of a script
   * that copied a key. Emitted once for each, when the sessions are read, and by a refresh.
   */
  | { readonly type: 'unknown_session'; readonly sessionId: string }
  /** A session could not be ended at the service: it stays valid until it expires. */
  | { readonly type: 'revoke_failed'; readonly sessionId: string; readonly cause: unknown };

/** Called with every event; a plain `() => void` is one too. */
export type WalletListener = (event: WalletEvent) => void;
