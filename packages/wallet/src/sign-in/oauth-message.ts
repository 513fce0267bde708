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

/** Waits for a message on a port, by which the page that received ours confirms it; rejects without one. */
function confirmed(port: MessagePort | BroadcastChannel): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      port.close();
      settle();
    };
    const timer = setTimeout(() => end(reject), TAKEN_WITHIN);
    port.onmessage = () => end(resolve);
  });
}

/** Sends a message to the page that opened this one; rejects when that page did not wait for it. */
async function tellOpener(page: Window, message: PopupMessage): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  // Throws where there is no such page.
  page.opener.postMessage(message, location.origin, [port2]);
  await confirmed(port1);
}

/** Sends a message over the channel; rejects when no page received it. */
async function broadcast(message: PopupMessage): Promise<void> {
  const channel = new BroadcastChannel(oauthChannel(message.state));
  const response = confirmed(channel);
  channel.postMessage(message);
  await response;
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
  const isTaken = await Promise.any([tellOpener(page, message), broadcast(message)]).then(
    () => true,
    () => false,
  );
  if (isTaken) page.close();
  return isTaken;
}
