import type { RelayCredential } from '@org/payments-relay/protocol';
import type { WalletError } from '../errors/wallet-error.ts';
import type { SignOutOptions } from '../lifecycle/revoke.ts';
import { initialState, type SessionInfo, type WalletState } from '../session/state.ts';
import type { PreparedNewPasskey } from '../sign-in/add-passkey.ts';
import type { SignedOut, WalletSession } from '../wallet.ts';
import { type AnyWallet, type Flow, FlowStore, shownError } from './flow.ts';

/** What a person can do with the session. */
export interface SessionSteps {
  /** Signs out; undefined if that failed. */
  readonly signOut: (options?: SignOutOptions) => Promise<SignedOut | undefined>;
  /** Keeps the session open; undefined if that failed. */
  readonly refresh: () => Promise<SessionInfo | undefined>;
}

/**
 * The state of a wallet.
 *
 * @param initial the state on a server, while hydrating, and until storage was read, such as
 * `sessionFromCookie()` returns it; default signed out
 */
export function sessionFlow(
  wallet: AnyWallet,
  initial: WalletState = initialState,
): Flow<WalletState, SessionSteps> {
  return {
    getSnapshot: () => (wallet.state.ready ? wallet.state : initial),
    getServerSnapshot: () => initial,
    subscribe: (listener) => wallet.subscribe(() => listener()),
    steps: {
      signOut: (options) => wallet.signOut(options).catch(() => undefined),
      refresh: () => wallet.refresh().catch(() => undefined),
    },
  };
}

/** What every list of the account has. */
export interface ListState {
  /** `ready`: the list is complete; `working`: a change of it is under way. */
  readonly status: 'signed-out' | 'loading' | 'ready' | 'working' | 'failed';
  /** What to show; never a silent error. */
  readonly error: WalletError | undefined;
}

/** A list that is read when somebody signs in, and again after each change. */
function listFlow<State extends ListState>(
  wallet: AnyWallet,
  empty: State,
  read: () => Promise<Partial<State>>,
) {
  let turn = 0;
  const set = (change: Partial<ListState>) => store.set(change as Partial<State>);
  async function reload(): Promise<void> {
    turn += 1;
    const mine = turn;
    await wallet.ready();
    const { status } = wallet.state;
    if (status === 'signed-out' || status === 'expired') {
      if (turn === mine) store.set({ ...empty, status: 'signed-out' });
      return;
    }
    try {
      const found = await read();
      // Of two readings the older can end last.
      if (turn === mine) store.set({ ...found, status: 'ready' } as Partial<State>);
    } catch (cause) {
      if (turn === mine) set({ status: 'failed', error: shownError(cause) });
    }
  }
  const store: FlowStore<State> = new FlowStore(empty, () => {
    void reload();
    return wallet.subscribe(({ type }) => {
      if (/^(?:signed_in|signed_out|adopted|refreshed)$/.test(type)) void reload();
    });
  });
  async function change<T>(work: () => Promise<T>): Promise<T | undefined> {
    const running = (async () => work())();
    set({ status: 'working', error: undefined });
    try {
      const result = await running;
      await reload();
      return result;
    } catch (cause) {
      // Nobody knows whether a change was applied whose response was lost.
      await reload();
      set({ error: shownError(cause) });
      return undefined;
    }
  }
  return { store, change, reload };
}

/** The signed-in devices. */
export interface SessionsState extends ListState {
  readonly sessions: readonly WalletSession[];
}

/** What a person can do with the devices. */
export interface SessionsSteps {
  /** Reads the list again. */
  readonly reload: () => Promise<void>;
  /** Ends one; false if that failed. */
  readonly end: (sessionId: string) => Promise<boolean>;
}

/** The live sessions of the account. */
export function sessionsFlow(wallet: AnyWallet): Flow<SessionsState, SessionsSteps> {
  const empty: SessionsState = { status: 'loading', error: undefined, sessions: [] };
  const { store, change, reload } = listFlow(wallet, empty, async () => ({
    sessions: await wallet.sessions.list(),
  }));
  const end = async (id: string) =>
    (await change(() => wallet.sessions.end(id).then(() => true))) ?? false;
  return store.flow({ reload, end });
}

/** The passkeys of the account. */
export interface PasskeysState extends ListState {
  readonly passkeys: readonly RelayCredential[];
}

/** What a person can do with the passkeys. */
export interface PasskeysSteps {
  /** Reads the list again. */
  readonly reload: () => Promise<void>;
  /** Ahead of the click that adds a passkey of this name, which Safari's dialog needs. */
  readonly prepare: (nickname: string) => Promise<void>;
  /** Adds one, first in the click handler; undefined if that failed. */
  readonly add: (nickname: string) => Promise<RelayCredential | undefined>;
  /** Removes one; false if that failed. */
  readonly remove: (credentialId: string) => Promise<boolean>;
}

/** The passkeys of the account, and the ways to add and remove one. */
export function passkeysFlow(wallet: AnyWallet): Flow<PasskeysState, PasskeysSteps> {
  let prepared: { readonly nickname: string; readonly passkey: PreparedNewPasskey } | undefined;
  const empty: PasskeysState = { status: 'loading', error: undefined, passkeys: [] };
  const { store, change, reload } = listFlow(wallet, empty, async () => {
    const { credentials } = await wallet.account();
    return { passkeys: credentials.filter(({ type }) => type === 'PASSKEY') };
  });
  return store.flow({
    reload,
    async prepare(nickname) {
      const passkey = await wallet.prepareNewPasskey({ nickname }).catch(() => undefined);
      prepared = passkey && { nickname, passkey };
    },
    add: (nickname) =>
      change(() => {
        const isReady = prepared?.nickname === nickname && prepared.passkey.timeLeft() > 0;
        return isReady && prepared ? prepared.passkey.confirm() : wallet.addPasskey({ nickname });
      }),
    remove: async (id) =>
      (await change(() => wallet.removeCredential(id).then(() => true))) ?? false,
  });
}
