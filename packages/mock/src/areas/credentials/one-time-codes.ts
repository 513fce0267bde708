import { iso } from '../../clock.ts';
import type { Call, Result } from '../../engine/behaviour.ts';
import { unauthorized } from '../../engine/refusal.ts';
import { type CredentialRecord, credentials, oneTimeCodes } from './credentials.ts';

const MINUTE = 60_000;
/** The code of every one-time password in the sandbox. */
const SANDBOX_CODE = '000000';

/** Sends a code: it ends up in the outbox, and an earlier one is no longer valid (rule 38). */
export function sendCode({ world, write }: Call<unknown>, credential: CredentialRecord): Result {
  const { id, nickname } = credential;
  write.delete(oneTimeCodes, id);
  write.insert(oneTimeCodes, {
    id,
    code: SANDBOX_CODE,
    expiresAt: world.clock.now() + world.settings.choices.otpMinutes * MINUTE,
  });
  const channel = credential.type === 'SMS_OTP' ? 'sms' : 'email';
  world.outbox.send({ channel, to: nickname, credentialId: id, code: SANDBOX_CODE });
  return { body: credentials.view(credential, world) };
}

/** Checks a code and uses it up (rules 41 and 42). @throws Refusal 401 */
export function requireCode({ world, write }: Call<unknown>, id: string, otp: string): void {
  const sent = oneTimeCodes.in(world).get(id);
  if (otp !== (sent?.code ?? SANDBOX_CODE)) {
    throw unauthorized('invalidOtp', 'The code is not the one in the outbox of the mock.');
  }
  if (sent === undefined) {
    const explanation = `No code is outstanding for ${id}. Send one first.`;
    throw unauthorized('noOutstandingOtp', explanation);
  }
  if (world.clock.now() >= sent.expiresAt) {
    throw unauthorized('otpExpired', `The code expired at ${iso(sent.expiresAt)}.`);
  }
  write.delete(oneTimeCodes, id);
}
