import { parse, serialize } from 'hono/utils/cookie';
import { LOGIN_LIFE, type LoginSessions } from './login-sessions.ts';
import type { User, UserStore } from './users.ts';

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
