import type { Customer, ScaChallenge, ScaFactorType } from '@org/payments-contract';
import { bytesToBase64url } from '@org/payments-crypto';
import { iso } from '../../clock.ts';
import type { Call } from '../../engine/behaviour.ts';
import { invalidField, Refusal, unauthorized } from '../../engine/refusal.ts';
import { sandboxValues } from '../../options/outcomes.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import { isSandboxAssertion } from '../credentials/passkeys.ts';
import { requireIncreased, verifyAssertion } from '../credentials/webauthn/assertion.ts';
import { requireNamedOrigin } from '../credentials/webauthn/checks.ts';
import {
  countFailure,
  type FactorRecord,
  factors,
  factorTypesOf,
  isTotpCode,
  requireUnlocked,
  setScaState,
} from './factors.ts';

export interface ChallengeRecord {
  /** `ScaChallenge:<uuid>`. */
  readonly id: string;
  readonly customerId: string;
  readonly factor: ScaFactorType;
  /** What it is for: `login`, or what is done and to which resource. */
  readonly subject: string;
  /** What it is for, as the customer reads it. */
  readonly purpose: string;
  /** The number that the code was sent to last. */
  readonly sentTo?: string;
  /** What a passkey signs, base64url. */
  readonly passkeyChallenge: string;
  readonly expiresAt: number;
}

export const scaChallenges = bookkeeping('scaChallenges', recordOf<ChallengeRecord>());

const LIFETIME = 5 * 60_000;
const CHALLENGE_BYTES = 32;
/** Sends a challenge's code to the customer's number, again without a new challenge. */
export function sendCode(
  { world, write }: Scene,
  challenge: ChallengeRecord,
  { phoneNumber: to = '' }: Customer,
): void {
  const code = sandboxValues.contactCode;
  world.outbox.send({ channel: 'sms', to, credentialId: challenge.id, code });
  write.update(scaChallenges, challenge, { sentTo: to });
}

/** The purposes of which a factor must show the payment. */
const payments: ReadonlySet<string> = new Set(['CURRENCY_CONVERSION', 'PAYOUT']);

/** The factors of a customer for a purpose. An app's code does not name the payment that it is for. */
function usableFactors(world: World, customer: Customer, purpose: string) {
  const types = factorTypesOf(world, customer);
  return payments.has(purpose) ? types.filter((type) => type !== 'TOTP') : types;
}

/** Returns the chosen factor, or the first one. @throws Refusal 400 for one that the customer or the purpose lacks */
export function requireFactor(
  world: World,
  customer: Customer,
  choice: { readonly factor: string | undefined; readonly field: string; readonly purpose: string },
): ScaFactorType {
  const available = usableFactors(world, customer, choice.purpose);
  const factor = available.find((each) => each === (choice.factor ?? available[0]));
  if (factor !== undefined) return factor;
  const message = `is not a factor of the customer, who has: ${available.join(', ') || 'none'}`;
  throw invalidField(choice.factor === undefined ? 'customerId' : choice.field, message);
}

/** @throws Refusal 400 for a factor that the customer does not have */
export function issueScaChallenge(
  scene: Scene,
  customer: Customer,
  given: Pick<ChallengeRecord, 'subject' | 'purpose'> & {
    readonly factor?: string | undefined;
    /** When it ends; by default after five minutes. */
    readonly expiresAt?: number;
  },
): ChallengeRecord {
  const { world, write } = scene;
  const { factor: chosen, purpose } = given;
  const factor = requireFactor(world, customer, { factor: chosen, field: 'factor', purpose });
  const challenge = write.insert(scaChallenges, {
    id: `ScaChallenge:${world.random.uuid('ScaChallenge')}`,
    customerId: customer.id,
    factor,
    subject: given.subject,
    purpose,
    passkeyChallenge: bytesToBase64url(world.random.bytes('sca-passkey', CHALLENGE_BYTES)),
    expiresAt: given.expiresAt ?? world.clock.now() + LIFETIME,
  });
  if (factor === 'SMS_OTP') sendCode(scene, challenge, customer);
  return challenge;
}

