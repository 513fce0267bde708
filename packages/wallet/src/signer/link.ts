import type { WalletClock } from '../clock.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { loadLazy } from '../load-lazy.ts';
import type { SignerFrame } from '../options.ts';
import { ownOptions, plain } from '../platform/page-input.ts';
import { within } from '../platform/within.ts';
import { Lifetime } from '../session/lifetime.ts';
import type { SessionInfo, WalletEvent, WalletState } from '../session/state.ts';
import type { NewPasskey, PreparedNewPasskey } from '../sign-in/add-passkey.ts';
import type { CeremonyOptions } from '../sign-in/ceremony.ts';
import type { OAuthPrepareOptions, PreparedOAuth } from '../sign-in/oauth.ts';
import type { PreparedPasskey } from '../sign-in/passkey.ts';
import { createFrame } from './frame-element.ts';
import {
  CEREMONY_HASH,
  fromFailure,
  type SignerChallenge,
  type SignerMessage,
} from './protocol.ts';

/** Milliseconds the frame may take to load. */
const LOAD_TIMEOUT = 20_000;
/** Milliseconds a loaded frame may take to accept the page. */
const GREETING_TIMEOUT = 2_000;

/** Why a frame that has loaded does not respond: mostly a header. */
function causeOfSilence(origin: string, isForbidden: boolean): string {
  if (isForbidden) {
    return `the \`frame-src\` of this page's Content-Security-Policy does not allow ${origin}`;
  }
  if (globalThis.crossOriginIsolated) {
    return `this page is isolated: send \`Cross-Origin-Embedder-Policy: require-corp\` and \`Cross-Origin-Resource-Policy: same-site\` with the page of ${origin}`;
  }
  return `the page of ${origin} did not respond: check that it runs \`startSigner\` with ${location.origin} in \`pages\`, that neither its \`frame-ancestors\` nor its \`X-Frame-Options\` forbids this page, and, if this page sends \`Cross-Origin-Embedder-Policy\`, that it does too`;
}

/** Notices when the policy of this page forbids the frame. */
function watchPolicy(origin: string): { isForbidden(): boolean; stop(): void } {
  let isForbidden = false;
  const see = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    isForbidden ||=
      blockedURI.startsWith(origin) && /^(?:frame|child|default)-src/.test(effectiveDirective);
  };
  document.addEventListener('securitypolicyviolation', see);
  return {
    isForbidden: () => isForbidden,
    stop: () => document.removeEventListener('securitypolicyviolation', see),
  };
}

/** Methods whose outcome is not known when the frame ends before it has responded. */
const CHANGES: readonly string[] = ['run', 'confirmNewPasskey', 'removeCredential'];

/** The callbacks for the frame's messages. */
export interface LinkListeners {
  onState(state: WalletState, timeLeft: number): void;
  onEvent(event: WalletEvent): void;
  /** The frame was closed, reloaded, removed or stopped: this link cannot be used any more. */
  onEnd(): void;
}

interface Waiting {
  readonly method: string;
  readonly resolve: (value: never) => void;
  readonly reject: (error: WalletError) => void;
}

/**
 * Opens the frame of a signer, and a channel to it.
 *
 * @throws WalletError `SIGNER_UNAVAILABLE` when the frame does not respond
 */
