import type { SessionKey } from '@org/payments-crypto/session';
import type { WalletClock } from '../clock.ts';
import type { SessionRecord } from '../vault/records.ts';
import type { Lifetime } from './lifetime.ts';
import type { SessionInfo } from './state.ts';

/** A session that can sign: its details, its key, and its remaining time. */
export interface LiveSession {
  readonly info: SessionInfo;
  readonly key: SessionKey;
  readonly lifetime: Lifetime;
  /** The time for which its sign-in still counts as fresh; a refresh does not renew it. */
  readonly freshness: Lifetime;
  /** Opaque text of the relay, about the sign-in and the refreshes since; a refresh sends it back. */
  readonly lineage?: string;
  /** The login of the platform that opened it. */
  readonly person?: string;
}

/** The lineage, if it is text; any other value of a relay is ignored. */
export function lineageOf({ lineage }: { readonly lineage?: unknown }): { lineage?: string } {
  return typeof lineage === 'string' ? { lineage } : {};
}

/** Whether another login of the platform opened a session than the one that asks now. */
export function isOthers({ person }: LiveSession, account: { readonly person?: unknown }) {
  return account.person !== undefined && account.person !== person;
}

/** What the relay says of the sign-in of a session. */
export function originOf(session: { readonly lineage?: unknown; readonly person?: unknown }) {
  const { person } = session;
  return { ...lineageOf(session), ...(typeof person === 'string' && { person }) };
}

/** The public details of a session, and no other field of the object they are taken from. */
export function infoOf(session: SessionInfo): SessionInfo {
  const { id, accountId, type, nickname, createdAt, expiresAt } = session;
  return Object.freeze({ id, accountId, type, nickname, createdAt, expiresAt });
}

/** The record of a session in the vault. */
export function toRecord(session: LiveSession, clock: WalletClock): SessionRecord {
  return {
    version: 1,
    ...session.info,
    publicKey: session.key.publicKey,
    key: session.key.cryptoKey,
    ...originOf(session),
    life: session.lifetime.left(),
    freshFor: session.freshness.left(),
    anchoredAt: clock.now(),
  };
}
