import { parseSigned, serializeSigned } from 'hono/utils/cookie';
import type { User, UserStore } from './users.ts';

const COOKIE = 'larch_login';
/** Seconds. */
const LIFE = 12 * 60 * 60;
const attributes = { httpOnly: true, sameSite: 'Lax', path: '/' } as const;

/**
 * The platform's own login: a cookie that names the user, signed, so that every instance of the
 * backend can read it and script cannot. It asks for no password: a real platform has its own way
 * of knowing who somebody is, and the wallet does not care which.
 */
export class Login {
  readonly #users: UserStore;
  readonly #secret: string;

  constructor(users: UserStore, secret: string) {
    this.#users = users;
    this.#secret = secret;
  }

  /** The user behind a request, or null. */
  async userOf({ headers }: Request): Promise<User | null> {
    const cookies = await parseSigned(headers.get('cookie') ?? '', this.#secret, COOKIE);
    const id = cookies[COOKIE];
    if (typeof id !== 'string') return null;
    return this.#users.get(id) ?? null;
  }

  /** The `set-cookie` header that logs a user in. On https it would be `Secure` too. */
  begin(user: User): Promise<string> {
    return serializeSigned(COOKIE, user.id, this.#secret, { ...attributes, maxAge: LIFE });
  }

  /** The `set-cookie` header that logs out. */
  end(): Promise<string> {
    return serializeSigned(COOKIE, '', this.#secret, { ...attributes, maxAge: 0 });
  }
}