export async function openLink(
  signer: SignerFrame,
  accountId: string | undefined,
  clock: WalletClock,
  { onState, onEvent, onEnd }: LinkListeners,
) {
  const url = new URL(signer.path ?? '/', signer.origin);
  const { origin } = url;
  const policy = watchPolicy(origin);
  const frame = createFrame(signer);
  const { port1: port, port2 } = new MessageChannel();
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isOver = false;

  function call<T>(method: string, ...args: readonly unknown[]): Promise<T> {
    return new Promise((resolve, reject) => {
      if (isOver) throw new WalletError('SIGNER_UNAVAILABLE');
      last += 1;
      port.postMessage({ id: last, method, args: plain(args) });
      waiting.set(last, { method, resolve, reject });
    });
  }

  function close(): void {
    if (isOver) return;
    isOver = true;
    port.close();
    frame.remove();
    for (const { method, reject } of waiting.values()) {
      const isOpen = CHANGES.includes(method);
      reject(new WalletError(isOpen ? 'OUTCOME_UNKNOWN' : 'SIGNER_UNAVAILABLE'));
    }
    waiting.clear();
    onEnd();
  }

  // Also after a crash of the frame, if the browser reports it (Chromium).
  port.addEventListener('close', close);
  let accept = () => {};
  const accepted = new Promise<void>((resolve) => {
    accept = resolve;
  });
  port.onmessage = ({ data }: MessageEvent<SignerMessage>) => {
    if (data.type === 'connected') return accept();
    if (data.type === 'state') return onState(Object.freeze(data.state), data.timeLeft);
    if (data.type === 'event') return onEvent(data.event);
    if (data.type === 'show') return frame.show(data.size);
    if (data.type === 'ended') return close();
    const { resolve, reject } = waiting.get(data.id) ?? {};
    waiting.delete(data.id);
    if (data.type === 'result') resolve?.(data.value as never);
    else reject?.(fromFailure(data.failure));
  };

  try {
    await within(clock, LOAD_TIMEOUT, () => frame.loaded);
    await within(clock, GREETING_TIMEOUT, () => {
      frame.send({ type: 'payments-wallet:connect', version: 1, accountId }, port2);
      return accepted;
    });
    await within(clock, LOAD_TIMEOUT, () => call('ready'));
  } catch (cause) {
    close();
    const message = causeOfSilence(origin, policy.isForbidden());
    throw new WalletError('SIGNER_UNAVAILABLE', { cause, message });
  } finally {
    policy.stop();
  }

  const lifetimeOf = ({ timeLeft }: { readonly timeLeft: number }) => {
    const lifetime = new Lifetime(clock, timeLeft);
    return () => lifetime.left();
  };
  /** What was prepared in the frame, to be confirmed there. */
  async function prepared<T>(method: string, confirming: string, of: unknown) {
    const found = await call<SignerChallenge>(method, of);
    const timeLeft = lifetimeOf(found);
    async function confirm(options?: CeremonyOptions): Promise<T> {
      const { signal, ...how } = ownOptions(options);
      if (signal?.aborted === true) throw new WalletError('ABORTED');
      if (timeLeft() === 0) throw new WalletError('CHALLENGE_EXPIRED');
      // In the click, before anything is awaited: the frame talks to it.
      const opened = window.open(
        new URL(CEREMONY_HASH, url),
        '_blank',
        'popup,width=480,height=640',
      );
      const stop = () => void call('stopCeremony').catch(() => {});
      signal?.addEventListener('abort', stop);
      return call<T>(confirming, found.handle, how).finally(() => {
        signal?.removeEventListener('abort', stop);
        opened?.close();
      });
    }
    return { timeLeft, confirm };
  }
  return {
    call,
    close,
    /** The ceremony runs in the frame: an assertion of the page's is not accepted. */
    preparePasskey: async (id: string | undefined): Promise<PreparedPasskey> => ({
      ...(await prepared<SessionInfo>('preparePasskey', 'confirmPasskey', id)),
      // The inputs of the page are not in the frame.
      autofill: () => Promise.reject(new WalletError('PASSKEYS_UNSUPPORTED')),
    }),
    prepareNewPasskey: (passkey: NewPasskey): Promise<PreparedNewPasskey> =>
      prepared('prepareNewPasskey', 'confirmNewPasskey', passkey),
    async oauth(
      method: 'prepareOAuth' | 'resumeOAuth',
      id: string | undefined,
      more: OAuthPrepareOptions | string | undefined,
    ): Promise<PreparedOAuth> {
      type Found = SignerChallenge & { readonly nonce: string; readonly state: string };
      const found = await call<Found>(method, id, more);
      const { nonce, state } = found;
      const { openPopup } = await loadLazy();
      const verify = (idToken: string) => call<never>('verifyOAuth', found.handle, idToken);
      return {
        nonce,
        state,
        timeLeft: lifetimeOf(found),
        verify,
        popup: (url, options) => openPopup(url, state, clock, options?.signal).then(verify),
      };
    },
  };
}

/** The page's end of the channel to its signer. */
export type SignerLink = Awaited<ReturnType<typeof openLink>>;