/** Returns the id of the newest challenge for a subject with a factor, which the caller does not name. */
export function challengeFor(world: World, subject: string, factor: string): string | undefined {
  const all = scaChallenges.in(world).all();
  return all.findLast((each) => each.subject === subject && each.factor === factor)?.id;
}

function passkeysOf(world: World, customerId: string): readonly FactorRecord[] {
  const enrolled = factors.in(world).find('customerId', customerId);
  return enrolled.filter(({ factor }) => factor === 'PASSKEY');
}

/** Returns what a browser needs to use a passkey of the customer; nothing without one. */
export function passkeyOptions(world: World, { customerId, passkeyChallenge }: ChallengeRecord) {
  const passkeys = passkeysOf(world, customerId);
  if (passkeys.length === 0) return undefined;
  const { passkeyOrigins, passkeyRpIds } = world.settings.choices;
  return {
    allowedOrigins: [...passkeyOrigins],
    relyingPartyId: passkeyRpIds[0] ?? '',
    options: {
      challenge: passkeyChallenge,
      rpId: passkeyRpIds[0] ?? '',
      allowCredentials: passkeys.map(({ id }) => ({ type: 'public-key', id })),
    },
  };
}

export function scaChallengeView(world: World, customer: Customer, record: ChallengeRecord) {
  const passkey = record.factor === 'PASSKEY' ? passkeyOptions(world, record) : undefined;
  const view: ScaChallenge = {
    id: record.id as ScaChallenge['id'],
    expiresAt: iso(record.expiresAt),
    factor: record.factor,
    availableFactors: [...usableFactors(world, customer, record.purpose)],
    purpose: record.purpose,
    ...(passkey === undefined ? {} : { passkeyAssertionOptions: passkey.options }),
    // The challenge of a payment does not name them.
    ...(passkey === undefined || payments.has(record.purpose)
      ? {}
      : { passkeyAllowedOrigins: passkey.allowedOrigins }),
  };
  return view;
}

export interface ScaProof {
  readonly code?: string | null | undefined;
  readonly passkeyAssertion?: Readonly<Record<string, unknown>> | null | undefined;
  readonly origin?: string | null | undefined;
}

/** Returns the refusal of a proof: 400, because a 401 is about the platform's credentials. */
export function refusedProof(error: unknown, field: string): unknown {
  if (!(error instanceof Refusal) || error.facts.status !== 401) return error;
  return invalidField(field, `is not accepted: ${error.facts.message}`);
}

interface Expected {
  readonly id: string;
  readonly subject: string;
  /** The factor that was begun with; any of those that the challenge shows when left out. */
  readonly factor?: ScaFactorType;
}

/** Returns a challenge that is open, for a subject and its factor. @throws Refusal 400 */
function requirePending(call: Call<unknown>, { id, subject, factor }: Expected): ChallengeRecord {
  const challenge = scaChallenges.in(call.world).get(id);
  const isFor =
    challenge?.subject === subject && (factor === undefined || challenge.factor === factor);
  if (isFor && call.world.clock.now() < challenge.expiresAt) return challenge;
  const what = factor === undefined ? subject : `${subject} by ${factor}`;
  const ended = isFor ? `expired at ${iso(challenge.expiresAt)}` : `is not open for ${what}`;
  throw invalidField('challengeId', `names a challenge that ${ended}`);
}

