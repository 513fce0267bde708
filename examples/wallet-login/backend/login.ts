import { createHash, randomBytes } from 'node:crypto';
import { parse, serialize } from 'hono/utils/cookie';
import type { User, UserStore } from './users.ts';

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

/** The dependencies of the platform's login. */
export interface LoginOptions {
  readonly users: UserStore;
  readonly sessions: LoginSessions;
  /** The application's own origin. */
  readonly origin: string;
}

/**
 * The platform's own login: a cookie with a random id, whose session is on the server. It does not
 * ask for a password: a real platform has its own authentication, which the wallet does not depend
 * on.
 */
export class Login {
  readonly #options: LoginOptions;
  readonly #isSecure: boolean;
  readonly #cookie: string;

  constructor(options: LoginOptions) {
    this.#options = options;
    this.#isSecure = new URL(options.origin).protocol === 'https:';
    // Browsers accept the prefix `__Host-` only on https; it restricts the cookie to this host.
    this.#cookie = this.#isSecure ? '__Host-larch_login' : 'larch_login';
  }

  /** The user behind a request, or null. */
  async userOf({ headers }: Request): Promise<User | null> {
    const id = this.#idIn(headers);
    const userId = id === undefined ? undefined : this.#options.sessions.use(id);
    return userId === undefined ? null : (this.#options.users.get(userId) ?? null);
  }

  /** Logs a user in under a new id, ends the login of the request, and returns the cookie. */
  begin(user: User, { headers }: Request): string {
    this.#end(headers);
    return this.#cookieOf(this.#options.sessions.begin(user.id), LOGIN_LIFE / 1000);
  }

  /** Ends the login of a request, and returns the cookie that deletes it in the browser. */
  end({ headers }: Request): string {
    this.#end(headers);
    return this.#cookieOf('', 0);
  }

  #idIn(headers: Headers): string | undefined {
    return parse(headers.get('cookie') ?? '', this.#cookie)[this.#cookie];
  }

  #end(headers: Headers): void {
    const id = this.#idIn(headers);
    if (id !== undefined) this.#options.sessions.end(id);
  }

  #cookieOf(value: string, maxAge: number): string {
    const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;
    return serialize(this.#cookie, value, { ...attributes, maxAge, secure: this.#isSecure });
  }
}
