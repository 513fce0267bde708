import { iso } from '../../clock.ts';
import type { Call, Result } from '../../engine/behaviour.ts';
import { unauthorized } from '../../engine/refusal.ts';
import { sandboxValues } from '../../options/outcomes.ts';
import type { World } from '../../world.ts';
import { configOf } from '../config/config.ts';
import { type CredentialRecord, credentials, oneTimeCodes } from './credentials.ts';

const SECOND = 1000;
/** Letters and digits that cannot be confused with each other. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';

interface CodeSettings {
  readonly length: number;
  readonly isAlphanumeric: boolean;
  /** Milliseconds. */
  readonly life: number;
}

function codeSettings(world: World): CodeSettings {
  const {
    otpLength = 0,
    alphanumeric = false,
    expirationSeconds = 0,
  } = configOf(world).embeddedWalletConfig ?? {};
  return { length: otpLength, isAlphanumeric: alphanumeric, life: expirationSeconds * SECOND };
}

/** Returns a new code: zeros, or a random one if codes contain letters. Tests read it from the outbox. */
function newCode(settings: CodeSettings, { random }: World): string {
  if (!settings.isAlphanumeric) return '0'.repeat(settings.length);
  const drawn = [...random.bytes('one-time-code', settings.length)];
  return drawn.map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Sends a code: it ends up in the outbox, and an earlier one is no longer valid (rule 38). */
export function sendCode({ world, write }: Call<unknown>, credential: CredentialRecord): Result {
  const { id, nickname } = credential;
  const settings = codeSettings(world);
  const code = newCode(settings, world);
  write.delete(oneTimeCodes, id);
  write.insert(oneTimeCodes, { id, code, expiresAt: world.clock.now() + settings.life });
  const channel = credential.type === 'SMS_OTP' ? 'sms' : 'email';
  world.outbox.send({ channel, to: nickname, credentialId: id, code });
  return { body: credentials.view(credential, world) };
}

/** Checks a code, that of the sandbox or the one that was sent, and uses it up (rules 41 and 42). @throws Refusal 401 */
export function requireCode({ world, write }: Call<unknown>, id: string, otp: string): void {
  const sent = oneTimeCodes.in(world).get(id);
  if (otp !== sandboxValues.otp && otp !== sent?.code) {
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