function isCode(
  call: Call<unknown>,
  challenge: ChallengeRecord,
  customer: Customer,
  code: string,
  answering: readonly ScaFactorType[],
): boolean {
  const { world, write } = call;
  const isReached = factorTypesOf(world, customer).includes('SMS_OTP');
  const isSent = isReached && challenge.sentTo === customer.phoneNumber;
  if (isSent && code === sandboxValues.contactCode) return true;
  if (!answering.includes('TOTP')) return false;
  const enrolled = factors.in(world).find('customerId', customer.id);
  const app = enrolled.find(({ factor }) => factor === 'TOTP');
  if (app?.secret === undefined) return false;
  if (isTotpCode(world, app.secret, code)) return true;
  const { recoveryCodes = [] } = app;
  if (recoveryCodes.includes(code)) {
    write.update(factors, app, { recoveryCodes: recoveryCodes.filter((each) => each !== code) });
    return true;
  }
  if (code !== sandboxValues.contactCode || world.settings.strict) return false;
  call.note(`${sandboxValues.contactCode} stood in for the code of an authenticator app.`);
  return true;
}

/** A text of a client; empty for anything else, such as an object whose `toString` fails. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** Checks what a passkey signed, and returns what stores its counter. @throws Refusal 401 */
async function requireAssertion(
  call: Call<unknown>,
  { customerId, passkeyChallenge: challenge }: ChallengeRecord,
  { passkeyAssertion, origin }: ScaProof,
): Promise<() => void> {
  const given = passkeyAssertion ?? {};
  const credentialId = textOf(given.id);
  const known = passkeysOf(call.world, customerId).find(({ id }) => id === credentialId);
  if (known?.passkey === undefined) {
    throw unauthorized('passkeyCredential', `${credentialId} is not a factor of the customer.`);
  }
  const response = Object(given.response) as Readonly<Record<string, unknown>>;
  const assertion = {
    credentialId,
    clientDataJson: textOf(response.clientDataJSON),
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
  };
  if (isSandboxAssertion(call, assertion)) return () => undefined;
  const expected = { challenge, credentialId, passkey: known.passkey };
  const counter = await verifyAssertion(assertion, expected, call.world);
  requireNamedOrigin(assertion.clientDataJson, origin);
  return () => {
    const current = factors.require(call, credentialId);
    requireIncreased(counter, current.passkey?.counter ?? 0);
    call.write.update(factors, current, { passkey: { ...expected.passkey, counter } });
  };
}

/**
 * Checks what answers a challenge, and returns what uses it up: at once for a code, and later for a passkey,
 * which takes time to check. The caller first makes sure that what it is
 * for can still be done: while a proof was checked, the money may have left. A wrong code counts as a
 * failed attempt.
 *
 * @throws Refusal 400 for a wrong code or signature, 423 for a customer who is locked: 400 too where the row has no 423
 */
export function requireScaProof(
  call: Call<unknown>,
  customer: Customer,
  expected: Expected,
  proof: ScaProof,
): (() => void) | Promise<() => void> {
  const { code } = proof;
  const field = (code ?? undefined) === undefined ? 'passkeyAssertion' : 'code';
  const requireAccepted = () => {
    try {
      requireUnlocked(call, customer.id);
    } catch (error) {
      if (call.operation.row.errors.includes('ACCOUNT_LOCKED')) throw error;
      throw invalidField(field, `is not accepted: ${(error as Refusal).facts.message}`);
    }
  };
  requireAccepted();
  const challenge = requirePending(call, expected);
  const { factor } = expected;
  const answering =
    factor === undefined ? usableFactors(call.world, customer, challenge.purpose) : [factor];
  const fail = (error: unknown): never => {
    countFailure(call, customer.id);
    throw refusedProof(error, field);
  };
  const usingUp = (storeCounter?: () => void) => () => {
    requireAccepted();
    requirePending(call, expected);
    try {
      storeCounter?.();
    } catch (error) {
      fail(error);
    }
    call.write.delete(scaChallenges, challenge.id);
    setScaState(call, customer.id, { failedAttempts: 0 });
  };
  if (code !== undefined && code !== null) {
    if (isCode(call, challenge, customer, code, answering)) return usingUp();
    return fail(unauthorized('invalidOtp', 'The code is not the one of the challenge.'));
  }
  if (answering.includes('PASSKEY')) {
    return requireAssertion(call, challenge, proof).then(usingUp, fail);
  }
  return fail(unauthorized('passkeyCredential', `The challenge is for ${answering.join(', ')}.`));
}
