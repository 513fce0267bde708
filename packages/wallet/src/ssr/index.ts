/** What a server may know of a wallet, for the first render of a page. @module */
import { initialState, type WalletState } from '../session/state.ts';

/** Anything with the state of a wallet. */
export interface WalletLike {
  /** The wallet's state, a frozen snapshot. */
  readonly state: WalletState;
  /** Calls a listener with every change; returns a function that stops it. */
  subscribe(listener: () => void): () => void;
}

const NAME = 'payments-wallet';

/**
 * Keeps a cookie with the time until which somebody is signed in, so that a server can render the page
 * accordingly. It holds the end of the session, no id and no key: it is a hint for the first render
 * and proves nothing. Does nothing on a server.
 *
 * @returns a function that stops it
 * @example
 * keepSessionCookie(wallet);
 */
export function keepSessionCookie(wallet: WalletLike): () => void {
  if (typeof document === 'undefined') return () => {};
  const write = () => {
    const { ready, status, expiresAt = '' } = wallet.state;
    if (!ready) return;
    const isOpen = status === 'active' || status === 'expiring';
    const end = isOpen ? Date.parse(expiresAt) : Number.NaN;
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    const life = Number.isNaN(end) ? 'Max-Age=0' : `Expires=${new Date(end).toUTCString()}`;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${NAME}=${end || ''}; Path=/; SameSite=Lax; ${life}${secure}`;
  };
  write();
  return wallet.subscribe(write);
}

/**
 * The state of the wallet for the first render, from the `Cookie` header of a request: `active` if
 * the time in the cookie of {@link keepSessionCookie} has not come. `ready` is false: the
 * page finds out.
 *
 * @param cookies the value of the header
 * @param now milliseconds since 1970
 * @example
 * const state = sessionFromCookie(request.headers.get('cookie'));
 */
export function sessionFromCookie(
  cookies: string | null | undefined,
  now: number = Date.now(),
): WalletState {
  const text = new RegExp(`(?:^|; ?)${NAME}=(\\d{1,15})(?:;|$)`).exec(cookies ?? '')?.[1];
  const end = Number(text ?? 0);
  if (end <= now) return initialState;
  return { ...initialState, status: 'active', expiresAt: new Date(end).toISOString() };
}
