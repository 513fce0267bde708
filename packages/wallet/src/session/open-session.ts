import { type ClientKey, sessionKeyFromCryptoKey } from '@org/payments-crypto/session';
import type { RelayOpenedSession } from '@org/payments-relay/protocol';
import type { WalletClock } from '../clock.ts';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { lifeLeft, type SessionRecord } from '../vault/records.ts';
import { type ClockReading, Lifetime, lifeOf } from './lifetime.ts';
import { infoOf, type LiveSession, originOf } from './live-session.ts';

/** Milliseconds for which a sign-in counts as fresh. */
const FRESH_FOR = 2 * 60_000;

/**
 * Opens the key of a session.
 *
 * @param sent the clocks before the request: the session cannot be older than that
 * @param freshness of the session it replaces; by default it is fresh
 * @throws WalletError `KEY_UNUSABLE`
 */
export async function openSession(
  { clock, dialect }: Pick<WalletContext, 'clock' | 'dialect'>,
  opened: RelayOpenedSession,
  clientKey: ClientKey,
  sent: ClockReading,
  freshness: Lifetime = new Lifetime(clock, FRESH_FOR, sent),
): Promise<LiveSession> {
  const lifetime = new Lifetime(clock, lifeOf(opened), sent);
  try {
    const key = await dialect.openKey(opened, clientKey);
    return { info: infoOf(opened), key, lifetime, freshness, ...originOf(opened) };
  } catch (cause) {
    throw new WalletError('KEY_UNUSABLE', { cause });
  }
}

/**
 * Restores a stored session, after signing and verifying once with its key. A record of unknown
 * age, because the device's clock was set back, is returned with a remaining time of 0, so that the
 * relay is asked.
 *
 * @throws WalletError `KEY_UNUSABLE`
 */
export async function fromRecord(record: SessionRecord, clock: WalletClock): Promise<LiveSession> {
  const now = clock.now();
  const left = lifeLeft(record, now);
  const lifetime = new Lifetime(clock, left || 0);
  const freshLeft = lifeLeft({ ...record, life: record.freshFor ?? 0 }, now);
  try {
    const key = await sessionKeyFromCryptoKey(record.key, record.publicKey);
    const freshness = new Lifetime(clock, Math.max(0, freshLeft || 0));
    return { info: infoOf(record), key, lifetime, freshness, ...originOf(record) };
  } catch (cause) {
    throw new WalletError('KEY_UNUSABLE', { cause });
  }
}
