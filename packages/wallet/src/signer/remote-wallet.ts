import { systemClock } from '../clock.ts';
import { guarded, WalletError } from '../errors/wallet-error.ts';
import type { SignerFrame, WalletOptions } from '../options.ts';
import { initialState } from '../session/state.ts';
import type { StateStore } from '../session/state-store.ts';
import { CoolDown } from '../sign-in/cool-down.ts';
import type { Wallet } from '../wallet.ts';
import { openLink, type SignerLink } from './link.ts';
import { fromFailure, type SignOutReply } from './protocol.ts';

/** The methods that the frame carries out; the other parts of a wallet are in the page. */
export type RemoteWallet = Omit<Wallet, 'state' | 'subscribe' | 'forAccount'>;

/**
 * A wallet whose key is in the frame of a signer: every method asks the frame.
 *
 * @param store holds the state of the page's end
 * @param open opens the frame; replaced in tests
 */
export function createRemoteWallet(
  signer: SignerFrame,
  options: WalletOptions,
  store: StateStore,
  open: typeof openLink = openLink,
): RemoteWallet {
  const { clock = systemClock, accountId } = options;
  let left = { milliseconds: 0, at: 0 };
  let opening: Promise<SignerLink> | undefined;
  /** The link to the frame; a new one if the last one has ended. */
  const link = () => {
    opening ??= open(signer, accountId, clock, {
      onState(state, milliseconds) {
        left = { milliseconds, at: clock.monotonic() };
        store.set(state);
      },
      onEvent: (event) => store.emit(event),
      onEnd() {
        opening = undefined;
      },
    });
    return opening;
  };
  const coolDowns = new Map<string | undefined, CoolDown>();
  const coolDownOf = (id: string | undefined) => {
    const known = coolDowns.get(id) ?? new CoolDown(clock);
    coolDowns.set(id, known);
    return known;
  };
  const use = <T>(work: (link: SignerLink) => Promise<T>) =>
    guarded(async () => work(await link()));

  return {
    ready: () =>
      use((it) => it.call('ready')).then(
        () => store.state,
        () => {
          // The frame is not available: the state is signed out, and ready.
          store.set({ ...initialState, ready: true, persistence: 'memory' });
          return store.state;
        },
      ),
    timeLeft: () => Math.max(0, left.milliseconds - (clock.monotonic() - left.at)),
    account: () => use((it) => it.call('account')),
    emailOtp(id) {
      const coolDown = coolDownOf(id);
      const resendIn = () => coolDown.left();
      const verify = (code: string) => use((it) => it.call<never>('verifyCode', id, code));
      const send = () =>
        use(async (it) => {
          const sent = await coolDown.during(() =>
            it.call<{ nickname: string; resendIn: number }>('sendCode', id),
          );
          coolDown.start(sent.resendIn);
          return { nickname: sent.nickname, resendIn, verify };
        });
      return { send, verify, resendIn };
    },
    passkey: (id) => ({ prepare: () => use((it) => it.preparePasskey(id)) }),
    oauth: (id) => ({
      prepare: (how) => use((it) => it.oauth('prepareOAuth', id, how)),
      resume: (state) => use((it) => it.oauth('resumeOAuth', id, state)),
    }),
    addPasskey: (passkey, ceremony) =>
      use(async (it) => (await it.prepareNewPasskey(passkey)).confirm(ceremony)),
    prepareNewPasskey: (passkey) => use((it) => it.prepareNewPasskey(passkey)),
    removeCredential: (id) => use((it) => it.call('removeCredential', id)),
    run: (action, input, how) => use((it) => it.call('run', action, input, { ...how })),
    stamp: () => Promise.reject(new WalletError('STAMP_DISABLED')),
    refresh: () => use((it) => it.call('refresh')),
    sessions: {
      list: () => use((it) => it.call('listSessions')),
      end: (id) => use((it) => it.call('endSession', id)),
    },
    signOut: (how) =>
      use(async (it) => {
        const { outcome, failure } = await it.call<SignOutReply>('signOut', { ...how });
        return failure === undefined ? outcome : { ...outcome, cause: fromFailure(failure) };
      }),
    close: () => void opening?.then((it) => it.close()).catch(() => {}),
  };
}
