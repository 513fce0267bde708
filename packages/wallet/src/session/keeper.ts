import { WalletError } from '../errors/wallet-error.ts';
import { within } from '../platform/within.ts';
import { onWake, openChannel, type TabChannel, type TabMessage } from '../tabs/channel.ts';
import { lifeLeft, type SessionRecord } from '../vault/records.ts';
import type { KeeperOptions } from './keeper-options.ts';
import { Lifetime } from './lifetime.ts';
import { type LiveSession, toRecord } from './live-session.ts';
import type { SessionInfo, WalletEvent } from './state.ts';

/**
 * The session is not used in its last milliseconds, because the service's clock may be ahead.
 * Milliseconds.
 */
const STAMP_MARGIN = 5_000;
/** A difference of the clocks above this means that the device slept or that its clock was set. */
const DRIFT_LIMIT = 5_000;
/** Milliseconds it may take to restore a stored session, with the download of the cryptography. */
const REVIVE_TIMEOUT = 15_000;

/** Holds the session of this tab, and synchronizes it with the clock, the vault and the other tabs. */
export class SessionKeeper {
  readonly #options: KeeperOptions;
  #session: LiveSession | undefined;
  /** The session that expired, for the state. */
  #ended: SessionInfo | undefined;
  #starting: Promise<void> | undefined;
  #checking: Promise<void> | undefined;
  #ready = false;
  #closed = false;
  /** Counts the sign-outs of this wallet: a sign-in that began before one is not used. */
  signOuts = 0;
  /** The sessions that this wallet has opened, restored or reported. */
  readonly known = new Set<string>();
  #channel: TabChannel | undefined;
  #cancelTimer: () => void = () => {};
  #stopWake: () => void = () => {};

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  /** Reads the vault and starts listening, once. */
  start(): Promise<void> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  /**
   * The session that can sign now, if there is one. One that another tab has signed out cannot, even
   * before the message of that tab has arrived.
   */
  get current(): LiveSession | undefined {
    const session = this.#session;
    if (session === undefined || this.timeLeft() === 0) return undefined;
    return this.#options.keys.isOver(session.info.id) ? undefined : session;
  }

