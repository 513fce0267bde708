import { attempt } from '../platform/within.ts';

const MESSAGE_TYPE = 'payments-wallet:oauth';
/** How long to wait for the page that opened the popup. Milliseconds. */
const TAKEN_WITHIN = 1_000;

/** What the provider's response carries: the token, and the `state` it was asked with. */
export interface OAuthAnswer {
  readonly idToken: string;
  readonly state: string;
}

interface PopupMessage extends OAuthAnswer {
  readonly type: typeof MESSAGE_TYPE;
}

/** Whether a message is the response to the sign-in with this state. */
export function isOAuthResponse(state: string, data: unknown): data is PopupMessage {
  const message = (data ?? {}) as Partial<PopupMessage>;
  return (
    message.type === MESSAGE_TYPE && message.state === state && typeof message.idToken === 'string'
  );
}

/** The channel on which the two pages of one sign-in find each other. */
export function oauthChannel(state: string): string {
  return `${MESSAGE_TYPE}:${state}`;
}

/** Hands a message to whoever listens on the channel; says whether somebody took it. */
function broadcast(message: PopupMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const channel = attempt(() => new BroadcastChannel(oauthChannel(message.state)));
    if (channel === undefined) return resolve(false);
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), TAKEN_WITHIN);
    channel.onmessage = () => end(true);
    channel.postMessage(message);
  });
}

/**
 * Ends the popup: call it on the page the provider comes back to, which must be of the same origin
 * as the page that opened it. Works also when the provider's `Cross-Origin-Opener-Policy` has cut
 * the popup off from that page; then it closes the popup itself.
 *
 * @returns false when no page waits, because this one was not opened as a popup: then it is a
 * redirect, see `wallet.oauth(id).resume(state)`
 */
export async function finishOAuthPopup({ idToken, state }: OAuthAnswer): Promise<boolean> {
  const page = globalThis.window as Window | undefined;
  if (page === undefined) return false;
  const message: PopupMessage = { type: MESSAGE_TYPE, idToken, state };
  const opener = attempt(() => page.opener as Window | null) ?? undefined;
  if (opener !== undefined) {
    opener.postMessage(message, location.origin);
    return true;
  }
  const isTaken = await broadcast(message);
  if (isTaken) page.close();
  return isTaken;
}
