import { createHash, randomBytes } from 'node:crypto';

/** The maximum duration of a login: 12 hours in milliseconds. */
export const LOGIN_LIFE = 12 * 60 * 60 * 1000;
/** How long a login lasts without a request: 60 minutes in milliseconds. */
export const IDLE_LIFE = 60 * 60 * 1000;

interface LoginSession {
  readonly userId: string;
  readonly endsAt: number;
  readonly idleAt: number;
}

function digest(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/**
 * The logins of the platform's users. Simulates a table of the platform's database: it outlives the
 * backend's process, and every instance reads it. Ids are kept as digests, so that a reader of the
 * table cannot log in with them.
 */
export class LoginSessions {
  readonly #byDigest = new Map<string, LoginSession>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Begins a login and returns its id: 256 random bits, never used before. */
  begin(userId: string): string {
    this.#sweep();
    const id = randomBytes(32).toString('base64url');
    const now = this.#now();
    this.#byDigest.set(digest(id), { userId, endsAt: now + LOGIN_LIFE, idleAt: now + IDLE_LIFE });
    return id;
  }

  /** The user of a login that has not ended, or undefined. Counts as a use of it. */
  use(id: string): string | undefined {
    const key = digest(id);
    const session = this.#byDigest.get(key);
    if (session === undefined) return undefined;
    if (this.#isOver(session)) {
      this.#byDigest.delete(key);
      return undefined;
    }
    this.#byDigest.set(key, { ...session, idleAt: this.#now() + IDLE_LIFE });
    return session.userId;
  }

  /** Ends a login: its id is no longer valid. */
  end(id: string): void {
    this.#byDigest.delete(digest(id));
  }

  #isOver({ endsAt, idleAt }: LoginSession): boolean {
    return Math.min(endsAt, idleAt) <= this.#now();
  }

  #sweep(): void {
    for (const [key, session] of this.#byDigest) {
      if (this.#isOver(session)) this.#byDigest.delete(key);
    }
  }
}
