import type { WalletError } from '../errors/wallet-error.ts';
import type { SessionInfo } from '../session/state.ts';
import { type AnyWallet, type Flow, FlowStore, shownError } from './flow.ts';

/** Sign-in by e-mail code, for one input and two buttons. */
export interface OtpState {
  /** How far the sign-in has come. */
  readonly status: 'idle' | 'sending' | 'sent' | 'verifying' | 'signed-in';
  /** The address, once a code was sent. */
  readonly nickname: string | undefined;
  /** Milliseconds until another code can be sent; updated once a second. */
  readonly resendIn: number;
  /** What to show; never a silent error. */
  readonly error: WalletError | undefined;
}

/** What a person can do with a code. */
export interface OtpSteps {
  /** Sends a code, or another one. */
  readonly send: () => Promise<void>;
  /** Signs in; after a wrong code, `status` is `sent` again and `error` is set. */
  readonly verify: (code: string) => Promise<SessionInfo | undefined>;
}

const SECOND = 1_000;

/**
 * Signs in with a code sent by e-mail. Set `autocomplete="one-time-code"` and `inputmode="numeric"`
 * on the input.
 *
 * @param credentialId `AuthMethod:...`; left out, the account's newest e-mail address
 */
export function otpFlow(wallet: AnyWallet, credentialId?: string): Flow<OtpState, OtpSteps> {
  const signIn = wallet.emailOtp(credentialId);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const count = () => {
    clearTimeout(timer);
    const resendIn = signIn.resendIn();
    store.set({ resendIn });
    if (resendIn > 0) timer = setTimeout(count, resendIn % SECOND || SECOND);
  };
  const store = new FlowStore<OtpState>(
    { status: 'idle', nickname: undefined, resendIn: 0, error: undefined },
    () => {
      count();
      const stop = wallet.subscribe(({ type }) => type === 'signed_out' && store.reset());
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
  );
  /** Returns to the step before when it fails. */
  async function run<T>(status: 'sending' | 'verifying', work: () => Promise<T>) {
    const before = store.state.nickname === undefined ? 'idle' : 'sent';
    store.set({ status, error: undefined });
    try {
      return await work();
    } catch (cause) {
      store.set({ status: before, error: shownError(cause) });
      return undefined;
    } finally {
      count();
    }
  }
  return store.flow({
    async send() {
      const sent = await run('sending', () => signIn.send());
      if (sent !== undefined) store.set({ status: 'sent', nickname: sent.nickname });
    },
    async verify(code) {
      const session = await run('verifying', () => signIn.verify(code));
      if (session !== undefined) store.set({ status: 'signed-in' });
      return session;
    },
  });
}
