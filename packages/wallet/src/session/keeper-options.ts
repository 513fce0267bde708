import type { WalletClock } from '../clock.ts';
import type { DegradedReason } from '../vault/degraded.ts';
import type { KeyStore } from '../vault/key-store.ts';
import type { SessionRecord } from '../vault/records.ts';
import type { LiveSession } from './live-session.ts';
import type { StateStore } from './state-store.ts';

/** The dependencies of a keeper. */
export interface KeeperOptions {
  readonly name: string;
  readonly accountId: string | undefined;
  /** Whether the database is of one person. */
  readonly isPersonal: boolean;
  readonly clock: WalletClock;
  /** Creates a session that can sign, from its record in the vault. */
  readonly revive: (record: SessionRecord) => Promise<LiveSession>;
  /**
   * Milliseconds that a session has left, according to the relay; 0 when it has ended, undefined
   * when unknown.
   */
  readonly fetchRemainingLifetime: (session: LiveSession) => Promise<number | undefined>;
  readonly store: StateStore;
  readonly keys: KeyStore;
  readonly reasons: Set<DegradedReason>;
  /** Milliseconds before the end at which a session is `expiring`. */
  readonly expiringWithin: number;
  readonly onExpiring: () => void;
}
