import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ApprovalPage, isOwnPage } from './approval-page.ts';
import { codePage, messagePage } from './html.ts';

/** The codes with which people open the page. */
export interface LoginCodes {
  /** Returns whose code it is, if it is valid now; a code of one use is used up. */
  personOf(code: string): string | undefined;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A code for each person, valid for as long as the server runs. */
export function personalCodes(codes: Readonly<Record<string, string>>): LoginCodes {
  const all = Object.entries(codes).map(([person, code]) => ({ person, wanted: digest(code) }));
  return {
    personOf(code) {
      const given = digest(code);
      return all.filter(({ wanted }) => timingSafeEqual(given, wanted))[0]?.person;
    },
  };
}

/** Codes that are valid at once; the oldest is dropped. */
const MAX_CODES = 100;

/** Codes that are valid once: one for each call that waits. */
export class SingleUseCodes implements LoginCodes {
  readonly #wanted = new Set<string>();
  readonly #person: string;

  /** @param person whom the codes are shown to */
  constructor(person: string) {
    this.#person = person;
  }

  /** Makes a new code. */
  next(): string {
    const code = randomBytes(16).toString('base64url');
    const [oldest] = this.#wanted;
    if (this.#wanted.size >= MAX_CODES && oldest !== undefined) this.#wanted.delete(oldest);
    this.#wanted.add(digest(code).toString('hex'));
    return code;
  }

  personOf(code: string): string | undefined {
    return this.#wanted.delete(digest(code).toString('hex')) ? this.#person : undefined;
  }
}

function cookieOf(request: Request, cookie: string): string | undefined {
  const all = (request.headers.get('cookie') ?? '').split(/;\s*/);
  return all.find((one) => one.startsWith(`${cookie}=`))?.slice(cookie.length + 1);
}

/** Seconds for which a sign-in lasts, so that those of earlier servers do not pile up in a browser. */
const SIGNED_IN_FOR = 86_400;

/** Wrong codes in a row after which no further one is accepted. */
const MAX_WRONG = 20;

/**
 * Lets people in by their codes, and keeps each signed in by a cookie of this process.
 *
 * @param pageFor creates the page behind the sign-in, given how it authenticates
 */
export function withCodeLogin(
  codes: LoginCodes,
  path: string,
  pageFor: (authenticate: (request: Request) => string | null) => ApprovalPage,
): ApprovalPage {
  /** Who is signed in, by the value of their cookie. */
  const signedIn = new Map<string, string>();
  // A name of its own: to a browser all ports of this machine are one host, with one cookie of a name.
  const name = `payments-approvals-${randomBytes(6).toString('hex')}`;
  const personBehind = (request: Request) => signedIn.get(cookieOf(request, name) ?? '') ?? null;
  let wrong = 0;
  const page = pageFor(personBehind);
  const enter = async (request: Request): Promise<Response> => {
    if (!isOwnPage(request) || wrong >= MAX_WRONG) {
      return messagePage(403, 'Refused', 'Restart the server for a new code.');
    }
    const code = (await request.formData().catch(() => undefined))?.get('code');
    const person = typeof code === 'string' ? codes.personOf(code) : undefined;
    if (person === undefined) {
      wrong += 1;
      return codePage(path, true);
    }
    wrong = 0;
    const session = randomBytes(24).toString('base64url');
    signedIn.set(session, person);
    const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : '';
    const cookie = `${name}=${session}; HttpOnly; SameSite=Strict; Path=${path}; Max-Age=${SIGNED_IN_FOR}${secure}`;
    return new Response(null, { status: 303, headers: { location: path, 'set-cookie': cookie } });
  };
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === `${path}/enter` && request.method === 'POST') return enter(request);
      if (pathname === `${path}/enter` || personBehind(request) === null) {
        return codePage(path, false);
      }
      return page.fetch(request);
    },
  };
}
