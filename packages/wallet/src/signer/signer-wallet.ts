import { guarded } from '../errors/wallet-error.ts';
import type { SignerFrame, WalletOptions } from '../options.ts';
import { once } from '../platform/once.ts';
import { ownOptions, plain } from '../platform/page-input.ts';
import { StateStore } from '../session/state-store.ts';
import type { EmailOtpSignIn } from '../sign-in/email-otp.ts';
import type { ActionMap, Wallet } from '../wallet.ts';
import type { RemoteWallet } from './remote-wallet.ts';

type Far = (...args: readonly unknown[]) => Promise<unknown>;

const METHODS = 'ready account addPasskey prepareNewPasskey removeCredential stamp refresh signOut';

/** The page's side of a wallet whose key is in a signer; the code that calls the frame is loaded lazily. */
export function createSignerWallet<Actions extends ActionMap<Actions>>(
  frame: SignerFrame,
  given: WalletOptions,
): Wallet<Actions> {
  const [signer, options] = [ownOptions(frame), ownOptions(given)];
  const store = new StateStore();
  let opened: RemoteWallet | undefined;
  const remote = once(async () => {
    const { createRemoteWallet } = await import('./remote-wallet.ts');
    opened = createRemoteWallet(signer, options, store);
    return opened;
  });
  const far = (find: (wallet: RemoteWallet) => unknown): Far => {
    return (...args) => guarded(async () => (find(await remote()) as Far)(...args));
  };
  const methods = METHODS.split(' ').map((name) => [
    name,
    far((wallet) => wallet[name as keyof RemoteWallet]),
  ]);
  const others = new Map<string, Wallet<Actions>>();

  const wallet = {
    ...Object.fromEntries(methods),
    get state() {
      return store.state;
    },
    subscribe: (listener) => store.subscribe(listener),
    run: (action, input, how) =>
      guarded(async () => {
        const asked = plain(input);
        return (await remote()).run(action, asked, how);
      }),
    timeLeft: () => opened?.timeLeft() ?? 0,
    forAccount(accountId) {
      if (accountId === options.accountId) return wallet;
      const own = { ...options, accountId };
      const other = others.get(accountId) ?? createSignerWallet<Actions>(signer, own);
      others.set(accountId, other);
      return other;
    },
    emailOtp(id) {
      let flow: EmailOtpSignIn | undefined;
      const known = (it: RemoteWallet) => {
        flow ??= it.emailOtp(id);
        return flow;
      };
      return {
        send: far((it) => known(it).send),
        verify: far((it) => known(it).verify),
        resendIn: () => flow?.resendIn() ?? 0,
      };
    },
    sessions: { list: far((it) => it.sessions.list), end: far((it) => it.sessions.end) },
    passkey: (id) => ({ prepare: far((it) => it.passkey(id).prepare) }),
    oauth: (id) => ({
      prepare: far((it) => it.oauth(id).prepare),
      resume: far((it) => it.oauth(id).resume),
    }),
    close() {
      // Also while its code is still being loaded.
      if (typeof window !== 'undefined')
        void remote()
          .then((it) => it.close())
          .catch(() => {});
      for (const other of others.values()) other.close();
    },
  } as Wallet<Actions>;
  if (typeof window !== 'undefined') void wallet.ready();
  return wallet;
}
