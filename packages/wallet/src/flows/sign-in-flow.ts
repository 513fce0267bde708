import type { WalletError } from '../errors/wallet-error.ts';
import type { SessionInfo } from '../session/state.ts';
import type { PreparedOAuth } from '../sign-in/oauth.ts';
import type { PreparedPasskey } from '../sign-in/passkey.ts';
import { type AnyWallet, type Flow, FlowStore, shownError } from './flow.ts';
import { Offered, wasPicked } from './offered.ts';

/** The status of a sign-in by passkey or provider. */
export type SignInStatus = 'preparing' | 'ready' | 'confirming' | 'signed-in' | 'unavailable';

/** A sign-in for one button. */
export interface SignInState {
  /** Enable the button when `ready`. `unavailable`: `error` explains why; `prepare()` tries again. */
  readonly status: SignInStatus;
  /** What to show; never a silent error. */
  readonly error: WalletError | undefined;
}

/** Fetches another challenge. Not needed otherwise: those that were used or have expired are replaced. */
interface Preparing {
  readonly prepare: () => void;
}

/** What a person can do with a passkey. */
export interface PasskeySteps extends Preparing {
  /** Call it first in the click handler. */
  readonly confirm: () => Promise<SessionInfo | undefined>;
}

/** What a person can do with a provider. */
export interface OAuthSteps extends Preparing {
  /** Call it first in the click handler, with the address of the provider's page. */
  readonly popup: (
    url: (request: { readonly nonce: string; readonly state: string }) => string,
  ) => Promise<SessionInfo | undefined>;
}

/** A sign-in that is prepared ahead of the click, as long as somebody listens. */
function signInFlow<P extends PreparedPasskey | PreparedOAuth>(
  wallet: AnyWallet,
  create: () => Promise<P>,
  offer?: (prepared: P, signal: AbortSignal) => void,
) {
  let offered: Offered<P> | undefined;
  const store = new FlowStore<SignInState>({ status: 'preparing', error: undefined }, () => {
    const made = new Offered(
      () =>
        create().catch((cause: unknown) => {
          store.set({ status: 'unavailable', error: shownError(cause) });
          throw cause;
        }),
      (prepared, signal) => {
        if (store.state.status !== 'confirming') store.set({ status: 'ready' });
        offer?.(prepared, signal);
      },
    );
    offered = made;
    void made.prepare();
    const stop = wallet.subscribe(({ type }) => type === 'signed_out' && prepare());
    return () => {
      stop();
      made.stop();
      offered = undefined;
      store.reset();
    };
  });

  function prepare(): void {
    store.set({ status: 'preparing', error: undefined });
    void offered?.prepare();
  }

  async function sign(
    use: (prepared: P) => Promise<SessionInfo>,
  ): Promise<SessionInfo | undefined> {
    const prepared = offered?.prepared;
    if (prepared === undefined) return undefined;
    // Before anything is drawn: the browser's dialogs need the click.
    const running = (async () => use(prepared))();
    store.set({ status: 'confirming', error: undefined });
    try {
      const session = await running;
      store.set({ status: 'signed-in' });
      return session;
    } catch (cause) {
      store.set({ status: 'preparing', error: shownError(cause) });
      await offered?.prepare();
      return undefined;
    }
  }
  return { store, prepare, sign };
}

/** The options of a sign-in by passkey. */
export interface PasskeyFlowOptions {
  /** Offer it among the suggestions of an `<input autocomplete="username webauthn">` as well. */
  readonly autofill?: boolean | undefined;
}

/**
 * Signs in with a passkey.
 *
 * @param credentialId `AuthMethod:...`; left out, any passkey of the account
 */
export function passkeyFlow(
  wallet: AnyWallet,
  credentialId?: string,
  { autofill = false }: PasskeyFlowOptions = {},
): Flow<SignInState, PasskeySteps> {
  const create = () => wallet.passkey(credentialId).prepare();
  const { store, prepare, sign } = signInFlow(wallet, create, (prepared, signal) => {
    if (!autofill) return;
    prepared.autofill({ signal }).then(
      (session) => sign(async () => session),
      (error: unknown) => {
        if (signal.aborted || !wasPicked(prepared, error)) return;
        void sign(() => Promise.reject(error));
      },
    );
  });
  return store.flow({ prepare, confirm: () => sign((prepared) => prepared.confirm()) });
}

/**
 * Signs in with an identity provider, in a popup.
 *
 * @param credentialId `AuthMethod:...`; left out, the account's newest identity
 */
export function oauthFlow(wallet: AnyWallet, credentialId?: string): Flow<SignInState, OAuthSteps> {
  const { store, prepare, sign } = signInFlow(wallet, () => wallet.oauth(credentialId).prepare());
  return store.flow({
    prepare,
    popup: (url) => sign((prepared) => prepared.popup(url(prepared))),
  });
}
