import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { attempt } from '../platform/within.ts';
import { isOAuthResponse, oauthChannel } from './oauth-message.ts';

/** The interval of checks whether the popup was closed. Milliseconds. */
const POLL = 500;
/** How long this page must have had the focus until a popup counts as closed. Milliseconds. */
const GRACE = 2_000;

/**
 * Opens the provider's page in a popup, before anything is awaited, and waits for its response: as
 * a message from the popup, or over a channel of this origin. A provider that sends
 * `Cross-Origin-Opener-Policy` severs the popup from this page, which then looks closed at once;
 * so it only counts as closed when this page has the focus again and keeps it.
 *
 * @throws WalletError `POPUP_BLOCKED`, `POPUP_CLOSED`, `ABORTED`
 */
export function openPopup(
  url: string,
  state: string,
  clock: WalletClock,
  signal?: AbortSignal,
): Promise<string> {
  if (signal?.aborted === true) return Promise.reject(new WalletError('ABORTED'));
  const popup = window.open(url, `payments-wallet-${state}`, 'popup,width=480,height=640');
  if (popup === null) return Promise.reject(new WalletError('POPUP_BLOCKED'));
  return new Promise((resolve, reject) => {
    const channel = attempt(() => new BroadcastChannel(oauthChannel(state)));
    const stop = new AbortController();
    let cancel = () => {};
    let closedFor = 0;
    const settle = (end: () => void) => {
      cancel();
      stop.abort();
      channel?.close();
      end();
    };
    const take = (data: unknown) => {
      if (!isOAuthResponse(state, data)) return false;
      settle(() => resolve(data.idToken));
      return true;
    };
    const poll = () => {
      closedFor = popup.closed && document.hasFocus() ? closedFor + POLL : 0;
      if (closedFor > GRACE) settle(() => reject(new WalletError('POPUP_CLOSED')));
      else cancel = clock.setTimeout(poll, POLL);
    };
    const onMessage = ({ origin, source, data, ports }: MessageEvent<unknown>) => {
      if (origin !== location.origin || source !== popup || !take(data)) return;
      ports[0]?.postMessage('taken');
      popup.close();
    };
    window.addEventListener('message', onMessage, { signal: stop.signal });
    if (channel !== undefined) {
      channel.onmessage = ({ data }: MessageEvent<unknown>) => {
        if (!isOAuthResponse(state, data)) return;
        attempt(() => channel.postMessage({ type: 'taken', state }));
        take(data);
      };
    }
    signal?.addEventListener('abort', () => settle(() => reject(new WalletError('ABORTED'))), {
      signal: stop.signal,
    });
    poll();
  });
}
