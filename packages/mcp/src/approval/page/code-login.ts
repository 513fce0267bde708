import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ApprovalPage, clockOf, isOwnPage } from './approval-page.ts';
import { codePage, messagePage } from './html.ts';

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

/** Seconds for which a sign-in lasts: on the server, and in the browser, where they would pile up. */
const SIGNED_IN_FOR = 86_400;

/** Wrong codes in a row, within `WRONG_COUNTS_FOR`, after which no code is accepted. */
const MAX_WRONG = 20;

/** Milliseconds for which a wrong code counts. */
const WRONG_COUNTS_FOR = 900_000;

/** Who is signed in, by the value of their cookie. */
class SignIns {
  readonly #people = new Map<string, { readonly person: string; readonly until: number }>();

  personOf(session: string, now: number): string | null {
    const found = this.#people.get(session);
    return found !== undefined && now < found.until ? found.person : null;
  }

  /** Signs a person in. @returns the value of their cookie */
  begin(person: string, now: number): string {
    for (const [session, { until }] of this.#people) {
      if (until <= now) this.#people.delete(session);
    }
    const session = randomBytes(24).toString('base64url');
    this.#people.set(session, { person, until: now + SIGNED_IN_FOR * 1_000 });
    return session;
  }
}

/** The wrong codes in a row. A stranger who enters them locks others out for a while, not for good. */
class WrongCodes {
  #times: readonly number[] = [];

  /** Milliseconds until a code is accepted again; 0 if one is accepted now. */
  lockedFor(now: number): number {
    this.#times = this.#times.filter((time) => now < time + WRONG_COUNTS_FOR);
    const [oldest = now] = this.#times;
    return this.#times.length < MAX_WRONG ? 0 : oldest + WRONG_COUNTS_FOR - now;
  }

  add(now: number): void {
    this.#times = [...this.#times, now];
  }

  clear(): void {
    this.#times = [];
  }
}

function lockedPage(milliseconds: number): Response {
  const minutes = Math.ceil(milliseconds / 60_000);
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  const text = `Too many wrong codes were entered. Try again in ${wait}. Whoever is signed in can still decide.`;
  const page = messagePage(429, 'Not accepted', text);
  page.headers.set('retry-after', String(Math.ceil(milliseconds / 1_000)));
  return page;
}

/** The call on whose page the code was entered, or the list. */
function pageBefore(request: Request, home: string): string {
  const referrer = request.headers.get('referer') ?? '';
  const before = URL.canParse(referrer) ? new URL(referrer).pathname : home;
  return before.startsWith(`${home}/`) && before !== `${home}/enter` ? before : home;
}

/** A path that nobody guesses: a browser sends cookies of a path to every port of a machine, whoever listens there. */
export const secretPath = (before: string) => `${before}${randomBytes(12).toString('hex')}`;

const LOST = 'You are not signed in any more. Nothing was decided.';

/**
 * Lets people in by their codes, and keeps each signed in for a day by a cookie of this process.
 *
 * @param path where people sign in
 * @param pageFor creates the page behind the sign-in, given how it authenticates
 * @param home the path of that page, and of the cookie
 */
export function withCodeLogin(
  codes: LoginCodes,
  path: string,
  pageFor: (authenticate: (request: Request) => string | null) => ApprovalPage,
  home = path,
): ApprovalPage {
  const signIns = new SignIns();
  const wrong = new WrongCodes();
  // A name of its own: to a browser all ports of this machine are one host, with one cookie of a name.
  const name = `payments-approvals-${randomBytes(6).toString('hex')}`;
  const page = pageFor((request) => personBehind(request));
  const clock = clockOf(page);
  const personBehind = (request: Request) =>
    signIns.personOf(cookieOf(request, name) ?? '', clock.now());
  const enter = async (request: Request): Promise<Response> => {
    if (!isOwnPage(request)) {
      return messagePage(403, 'Not accepted', 'The request came from another page.');
    }
    const code = (await request.formData().catch(() => undefined))?.get('code');
    // From here on nothing waits: requests at the same time do not have more attempts.
    const now = clock.now();
    const locked = wrong.lockedFor(now);
    if (locked > 0) return lockedPage(locked);
    const person = typeof code === 'string' ? codes.personOf(code.trim()) : undefined;
    if (person === undefined) {
      wrong.add(now);
      return codePage(path, 'The code is not valid.', personBehind(request) !== null);
    }
    wrong.clear();
    const session = signIns.begin(person, now);
    const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : '';
    // `Lax`: a link from a chat or another site shows the call; a form of theirs decides nothing.
    const cookie = `${name}=${session}; HttpOnly; SameSite=Lax; Path=${home}; Max-Age=${SIGNED_IN_FOR}${secure}`;
    const location = pageBefore(request, home);
    return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } });
  };
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === `${path}/enter` && request.method === 'POST') return enter(request);
      const isInside = pathname === home || pathname.startsWith(`${home}/`);
      if (!isInside || pathname === `${path}/enter` || personBehind(request) === null) {
        return codePage(path, request.method === 'POST' ? LOST : '');
      }
      return page.fetch(request);
    },
  };
}
