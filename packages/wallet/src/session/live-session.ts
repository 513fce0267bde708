import type { SessionKey } from '@org/payments-crypto';
import type { WalletClock } from '../clock.ts';
import type { SessionRecord } from '../vault/records.ts';
import type { Lifetime } from './lifetime.ts';
import type { SessionInfo } from './state.ts';

/** A session that can sign: what is known of it, its key, and how long it has left. */
export interface LiveSession {
  readonly info: SessionInfo;
  readonly key: SessionKey;
  readonly lifetime: Lifetime;
  /** How long its sign-in still counts as fresh; a refresh does not renew it. */
  readonly freshness: Lifetime;
  /** Opaque text of the relay, about the sign-in and the refreshes since; a refresh sends it back. */
  readonly lineage?: string;
}

/** The lineage, as far as there is one: what else a relay may have put there is left out. */
export function lineageOf({ lineage }: { readonly lineage?: unknown }): { lineage?: string } {
  return typeof lineage === 'string' ? { lineage } : {};
}

/** The public details of a session, and no other field of the object they are taken from. */
export function infoOf(session: SessionInfo): SessionInfo {
  const { id, accountId, type, nickname, createdAt, expiresAt } = session;
  return Object.freeze({ id, accountId, type, nickname, createdAt, expiresAt });
}

/** What the vault keeps of a session. */
export function toRecord(session: LiveSession, clock: WalletClock): SessionRecord {
  return {
    version: 1,
    ...session.info,
    publicKey: session.key.publicKey,
    key: session.key.cryptoKey,
    ...lineageOf(session),
    life: session.lifetime.left(),
    freshFor: session.freshness.left(),
    anchoredAt: clock.now(),
  };
}
