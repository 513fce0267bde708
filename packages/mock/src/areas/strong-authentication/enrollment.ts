import { bytesToBase64url, bytesToHex } from '@org/payments-crypto';
import { base32 } from '@scure/base';
import type { Call, CallOf, Operations } from '../../engine/behaviour.ts';
import { invalidField, notFound, refuse, unauthorized } from '../../engine/refusal.ts';
import { sandboxValues } from '../../options/outcomes.ts';
import { requireNamedOrigin } from '../credentials/webauthn/checks.ts';
import { verifyRegistration } from '../credentials/webauthn/registration.ts';
import { refusedProof, textOf } from './challenges.ts';
import {
  type FactorRecord,
  factors,
  factorsOf,
  isTotpCode,
  requireScaCustomer,
  scaStateOf,
  setScaState,
} from './factors.ts';
import { endResets } from './resets.ts';

const SECRET_BYTES = 20;
const CHALLENGE_BYTES = 32;
const RECOVERY_CODES = 8;
type ConfirmCall = CallOf<'scaFactors.confirmEnrollment'>;
type ConfirmInput = ConfirmCall['input'];

/** Refuses a second passkey: a customer has one. @throws Refusal 409 */
function requireNoPasskey({ world }: Call<unknown>, customerId: string): void {
  const enrolled = factors.in(world).find('customerId', customerId);
  if (enrolled.every(({ factor }) => factor !== 'PASSKEY')) return;
  throw refuse('PASSKEY_ALREADY_ENROLLED', 'The customer has a passkey', 'Delete it first.');
}

function voidEnrollment(type: string) {
  const message = `is not the kind of the enrollment that was started; start one of ${type}`;
  return invalidField('type', message);
}

/** Returns what a passkey that is enrolled has to sign. @throws Refusal 400 without such an enrollment */
function openChallenge({ world }: Call<unknown>, customerId: string): string {
  const { enrollment } = scaStateOf(world, customerId);
  if (enrollment !== undefined && 'challenge' in enrollment) return enrollment.challenge;
  throw voidEnrollment('PASSKEY');
}

/** Adds the factor whose enrollment ends. A factor of its kind that was reset is back. */
function enroll(call: ConfirmCall, factor: Omit<FactorRecord, 'customerId'>): FactorRecord {
  const { customerId } = call.input;
  setScaState(call, customerId, { enrollment: undefined } as never);
  endResets(call, customerId, factor.factor);
  return factors.add(call, { ...factor, customerId });
}

function addApp(call: ConfirmCall, input: Extract<ConfirmInput, { type: 'TOTP' }>) {
  const { world } = call;
  const { enrollment } = scaStateOf(world, input.customerId);
  if (enrollment === undefined || !('secret' in enrollment)) throw voidEnrollment('TOTP');
  const { secret } = enrollment;
  if (input.secret !== secret) {
    throw invalidField('secret', 'is not that of the enrollment');
  }
  const isSandbox = input.code === sandboxValues.contactCode && !world.settings.strict;
  if (!isSandbox && !isTotpCode(world, secret, input.code)) {
    throw unauthorized('invalidOtp', 'The code is not that of the secret now.');
  }
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
    world.random.hex('recovery-code', 5),
  );
  const earlier = factors.in(world).find('customerId', input.customerId);
  for (const each of earlier) if (each.factor === 'TOTP') factors.remove(call, each);
  const id = `totp-${world.random.hex('totp', 6)}`;
  enroll(call, { id, factor: 'TOTP', name: 'Authenticator app', secret, recoveryCodes });
  return { body: { type: 'TOTP', recoveryCodes } };
}

async function addPasskey(call: ConfirmCall, input: Extract<ConfirmInput, { type: 'PASSKEY' }>) {
  const { world } = call;
  const { customerId, credential, origin } = input;
  requireNoPasskey(call, customerId);
  const challenge = openChallenge(call, customerId);
  const response = Object(credential.response) as Readonly<Record<string, unknown>>;
  const id = textOf(credential.id);
  const attestation = {
    credentialId: id,
    clientDataJson: textOf(response.clientDataJSON),
    attestationObject: textOf(response.attestationObject),
  };
  const passkey = await verifyRegistration(attestation, challenge, world);
  requireNamedOrigin(attestation.clientDataJson, origin);
  requireScaCustomer(call, customerId);
  requireNoPasskey(call, customerId);
  // Another enrollment may have begun while the passkey was checked.
  if (openChallenge(call, customerId) !== challenge) throw voidEnrollment('PASSKEY');
  const isTaken = factors.in(world).get(id) !== undefined;
  if (isTaken) throw invalidField('credential', 'is the passkey of another customer');
  const name = `Passkey of ${new URL(origin).hostname}`;
  const record = enroll(call, { id, factor: 'PASSKEY', name, passkey });
  return { body: { type: 'PASSKEY', factor: factors.view(record, world) } };
}

export const factorOperations = {
  'scaFactors.list'(call) {
    const customer = requireScaCustomer(call, call.input.customerId);
    return { body: { factors: factorsOf(call.world, customer) } };
  },

  /** Starts to add a factor; an enrollment that was started before is void. */
  'scaFactors.startEnrollment'(call) {
    const { world, input } = call;
    const { id, platformCustomerId } = requireScaCustomer(call, input.customerId);
    const { type } = input;
    if (type === 'PASSKEY') requireNoPasskey(call, id);
    if (type === 'TOTP') {
      const bytes = world.random.bytes('totp-secret', SECRET_BYTES);
      const secret = bytesToHex(bytes);
      const secretBase32Encoded = base32.encode(bytes);
      setScaState(call, id, { enrollment: { secret } });
      const label = encodeURIComponent(`Payments:${platformCustomerId}`);
      const totpUri = `otpauth://totp/${label}?secret=${secretBase32Encoded}&issuer=Payments`;
      return { body: { type, secret, secretBase32Encoded, totpUri } };
    }
    const challenge = bytesToBase64url(world.random.bytes('sca-registration', CHALLENGE_BYTES));
    setScaState(call, id, { enrollment: { challenge } });
    const { passkeyOrigins, passkeyRpIds } = world.settings.choices;
    const relyingPartyId = passkeyRpIds[0] ?? '';
    const user = { id: bytesToBase64url(new TextEncoder().encode(id)), name: platformCustomerId };
    const options = {
      challenge,
      rp: { id: relyingPartyId, name: 'Payments' },
      user: { ...user, displayName: platformCustomerId },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
    };
    return { body: { type, options, allowedOrigins: [...passkeyOrigins], relyingPartyId } };
  },

  /** Adds the factor of the enrollment. An app replaces the one before. */
  async 'scaFactors.confirmEnrollment'(call) {
    const { input } = call;
    requireScaCustomer(call, input.customerId);
    try {
      return input.type === 'TOTP' ? addApp(call, input) : await addPasskey(call, input);
    } catch (error) {
      throw refusedProof(error, input.type === 'TOTP' ? 'code' : 'credential');
    }
  },

  /** Removes a passkey of the customer; an app has no id. */
  'scaFactors.delete'(call) {
    const { customerId, credentialId } = call.input;
    const { id } = requireScaCustomer(call, customerId);
    const factor = factors.require(call, credentialId);
    if (factor.customerId !== id || factor.factor !== 'PASSKEY') {
      throw notFound('Factor', credentialId);
    }
    factors.remove(call, factor);
    return { body: undefined };
  },
} satisfies Operations;
