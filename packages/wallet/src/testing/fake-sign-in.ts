import type { RelayCredential } from '@org/payments-relay/protocol';
import type { WalletClock } from '../clock.ts';
import type { WalletErrorCode } from '../errors/error-facts.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { Lifetime } from '../session/lifetime.ts';
import type { SessionInfo } from '../session/state.ts';
import { CoolDown } from '../sign-in/cool-down.ts';
import type { EmailOtpSignIn } from '../sign-in/email-otp.ts';
import type { OAuthSignIn, PreparedOAuth } from '../sign-in/oauth.ts';
import type { PasskeySignIn, PreparedPasskey } from '../sign-in/passkey.ts';
import type { CallGate } from './controls.ts';

/** Milliseconds a challenge lives. */
export const CHALLENGE_LIFE = 5 * 60_000;

/** The failures that follow a request, which uses its challenge or key. */
const afterRequest: readonly WalletErrorCode[] = [
  ...(['NETWORK', 'SERVICE_UNAVAILABLE', 'RATE_LIMITED', 'REFUSED', 'UNEXPECTED'] as const),
  ...(['OUTCOME_UNKNOWN', 'PASSKEY_REJECTED', 'KEY_UNUSABLE', 'NOT_SIGNED_IN'] as const),
];

/** A challenge or key that is used once, within a time limit. */
export function singleUse(clock: WalletClock, life: number, whenUsed: WalletErrorCode) {
  const lifetime = new Lifetime(clock, life);
  let isUsed = false;
  const timeLeft = () => (isUsed ? 0 : lifetime.left());
  return {
    timeLeft,
    check() {
      if (timeLeft() === 0) throw new WalletError(whenUsed);
    },
    /** Runs work, which uses it unless it fails before its request. */
    async use<T>(work: () => Promise<T>): Promise<T> {
      try {
        const result = await work();
        isUsed = true;
        return result;
      } catch (error) {
        isUsed ||= error instanceof WalletError && afterRequest.includes(error.code);
        throw error;
      }
    },
  };
}

/** Milliseconds between two codes. */
const COOL_DOWN = 30_000;
/** Milliseconds a person has at a provider. */
const PROVIDER_LIFE = 10 * 60_000;

/** The dependencies of the fake ways to sign in. */
export interface FakeSignInOptions {
  readonly clock: WalletClock;
  readonly gate: CallGate;
  /** The code that is accepted. */
  readonly code: string;
  /** The credential with an id; without an id, the account's own of that type. */
  readonly credential: (id: string | undefined, type: string) => RelayCredential;
  readonly signIn: (credential: RelayCredential) => SessionInfo;
}

/** Offers a suggestion until it is picked, or aborted by the call's signal or by a dialog. */
function untilPicked(gate: CallGate, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = () => reject(new WalletError('ABORTED'));
  gate.suggestion?.abort();
  gate.suggestion = { pick: resolve, abort };
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort);
  return promise;
}

/** The ways to sign in to a fake wallet. Nothing is sent, and no dialog is shown. */
export function createFakeSignIn({ clock, gate, code, credential, signIn }: FakeSignInOptions) {
  const coolDowns = new Map<string | undefined, CoolDown>();
  let nonces = 0;

  function emailOtp(id?: string): EmailOtpSignIn {
    const coolDown = coolDowns.get(id) ?? new CoolDown(clock);
    coolDowns.set(id, coolDown);
    const resendIn = () => coolDown.left();
    const verify = (given: string) =>
      gate.pass('emailOtp.verify', [id, given], () => {
        if (given.replace(/\s/g, '') !== code) throw new WalletError('WRONG_CODE');
        return signIn(credential(id, 'EMAIL_OTP'));
      });
    const send = async () => {
      coolDown.check();
      return gate.pass('emailOtp.send', [id], () => {
        const { nickname } = credential(id, 'EMAIL_OTP');
        coolDown.start(COOL_DOWN);
        return { nickname, resendIn, verify };
      });
    };
    return { send, verify, resendIn };
  }

  function passkey(id?: string): PasskeySignIn {
    const prepare = () =>
      gate.pass('passkey.prepare', [id], (): PreparedPasskey => {
        const found = credential(id, 'PASSKEY');
        const { check, use, timeLeft } = singleUse(clock, CHALLENGE_LIFE, 'CHALLENGE_EXPIRED');
        const confirm = () =>
          use(async () => {
            check();
            gate.suggestion?.abort();
            return gate.pass('passkey.confirm', [id], () => signIn(found));
          });
        const autofill: PreparedPasskey['autofill'] = (options) =>
          use(() =>
            gate.pass('passkey.autofill', [id], async () => {
              await untilPicked(gate, options?.signal);
              return signIn(found);
            }),
          );
        return { timeLeft, confirm, autofill };
      });
    return { prepare };
  }

  function oauth(id?: string): OAuthSignIn {
    const prepared = (state: string): PreparedOAuth => {
      const found = credential(id, 'OAUTH');
      const { check, use, timeLeft } = singleUse(clock, PROVIDER_LIFE, 'PENDING_KEY_MISSING');
      const finish = (call: 'oauth.verify' | 'oauth.popup', input: string) =>
        use(() =>
          gate.pass(call, [id, input], () => {
            check();
            return signIn(found);
          }),
        );
      nonces += 1;
      return {
        nonce: nonces.toString(16).padStart(64, 'f'),
        state,
        timeLeft,
        verify: (idToken) => finish('oauth.verify', idToken),
        popup: (url) => finish('oauth.popup', url),
      };
    };
    return {
      prepare: (options) => gate.pass('oauth.prepare', [id, options], () => prepared('fake-state')),
      resume: (state) => gate.pass('oauth.resume', [id, state], () => prepared(state)),
    };
  }

  return { emailOtp, passkey, oauth };
}
