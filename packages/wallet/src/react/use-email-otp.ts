import { useCallback, useEffect, useMemo, useState } from 'react';
import type { WalletError } from '../errors/wallet-error.ts';
import type { SessionInfo } from '../session/state.ts';
import type { EmailOtpSignIn } from '../sign-in/email-otp.ts';
import { useTask } from './use-task.ts';

/** The status of a sign-in by e-mail code. */
export type EmailOtpStatus = 'idle' | 'sending' | 'sent' | 'verifying' | 'signed-in';

/** Sign-in by e-mail code, for one input and two buttons. */
export interface EmailOtpFlow {
  /** How far the sign-in has come. */
  readonly status: EmailOtpStatus;
  /** The address, once a code was sent. */
  readonly nickname: string | undefined;
  /** Milliseconds until another code can be sent; updated once a second. */
  readonly resendIn: number;
  /** What to show; never a silent error. */
  readonly error: WalletError | undefined;
  /** Sends a code, or another one. Never rejects: the outcome is in the state. */
  readonly send: () => Promise<void>;
  /** Signs in; after a wrong code, `status` is `sent` again and `error` is set. */
  readonly verify: (code: string) => Promise<SessionInfo | undefined>;
}

const SECOND = 1000;

/** Renders again when another whole second has passed, as long as there is a wait. */
function useCountdown(left: () => number): number {
  const [, tick] = useState(0);
  const milliseconds = left();
  useEffect(() => {
    if (milliseconds === 0) return;
    const timer = setTimeout(() => tick((count) => count + 1), milliseconds % SECOND || SECOND);
    return () => clearTimeout(timer);
  });
  return milliseconds;
}

/**
 * Signs in with a code sent by e-mail. Set `autocomplete="one-time-code"` and `inputmode="numeric"`
 * on the input.
 *
 * @param credentialId `AuthMethod:...`; left out, the account's newest e-mail address
 */
export function useEmailOtp(
  wallet: { emailOtp(credentialId?: string): EmailOtpSignIn },
  credentialId?: string,
): EmailOtpFlow {
  const signIn = useMemo(() => wallet.emailOtp(credentialId), [wallet, credentialId]);
  const sending = useTask(() => signIn.send());
  const verifying = useTask((code: string) => signIn.verify(code));
  const resendIn = useCountdown(() => signIn.resendIn());
  const { run: runSend } = sending;
  const { reset: forgetVerify } = verifying;
  const send = useCallback(async () => {
    forgetVerify();
    await runSend();
  }, [runSend, forgetVerify]);

  const status = (): EmailOtpStatus => {
    if (verifying.status === 'done') return 'signed-in';
    if (verifying.status === 'running') return 'verifying';
    if (sending.status === 'running') return 'sending';
    return sending.result === undefined ? 'idle' : 'sent';
  };

  return {
    status: status(),
    nickname: sending.result?.nickname,
    resendIn,
    error: verifying.error ?? sending.error,
    send,
    verify: verifying.run,
  };
}