  /** Milliseconds during which stamps can still be created. */
  timeLeft(): number {
    return Math.max(0, (this.#session?.lifetime.left() ?? 0) - STAMP_MARGIN);
  }

  /**
   * The session that can sign now.
   *
   * @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED`
   */
  require(): LiveSession {
    const session = this.current;
    if (session !== undefined) return session;
    this.#dropExpired();
    this.evaluate();
    const { status } = this.#options.store.state;
    throw new WalletError(status === 'expired' ? 'SESSION_EXPIRED' : 'NOT_SIGNED_IN');
  }

  /**
   * Puts a new session in place of the old one: in the vault, here, and in the other tabs.
   *
   * @param refreshed the session it continues
   * @returns false if that one was signed out meanwhile: the new one is then not used
   */
  async install(session: LiveSession, refreshed?: string): Promise<boolean> {
    const { keys, clock } = this.#options;
    if (!(await keys.saveSession(toRecord(session, clock), refreshed))) return false;
    this.#take(session, refreshed === undefined ? 'signed_in' : 'refreshed');
    this.#channel?.send({ type: 'session', sessionId: session.info.id });
    return true;
  }

  /**
   * Synchronizes this tab with the vault: drops a session whose record is gone, and restores a
   * newer one. A vault that cannot be read changes nothing. Never rejects.
   */
  async adopt(): Promise<void> {
    const { keys } = this.#options;
    const ours = this.#session?.info.id;
    const wasShared = ours !== undefined && keys.isShared(ours);
    const { record, isCertain } = await keys.session();
    if (ours !== undefined && ours === this.#session?.info.id) {
      const isGone = wasShared && isCertain && record === undefined;
      if (isGone || keys.isOver(ours)) await this.drop(ours, false);
    }
    if (record === undefined || !this.#isNewer(record)) return;
    const session = await this.#revive(record);
    if (session !== undefined && this.#isNewer(record)) this.#take(session, 'adopted');
  }

  /**
   * Drops a session here, in the vault, and in the other tabs unless one of them reported its end.
   * The state changes before anything is awaited. Never rejects.
   *
   * @returns whether its record is gone from storage
   */
  async drop(sessionId: string, tell = true): Promise<boolean> {
    const { keys } = this.#options;
    const isOurs = this.#session?.info.id === sessionId || this.#ended?.id === sessionId;
    const deleted = keys.deleteSession(sessionId);
    if (isOurs) {
      this.#session = undefined;
      this.#ended = undefined;
      this.evaluate();
      this.#emit({ type: 'signed_out', sessionId });
    }
    const isWiped = await deleted;
    if (tell) this.#channel?.send({ type: 'signed_out', sessionId });
    return isWiped;
  }

  /**
   * Deletes the session in the vault, whichever it is: after a sign-out it may be one that another
   * tab has just stored in place of the session that was signed out. Never rejects.
   *
   * @returns that session, which can still sign its end, and whether no record is left in storage
   */
  async dropStored(): Promise<{ readonly session?: LiveSession; readonly isWiped: boolean }> {
    const { keys, accountId } = this.#options;
    const { record } = await keys.session();
    const isOthers = accountId !== undefined && record?.accountId !== accountId;
    if (record === undefined || isOthers) return { isWiped: true };
    const dropped = this.drop(record.id);
    const session = await this.#revive(record);
    return { ...(session === undefined ? {} : { session }), isWiped: await dropped };
  }

  /** Updates the state by the clock, and sets the timer for the next change. */
  evaluate(): void {
    this.#cancelTimer();
    const { store, keys, reasons, expiringWithin, clock, onExpiring } = this.#options;
    const left = this.timeLeft();
    const session = this.#session;
    const hasDrifted = (session?.lifetime.drift() ?? 0) > DRIFT_LIMIT;
    if (session !== undefined && left === 0) this.#expire(session, hasDrifted);
    if (hasDrifted) void this.#recheck();
    const before = store.state.status;
    const status = this.#status(left);
    const info = this.#session?.info ?? this.#ended;
    store.set({
      status,
      ready: this.#ready,
      persistence: this.#ready ? keys.persistence : 'unknown',
      reasons: Object.freeze([...reasons].sort()),
      ...(info === undefined ? {} : { session: info, expiresAt: info.expiresAt }),
    });
    if (left > 0 && !this.#closed) {
      const next = left > expiringWithin ? left - expiringWithin : left;
      this.#cancelTimer = clock.setTimeout(() => this.evaluate(), Math.max(next, 1));
    }
    if (status === 'expiring' && before !== 'expiring') onExpiring();
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer();
    this.#stopWake();
    this.#channel?.close();
    this.#channel = undefined;
  }

  async #start(): Promise<void> {
    const { name, keys, reasons } = this.#options;
    this.#channel = openChannel(name, (message) => void this.#onMessage(message));
    if (this.#channel === undefined && typeof window !== 'undefined') {
      reasons.add('tabs_unavailable');
    }
    this.#stopWake = onWake(() => this.#wake());
    await keys.open();
    const { record } = await keys.session();
    const session = record === undefined ? undefined : await this.#revive(record);
    // A sign-in may have finished while the vault was read.
    if (session !== undefined) {
      this.known.add(session.info.id);
      this.#session ??= session;
    }
    this.#ready = true;
    if (this.#closed) this.close();
    this.evaluate();
  }

  #status(left: number) {
    if (left > 0) return left > this.#options.expiringWithin ? 'active' : 'expiring';
    return this.#session === undefined && this.#ended === undefined ? 'signed-out' : 'expired';
  }

  #take(session: LiveSession, type: 'signed_in' | 'refreshed' | 'adopted'): void {
    this.#session = session;
    this.#ended = undefined;
    this.known.add(session.info.id);
    this.evaluate();
    this.#emit({ type, sessionId: session.info.id });
  }

  /** Drops the key, unless the clocks have drifted apart: then the relay is asked first. */
  #expire(session: LiveSession, hasDrifted: boolean): void {
    if (hasDrifted && session.lifetime.monotonicLeft() > STAMP_MARGIN) return;
    this.#session = undefined;
    this.#ended = session.info;
    void this.#options.keys.deleteSession(session.info.id);
  }

  /** Asks the relay for the remaining time of the session. */
  #recheck(): Promise<void> {
    this.#checking ??= this.#askRelay().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #askRelay(): Promise<void> {
    const { fetchRemainingLifetime, clock, keys } = this.#options;
    const session = this.#session;
    if (session === undefined) return;
    const { id } = session.info;
    const life = await fetchRemainingLifetime(session).catch(() => undefined);
    if (life === undefined || this.#session !== session) return;
    if (life <= 0) return void (await this.drop(id));
    this.#session = { ...session, lifetime: new Lifetime(clock, life) };
    await keys.saveSession(toRecord(this.#session, clock));
    this.evaluate();
  }

  /**
   * A stored session as one that can sign; undefined when it belongs to another account or has ended.
   * A wallet that does not name the person shares its database with other logins of the platform: the
   * relay is asked whether the session is one of the login of now.
   */
  async #revive(record: SessionRecord): Promise<LiveSession | undefined> {
    const { accountId, isPersonal, clock, revive, fetchRemainingLifetime } = this.#options;
    if (accountId !== undefined && record.accountId !== accountId) return undefined;
    try {
      const session = await within(clock, REVIVE_TIMEOUT, () => revive(record));
      if (isPersonal && !Number.isNaN(lifeLeft(record, clock.now()))) {
        return session.lifetime.left() > STAMP_MARGIN ? session : undefined;
      }
      const life = await fetchRemainingLifetime(session);
      return life === undefined || life <= STAMP_MARGIN
        ? undefined
        : { ...session, lifetime: new Lifetime(clock, life) };
    } catch {
      return undefined;
    }
  }

  #isNewer(record: SessionRecord): boolean {
    if (this.#options.keys.isOver(record.id)) return false;
    const ours = this.#session?.info;
    if (ours === undefined) return true;
    return record.id !== ours.id && Date.parse(record.createdAt) >= Date.parse(ours.createdAt);
  }

  async #onMessage({ type, sessionId }: TabMessage): Promise<void> {
    await this.start();
    if (type === 'signed_out') await this.drop(sessionId, false);
    else await this.adopt();
  }

  #wake(): void {
    if (!this.#ready) return;
    // At once: a page that comes back from the cache may be clicked before the vault was read.
    this.#dropExpired();
    this.evaluate();
    void this.#options.keys.retryDeletions();
    void this.adopt();
  }

  /** Drops the session if another tab has signed it out. */
  #dropExpired(): void {
    const id = this.#session?.info.id;
    if (id !== undefined && this.#options.keys.isOver(id)) void this.drop(id, false);
  }

  #emit(event: WalletEvent): void {
    this.#options.store.emit(event);
  }
}
