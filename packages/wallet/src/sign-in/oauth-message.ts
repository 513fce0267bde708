import { attempt } from '../platform/within.ts';

const MESSAGE_TYPE = 'payments-wallet:oauth';
/** How long to wait for the page that opened the popup. Milliseconds. */
const TAKEN_WITHIN = 1_000;

/** What the provider's response carries: the token, and the `state` it was asked with. */
export interface OAuthPopupResult {
  /** The identity token, as the provider returned it. */
  readonly idToken: string;
  /** The `state` that the provider returned with it. */
  readonly state: string;
}

interface PopupMessage extends OAuthPopupResult {
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

/** Waits for a message on a port: the page that received ours confirms it. */
function wasConfirmed(port: MessagePort | BroadcastChannel): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      port.close();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), TAKEN_WITHIN);
    port.onmessage = () => end(true);
  });
}

/** Sends a message to the page that opened this one; returns whether that page waited for it. */
function tellOpener(page: Window, message: PopupMessage): Promise<boolean> {
  const opener = attempt(() => page.opener as Window | null) ?? undefined;
  if (opener === undefined) return Promise.resolve(false);
  const { port1, port2 } = new MessageChannel();
  opener.postMessage(message, location.origin, [port2]);
  return wasConfirmed(port1);
}

/** Sends a message over the channel; returns whether a page received it. */
async function broadcast(message: PopupMessage): Promise<boolean> {
  const channel = attempt(() => new BroadcastChannel(oauthChannel(message.state)));
  if (channel === undefined) return false;
  const isTaken = wasConfirmed(channel);
  channel.postMessage(message);
  return isTaken;
}

/**
 * Ends the popup: call it on the page that the provider redirects to, which must be of the same
 * origin as the page that opened it. Works also when the provider's `Cross-Origin-Opener-Policy`
 * has severed the popup from that page. Either page closes the popup.
 *
 * @returns false when no page waits for this sign-in, as after a redirect: see
 * `wallet.oauth(id).resume(state)`
 */
export async function finishOAuthPopup({ idToken, state }: OAuthPopupResult): Promise<boolean> {
  const page = globalThis.window as Window | undefined;
  if (page === undefined) return false;
  const message: PopupMessage = { type: MESSAGE_TYPE, idToken, state };
  const found = await Promise.all([tellOpener(page, message), broadcast(message)]);
  const isTaken = found.includes(true);
  if (isTaken) page.close();
  return isTaken;
}
