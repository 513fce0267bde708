import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { loadLazy } from '../load-lazy.ts';
import type { SessionInfo } from '../session/state.ts';
import type { CoolDown } from './cool-down.ts';
import { finishSignIn } from './finish.ts';

/** Seconds between two codes when the relay names none. */
const DEFAULT_COOL_DOWN = 30;

/** Sign-in with a code sent by e-mail. */
export interface EmailOtpSignIn {
  /**
   * Sends a code.
   *
   * @throws WalletError `RATE_LIMITED` with `retryAfter`, during the cool-down without asking the
   * relay; and as every call to the relay
   */
  send(): Promise<EmailOtp>;
  /** Seconds until another code can be sent. */
  resendIn(): number;
  /**
   * Signs in with a code, also one that was sent before the page was reloaded. White space in it does not count. A wrong code keeps the flow: call
   * again with another.
   *
   * @throws WalletError `WRONG_CODE`, `CODE_EXPIRED`, `RATE_LIMITED`, `KEY_UNUSABLE`,
   * `CEREMONY_IN_PROGRESS` while another code is being verified
   */
  verify(code: string): Promise<SessionInfo>;
}

/** A code is on its way. */
export interface EmailOtp extends Pick<EmailOtpSignIn, 'verify' | 'resendIn'> {
  /** The address, as much of it as the relay shows. */
  readonly nickname: string;
}

/** Cool-downs outlive the flow objects: a component that mounts again must not reset them. */
export interface CoolDowns {
  readonly send: CoolDown;
  readonly verify: CoolDown;
}

/** Sign-in with a code for one credential. */
export function createEmailOtpSignIn(
  context: WalletContext,
  id: string,
  coolDowns: CoolDowns,
): EmailOtpSignIn {
  let isVerifying = false;

  async function verify(code: string): Promise<SessionInfo> {
    if (isVerifying) throw new WalletError('CEREMONY_IN_PROGRESS');
    const otp = code.replace(/\s/g, '');
    if (otp === '') throw new WalletError('WRONG_CODE');
    isVerifying = true;
    try {
      return await coolDowns.verify.during(async () => {
        const { generateClientKey } = await loadLazy();
        // Single use: another code is verified with another key.
        const key = await generateClientKey();
        const request = { type: 'EMAIL_OTP', id, otp, clientPublicKey: key.publicKey } as const;
        return finishSignIn(context, request, key);
      });
    } finally {
      isVerifying = false;
    }
  }

  const resendIn = () => coolDowns.send.left();

  async function send(): Promise<EmailOtp> {
    const sent = await coolDowns.send.during(async () => {
      void loadLazy().catch(() => {});
      await context.keeper.start();
      return context.transport.challenge({ id });
    });
    if (sent.type !== 'EMAIL_OTP') throw new WalletError('INVALID_INPUT');
    coolDowns.send.start(sent.retryAfter ?? DEFAULT_COOL_DOWN);
    return { nickname: sent.nickname, resendIn, verify };
  }

  return { send, resendIn, verify };
}
