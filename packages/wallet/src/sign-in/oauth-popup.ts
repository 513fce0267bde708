import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';

const MESSAGE_TYPE = 'payments-wallet:oauth';
/** How often to look whether the popup was closed. Milliseconds. */
const POLL = 500;

/** What the provider's answer carries: the token, and the `state` it was asked with. */
export interface OAuthAnswer {
  readonly idToken: string;
  readonly state: string;
}

interface PopupMessage extends OAuthAnswer {
  readonly type: typeof MESSAGE_TYPE;
}

function isAnswerTo(state: string, data: unknown): data is PopupMessage {
  const message = (data ?? {}) as Partial<PopupMessage>;
  return (
    message.type === MESSAGE_TYPE && message.state === state && typeof message.idToken === 'string'
  );
}

/**
 * Opens the provider's page in a popup, before anything is awaited, and waits for its answer.
 *
 * @throws WalletError `POPUP_BLOCKED`, `POPUP_CLOSED`
 */
export function openPopup(url: string, state: string, clock: WalletClock): Promise<string> {
  const popup = window.open(url, `payments-wallet-${state}`, 'popup,width=480,height=640');
  if (popup === null) return Promise.reject(new WalletError('POPUP_BLOCKED'));
  return new Promise((resolve, reject) => {
    let cancel = () => {};
    const settle = (end: () => void) => {
      cancel();
      window.removeEventListener('message', hear);
      end();
    };
    const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== popup || !isAnswerTo(state, data)) return;
      settle(() => resolve(data.idToken));
      popup.close();
    };
    const poll = () => {
      if (popup.closed) settle(() => reject(new WalletError('POPUP_CLOSED')));
      else cancel = clock.setTimeout(poll, POLL);
    };
    window.addEventListener('message', hear);
    poll();
  });
}

/**
 * Ends the popup: call it on the page the provider comes back to, which must be of the same origin
 * as the page that opened it.
 *
 * @returns false when nobody waits, because the page was not opened as a popup: then it is a
 * redirect, see `wallet.oauth(id).resume(state)`
 */
export function finishOAuthPopup({ idToken, state }: OAuthAnswer): boolean {
  const opener = globalThis.window?.opener as Window | null | undefined;
  if (opener === null || opener === undefined) return false;
  const message: PopupMessage = { type: MESSAGE_TYPE, idToken, state };
  opener.postMessage(message, location.origin);
  return true;
}
