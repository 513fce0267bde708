import { iso } from '../clock.ts';
import type { Answer, Call } from '../engine/behaviour.ts';
import { Refusal, unauthorized } from '../engine/refusal.ts';
import { type CredentialRecord, credentialView } from '../store/records.ts';

const MINUTE = 60_000;
/** The code of every one-time password in the sandbox. */
const SANDBOX_CODE = '000000';

/** Sends a code: it ends up in the outbox, and a former one is no longer good (rule 38). */
export function sendCode({ world, write }: Call<unknown>, credential: CredentialRecord): Answer {
  const { id, nickname } = credential;
  write.delete('oneTimeCodes', id);
  write.insert('oneTimeCodes', {
    id,
    code: SANDBOX_CODE,
    expiresAt: world.clock.now() + world.settings.choices.otpMinutes * MINUTE,
  });
  const channel = credential.type === 'SMS_OTP' ? 'sms' : 'email';
  world.outbox.send({ channel, to: nickname, credentialId: id, code: SANDBOX_CODE });
  return { body: credentialView(credential) };
}

function spent(reason: 'noOutstandingOtp' | 'otpExpired', explanation: string, status: number) {
  const refusal = unauthorized(reason, explanation);
  if (status === 401) return refusal;
  const { message } = refusal.facts;
  return new Refusal({ status, code: 'INVALID_INPUT', message, explanation });
}

/** Checks a code and uses it up (rules 41 and 42). @throws Refusal 401 */
export function requireCode({ world, write }: Call<unknown>, id: string, otp: string): void {
  const sent = world.store.tables.oneTimeCodes.get(id);
  if (otp !== (sent?.code ?? SANDBOX_CODE)) {
    throw unauthorized('invalidOtp', 'The code is not the one in the outbox of the mock.');
  }
  const status = world.settings.choices.spentOtpStatus;
  if (sent === undefined) {
    throw spent('noOutstandingOtp', `No code is outstanding for ${id}. Send one first.`, status);
  }
  if (world.clock.now() >= sent.expiresAt) {
    throw spent('otpExpired', `The code expired at ${iso(sent.expiresAt)}.`, status);
  }
  write.delete('oneTimeCodes', id);
}
