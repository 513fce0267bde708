import type { ClientKey, SessionKey } from '@org/payments-crypto';
import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { LazyChunk } from '../load-lazy.ts';
import type { RelayOpenedSession } from '../relay-protocol.ts';
import { lifeLeft, type SessionRecord } from '../vault/records.ts';
import { type ClockReading, Lifetime, lifeOf } from './lifetime.ts';
import type { SessionInfo } from './state.ts';

/** A session that can sign: what is known of it, its key, and how long it has left. */
export interface LiveSession {
  readonly info: SessionInfo;
  readonly key: SessionKey;
  readonly lifetime: Lifetime;
}

function infoOf(session: SessionInfo): SessionInfo {
  const { id, accountId, type, nickname, createdAt, expiresAt } = session;
  return Object.freeze({ id, accountId, type, nickname, createdAt, expiresAt });
}

/**
 * Opens the sealed key of a session.
 *
 * @param sent the clocks before the request: the session cannot be older than that
 * @throws WalletError `KEY_UNUSABLE`
 */
export async function openSession(
  crypto: LazyChunk,
  opened: RelayOpenedSession,
  clientKey: ClientKey,
  clock: WalletClock,
  sent: ClockReading,
): Promise<LiveSession> {
  const lifetime = new Lifetime(clock, lifeOf(opened), sent);
  try {
    const key = await crypto.openSealedKey(opened.encryptedSessionSigningKey, clientKey);
    return { info: infoOf(opened), key, lifetime };
  } catch (cause) {
    throw new WalletError('KEY_UNUSABLE', { cause });
  }
}

/** What the vault keeps of a session. */
export function toRecord(session: LiveSession, clock: WalletClock): SessionRecord {
  return {
    version: 1,
    ...session.info,
    publicKey: session.key.publicKey,
    key: session.key.cryptoKey,
    life: session.lifetime.left(),
    anchoredAt: clock.now(),
  };
}

/**
 * Takes up a session from the vault, after signing and verifying once with its key. A record whose
 * age cannot be told, because the device's clock was set back, comes back with no time left: the
 * relay has to be asked.
 *
 * @throws WalletError `KEY_UNUSABLE`
 */
export async function fromRecord(
  crypto: LazyChunk,
  record: SessionRecord,
  clock: WalletClock,
): Promise<LiveSession> {
  const left = lifeLeft(record, clock.now());
  const lifetime = new Lifetime(clock, Number.isNaN(left) ? 0 : left);
  try {
    const key = await crypto.sessionKeyFromCryptoKey(record.key, record.publicKey);
    return { info: infoOf(record), key, lifetime };
  } catch (cause) {
    throw new WalletError('KEY_UNUSABLE', { cause });
  }
}
