import { readCode } from '@org/payments-contract/internal';
import type { WalletContext } from '../context.ts';
import { toWalletError, WalletError } from '../errors/wallet-error.ts';
import type { SessionInfo } from '../session/state.ts';
import { credentialFor, finishSignIn, hintOf } from './finish.ts';

/** Milliseconds between two codes when the relay names none. */
const DEFAULT_COOL_DOWN = 30_000;

/** Sign-in with a code sent by e-mail. */
export interface EmailOtpSignIn {
  /**
   * Sends a code.
   *
   * @throws WalletError `RATE_LIMITED` with `retryAfter`, during the cool-down without asking the
   * relay; and as every call to the relay
   */
  send(): Promise<EmailOtp>;
  /** Milliseconds until another code can be sent; 0 when it can be sent now. */
  resendIn(): number;
  /**
   * Signs in with a code, also one that was sent before the page was reloaded. It is
   * read as it was typed: digits may be of any script, and spaces, hyphens and characters that nobody
   * sees are left out. A wrong code keeps the flow: call again with another.
   *
   * @throws WalletError `WRONG_CODE`, `CODE_EXPIRED`, `RATE_LIMITED`, `KEY_UNUSABLE`,
   *   `CEREMONY_IN_PROGRESS` while another code is being verified
   */
  verify(code: string): Promise<SessionInfo>;
}

/** The result of sending a code. */
export interface EmailOtp extends Pick<EmailOtpSignIn, 'verify' | 'resendIn'> {
  /** The address, masked by the relay: `a•••@example.com`. */
  readonly nickname: string;
}

/** Sign-in with a code for one credential, or for the account's newest address. */
export function createEmailOtpSignIn(
  context: WalletContext,
  given: string | undefined,
): EmailOtpSignIn {
  const coolDowns = context.coolDowns(given);
  let isVerifying = false;

  /** The credential of a code that was sent before the page was loaded. */
  async function find(): Promise<{ readonly id: string }> {
    const { id } = await credentialFor(context, given, 'EMAIL_OTP');
    return { id };
  }

  async function verify(code: string): Promise<SessionInfo> {
    if (isVerifying) throw new WalletError('CEREMONY_IN_PROGRESS');
    const otp = readCode(code);
    // Not a code: it would cost an attempt.
    if (!/^[\x21-\x7e]+$/.test(otp)) throw new WalletError('WRONG_CODE');
    isVerifying = true;
    try {
      return await coolDowns.verify.during(async () => {
        // Single use: each code is verified with a new key.
        const credential = coolDowns.sent ?? (await find());
        const key = await context.dialect.generateKey();
        const code = { type: 'EMAIL_OTP', otp, clientPublicKey: key.publicKey } as const;
        const session = await finishSignIn(context, { ...credential, ...code }, key);
        coolDowns.sent = undefined;
        return session;
      });
    } finally {
      isVerifying = false;
    }
  }

  const resendIn = () => coolDowns.send.left();

  async function send(): Promise<EmailOtp> {
    const sent = await coolDowns.send.during(async () => {
      await context.keeper.start();
      const credential = given === undefined ? {} : { id: given };
      const request = { ...credential, ...hintOf(context) };
      return context.transport.challenge(request).catch((cause: unknown) => {
        const isMissing = given === undefined && toWalletError(cause).serviceCode === 'NOT_FOUND';
        throw isMissing ? new WalletError('NO_CREDENTIAL', { cause }) : cause;
      });
    });
    if (sent.type !== 'EMAIL_OTP') throw new WalletError('INVALID_INPUT');
    coolDowns.sent = { id: sent.id, ticket: sent.ticket };
    coolDowns.send.start(
      sent.retryAfter === undefined ? DEFAULT_COOL_DOWN : sent.retryAfter * 1000,
    );
    return { nickname: sent.nickname, resendIn, verify };
  }

  return { send, resendIn, verify };
}
