import { type Clock, callOrWarn, type KindsOf } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { checkOptions } from '../../options/checks.ts';
import type { WebhookEvent } from '../event.ts';
import type { WebhookDrift } from './drift.ts';
import { checkAge, DEFAULT_MAX_AGE, readEnvelope } from './envelope.ts';
import { type KeyLimits, keySourceOf, type PublicKeysFunction } from './key-source.ts';
import type { PublicKeys, Signature, VerificationKey } from './public-keys.ts';
import { bytesOf, type RawBody } from './raw-body.ts';
import { headerOf, readSignature, type WebhookHeaders } from './signature-header.ts';

/** Options of {@link unwrap}. */
export interface UnwrapOptions {
  /**
   * The webhook public keys of this environment, PEM. During a rotation pass the old and the new
   * key: a signature of either is accepted. A function that returns them, or a promise of them, is
   * called for the first delivery, again if no key fits, and after 10 minutes.
   */
  readonly publicKeys: PublicKeys | PublicKeysFunction | undefined;
  /**
   * How old an event may be, in milliseconds. Default 8 days: the service repeats a delivery for up
   * to 7 days. A request for approval may be at most 5 minutes old, and no event may be dated more
   * than 5 minutes ahead.
   */
  readonly maxAge?: number | undefined;
  /** The time, and timers. Default: the machine's; what is left out is the machine's. */
  readonly clock?: (Pick<Clock, 'now'> & Partial<Clock>) | undefined;
  /** Called when the data of an event differs from the contract; such events are not refused. */
  readonly onDrift?: ((drift: WebhookDrift) => void) | undefined;
}

const names: KindsOf<UnwrapOptions> = {
  publicKeys: true,
  maxAge: true,
  clock: true,
  onDrift: true,
};

/** @throws ConfigurationError for an age that is not a positive number */
export function checkMaxAge(maxAge: number): number {
  if (Number.isFinite(maxAge) && maxAge > 0) return maxAge;
  throw new ConfigurationError(
    'maxAge',
    '`maxAge` is not a number of milliseconds above 0.',
    'Pass a finite number of milliseconds, at least 7 days, or leave it out.',
  );
}

async function isSigned(
  keys: readonly VerificationKey[],
  signature: Signature,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  for (const key of keys) if (await key.verifies(signature, bytes)) return true;
  return false;
}

/** Reports how an event differs from the contract. The schemas are loaded only when it is called. */
async function tellDrift(event: WebhookEvent, onDrift: (drift: WebhookDrift) => void) {
  try {
    const { driftOf } = await import('./drift.ts');
    const drift = driftOf(event);
    if (drift !== undefined) callOrWarn('`onDrift`', onDrift, drift);
  } catch {
    // Drift never refuses an event.
  }
}

/**
 * Verifies a webhook and returns its event. The signature is checked over the raw bytes first;
 * nothing of a body is parsed before.
 *
 * @param rawBody the body exactly as it arrived: bytes, or text that was not parsed
 * @param headers all headers of the request; names may be in any case
 * @returns the event; `type` narrows `data`, and types unknown to this version are kept
 * @throws WebhookError; its `code` names the failure, its `status` is the status to respond with
 * @throws ConfigurationError for an unknown option, or a `maxAge` that is not a positive number
 *
 * @example
 * ```ts
 * const event = await unwrap(await request.arrayBuffer(), request.headers, { publicKeys });
 * if (event.type === 'OUTGOING_PAYMENT.COMPLETED') await settle(event.data.id);
 * ```
 */
export async function unwrap(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: UnwrapOptions,
): Promise<WebhookEvent> {
  checkOptions(options, names, { of: 'unwrap' });
  return unwrapWithin(rawBody, headers, options);
}

/** Does the same, with a limit of time for a function that returns the public keys. */
export async function unwrapWithin(
  rawBody: RawBody,
  headers: WebhookHeaders,
  options: UnwrapOptions & Pick<KeyLimits, 'keysTimeout'>,
): Promise<WebhookEvent> {
  const { publicKeys, maxAge = DEFAULT_MAX_AGE, clock, onDrift } = options;
  checkMaxAge(maxAge);
  const source = keySourceOf(publicKeys);
  const bytes = bytesOf(rawBody);
  const signature = readSignature(headers);
  const verify = (keys: readonly VerificationKey[]) => isSigned(keys, signature, bytes);
  if (!(await source.verify(verify, options))) {
    const { mismatch } = await import('./mismatch.ts');
    throw mismatch(bytes, headerOf(headers, 'content-encoding').join());
  }
  const event = readEnvelope(bytes);
  checkAge(event, maxAge, clock?.now() ?? Date.now());
  // Stryker disable next-line ConditionalExpression: nothing is called without a listener; the check spares loading the schemas
  if (onDrift !== undefined) await tellDrift(event, onDrift);
  return event;
}
