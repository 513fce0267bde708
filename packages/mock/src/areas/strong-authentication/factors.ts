import { hmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import type { Customer, ScaFactor, ScaFactorType } from '@org/payments-contract';
import { hexToBytes } from '@org/payments-crypto';
import { iso } from '../../clock.ts';
import { refuse, withDetails } from '../../engine/refusal.ts';
import { resource } from '../../engine/resource/resource.ts';
import { bookkeeping, recordOf } from '../../store/table-handle.ts';
import type { Scene, World } from '../../world.ts';
import type { PasskeyKey } from '../credentials/credentials.ts';
import { requireCustomer } from '../customers/customers.ts';

export interface FactorRecord extends ScaFactor {
  /** The `credentialId` of a passkey. */
  readonly id: string;
  readonly customerId: string;
  readonly factor: 'TOTP' | 'PASSKEY';
  /** The shared secret of an app, hex. */
  readonly secret?: string;
  readonly recoveryCodes?: readonly string[];
  readonly passkey?: PasskeyKey;
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

/** Authenticator apps and passkeys. Text messages go to the customer's number, without a record. */
export const factors = resource({
  name: 'scaFactors',
  record: recordOf<FactorRecord>(),
  id: 'ScaFactor',
  label: 'Factor',
  indexes: ['customerId'],
  view: ({ factor, id, name }): ScaFactor => ({
    factor,
    ...(factor === 'PASSKEY' ? { credentialId: id } : {}),
    ...(name === undefined ? {} : { name }),
  }),
});

export interface ScaState {
  /** The customer's id. */
  readonly id: string;
  readonly failedAttempts: number;
  readonly lockedUntil?: number;
  /** Whether only a new password unlocks the customer. */
  readonly isSuspended?: boolean;
  readonly loggedInUntil?: number;
  readonly enrollment?: { readonly secret: string } | { readonly challenge: string };
}

export const scaStates = bookkeeping('scaStates', recordOf<ScaState>());

/** For how many minutes the fifth and each further failed attempt locks; then for good. */
const lockMinutes = [15, 30, 60, 24 * 60];
const FIRST_LOCK = 5;
const LOGIN = 15 * 60_000;
const STEP = 30_000;
const DIGITS = 6;

export function needsStrongAuthentication(world: World, { region = '' }: Customer): boolean {
  return world.settings.choices.strongAuthenticationRegions.includes(region);
}

/** Returns a customer who has to authenticate strongly. @throws Refusal 404, or 409 for one who need not */
export function requireScaCustomer(scene: { readonly world: World }, id: string): Customer {
  const customer = requireCustomer(scene, id);
  if (needsStrongAuthentication(scene.world, customer)) return customer;
  const explanation = `The option strongAuthenticationRegions does not have ${customer.region}.`;
  throw refuse('CONFLICT', 'The customer does not need strong authentication', explanation);
}

export function scaStateOf(world: World, id: string): ScaState {
  return scaStates.in(world).get(id) ?? { id, failedAttempts: 0 };
}

export function setScaState({ world, write }: Scene, id: string, fields: Partial<ScaState>): void {
  const known = scaStates.in(world).get(id);
  if (known === undefined) write.insert(scaStates, { ...scaStateOf(world, id), ...fields });
  else write.update(scaStates, known, fields);
}

export function lockOf(world: World, id: string) {
  const { lockedUntil = 0, isSuspended = false, failedAttempts } = scaStateOf(world, id);
  const end = lockedUntil === 0 ? {} : { lockedUntil: iso(lockedUntil) };
  return { suspended: isSuspended, ...end, failedAttempts };
}

/** Refuses a customer who is locked. @throws Refusal 423 */
export function requireUnlocked({ world }: Scene, id: string): void {
  const { lockedUntil = 0, isSuspended } = scaStateOf(world, id);
  if (isSuspended !== true && world.clock.now() >= lockedUntil) return;
  const details = lockOf(world, id);
  const end = details.lockedUntil ?? 'a new password is set';
  const explanation = `${details.failedAttempts} attempts failed.`;
  throw withDetails(
    refuse('ACCOUNT_LOCKED', `The customer is locked until ${end}`, explanation),
    details,
  );
}

/** Counts a failed attempt: the fifth locks the customer, and each further one for longer. */
export function countFailure(scene: Scene, id: string): void {
  const failedAttempts = scaStateOf(scene.world, id).failedAttempts + 1;
  const minutes = lockMinutes[failedAttempts - FIRST_LOCK];
  const lockedUntil = minutes === undefined ? 0 : scene.world.clock.now() + minutes * 60_000;
  const isSuspended = failedAttempts >= FIRST_LOCK + lockMinutes.length;
  setScaState(scene, id, { failedAttempts, lockedUntil, isSuspended });
}

export function logIn(scene: Scene, id: string): number {
  const loggedInUntil = scene.world.clock.now() + LOGIN;
  setScaState(scene, id, { failedAttempts: 0, lockedUntil: 0, loggedInUntil });
  return loggedInUntil;
}

/** Refuses a customer who is not logged in. @throws Refusal 409 */
export function requireLogin({ world }: Scene, id: string): void {
  if (world.clock.now() < (scaStateOf(world, id).loggedInUntil ?? 0)) return;
  throw refuse('SCA_SESSION_REQUIRED', 'The customer has to log in first');
}

/** Returns the factors that a customer has, a text message first: to a number that needs no check any more. */
export function factorsOf(world: World, customer: Customer): readonly ScaFactor[] {
  const { id, phoneNumber, contactVerification } = customer;
  const enrolled = factors.in(world).find('customerId', id);
  const isReached = phoneNumber !== undefined && contactVerification?.phone !== 'PENDING';
  return [
    ...(isReached ? [{ factor: 'SMS_OTP' as const }] : []),
    ...enrolled.map((record) => factors.view(record, world)),
  ];
}

/** Returns the kinds of factors that a customer has, each once. */
export function factorTypesOf(world: World, customer: Customer): readonly ScaFactorType[] {
  const kinds = factorsOf(world, customer).map(({ factor }) => factor as ScaFactorType);
  return [...new Set(kinds)];
}

/** Returns the code of a secret at a time (RFC 6238: SHA-1, 30 seconds, 6 digits). */
export function totpCode(secret: string, time: number): string {
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(Math.floor(time / STEP)));
  const mac = hmac(sha1, hexToBytes(secret), new Uint8Array(counter.buffer));
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = new DataView(mac.buffer, mac.byteOffset + offset).getUint32(0) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** Returns whether a code is that of a secret now, or one step earlier or later. */
export function isTotpCode({ clock }: World, secret: string, code: string): boolean {
  return [-STEP, 0, STEP].some((shift) => totpCode(secret, clock.now() + shift) === code);
}
