import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type ApprovalPage, isOwnPage } from './approval-page.ts';
import { codePage, messagePage } from './html.ts';

/** The code with which a person opens the page. */
export interface LoginCode {
  /** Returns whether a code is valid now; a code of one use is used up. */
  check(code: string): boolean;
}

const digest = (text: string) => createHash('sha256').update(text).digest();

/** A code that is valid for as long as the server runs. */
export function fixedCode(expected: string): LoginCode {
  const wanted = digest(expected);
  return { check: (code) => timingSafeEqual(digest(code), wanted) };
}

/** Codes that are valid once, the last one only. */
export class SingleUseCodes implements LoginCode {
  #wanted: Buffer | undefined;

  /** Makes a new code; the one before is no longer valid. */
  next(): string {
    const code = randomBytes(16).toString('base64url');
    this.#wanted = digest(code);
    return code;
  }

  check(code: string): boolean {
    const isValid = this.#wanted !== undefined && timingSafeEqual(digest(code), this.#wanted);
    if (isValid) this.#wanted = undefined;
    return isValid;
  }
}

const COOKIE = 'payments-approvals';

function cookieOf(request: Request): string | undefined {
  const all = (request.headers.get('cookie') ?? '').split(/;\s*/);
  return all.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
}

/** Wrong codes after which no further one is accepted. */
const MAX_WRONG = 20;

/**
 * Lets a person in by a code, and keeps them signed in by a cookie of this process.
 *
 * @param pageFor creates the page behind the sign-in, given how it authenticates
 */
export function withCodeLogin(
  codes: LoginCode,
  path: string,
  pageFor: (authenticate: (request: Request) => string | null) => ApprovalPage,
): ApprovalPage {
  const signedIn = new Set<string>();
  let wrong = 0;
  const page = pageFor((request) => (signedIn.has(cookieOf(request) ?? '') ? 'code' : null));
  const enter = async (request: Request): Promise<Response> => {
    if (!isOwnPage(request) || wrong >= MAX_WRONG) {
      return messagePage(403, 'Refused', 'Restart the server for a new code.');
    }
    const code = (await request.formData().catch(() => undefined))?.get('code');
    if (typeof code !== 'string' || !codes.check(code)) {
      wrong += 1;
      return codePage(path, true);
    }
    const session = randomBytes(24).toString('base64url');
    signedIn.add(session);
    const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : '';
    const cookie = `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=${path}${secure}`;
    return new Response(null, { status: 303, headers: { location: path, 'set-cookie': cookie } });
  };
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === `${path}/enter` && request.method === 'POST') return enter(request);
      if (pathname === `${path}/enter` || !signedIn.has(cookieOf(request) ?? '')) {
        return codePage(path, false);
      }
      return page.fetch(request);
    },
  };
}
