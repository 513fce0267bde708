import { type Clock, systemClock, withinTime } from '@org/payments-contract/internal';
import { WebhookError } from '../webhook-error.ts';
import { type PublicKeys, readPublicKeys, type VerificationKey } from './public-keys.ts';

/** What a function that returns public keys receives. */
export interface PublicKeysContext {
  /** Aborted when the time for the call is over; pass it on to `fetch`. */
  readonly signal: AbortSignal;
}

/**
 * Returns the public keys, for example from a configuration service. Its result is kept with the
 * function for up to 10 minutes, so pass the same function each time.
 */
export type PublicKeysFunction = (
  context: PublicKeysContext,
) => PublicKeys | undefined | Promise<PublicKeys | undefined>;

/** Returns whether one of these keys made the signature that is being verified. */
export type Verify = (keys: readonly VerificationKey[]) => Promise<boolean>;

/** The clock and the time limit of one verification. */
export interface KeyLimits {
  readonly clock?: (Pick<Clock, 'now'> & Partial<Clock>) | undefined;
  /** How long the function may take, in milliseconds. Default 4,500: the service waits 5,000. */
  readonly keysTimeout?: number | undefined;
}

const SECOND = 1000;
const DEFAULT_TIMEOUT = 4.5 * SECOND;
/** How long keys are used, so that a key that was withdrawn is not accepted indefinitely. */
const MAX_AGE = 600 * SECOND;
/** How long after a call a signature that no key verifies does not cause another one. */
const COOLDOWN = 30 * SECOND;

function unavailable(message: string | undefined, cause?: unknown): WebhookError {
  const code = 'WEBHOOK_PUBLIC_KEYS_UNAVAILABLE';
  return new WebhookError(code, message === undefined ? { cause } : { message, cause });
}

/** Calls the function once, within its time, and reads what it returns. */
async function callFor(
  source: PublicKeysFunction,
  limits: KeyLimits,
): Promise<readonly VerificationKey[]> {
  const { clock = systemClock, keysTimeout = DEFAULT_TIMEOUT } = limits;
  const timers = clock.setTimeout === undefined ? systemClock : (clock as Clock);
  const limit = new AbortController();
  const start: Clock['setTimeout'] = (callback, time) => timers.setTimeout(callback, time);
  const call = async () => source({ signal: limit.signal });
  let late: WebhookError | undefined;
  const stop = (): never => {
    late = unavailable(`\`publicKeys\` did not return within ${keysTimeout} milliseconds.`);
    limit.abort(late);
    throw late;
  };
  let returned: PublicKeys | undefined;
  try {
    returned = await withinTime(call(), { milliseconds: keysTimeout, start }, stop);
  } catch (cause) {
    throw late ?? unavailable(undefined, cause);
  }
  return readPublicKeys(returned);
}

/** The keys that one function returned. */
class KeptKeys implements KeySource {
  readonly #source: PublicKeysFunction;
  #keys: readonly VerificationKey[] | undefined;
  #loadedAt = 0;
  #calledAt = 0;
  #failure: unknown;
  #call: Promise<readonly VerificationKey[]> | undefined;

  constructor(source: PublicKeysFunction) {
    this.#source = source;
  }

  /** Calls the function, or waits for the call that is on its way. */
  load(limits: KeyLimits): Promise<readonly VerificationKey[]> {
    this.#call ??= this.#load(limits).finally(() => {
      this.#call = undefined;
    });
    return this.#call;
  }

  async #load(limits: KeyLimits): Promise<readonly VerificationKey[]> {
    const now = limits.clock?.now() ?? Date.now();
    this.#calledAt = now;
    try {
      this.#keys = await callFor(this.#source, limits);
      this.#loadedAt = now;
      this.#failure = undefined;
      return this.#keys;
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  /**
   * Verifies with the keys that are kept. If none of them fits, the function is called again, at
   * most once per cooldown, because the service may have changed its key.
   */
  async verify(verify: Verify, limits: KeyLimits): Promise<boolean> {
    const now = limits.clock?.now() ?? Date.now();
    const kept = now - this.#loadedAt < MAX_AGE ? this.#keys : undefined;
    if (kept === undefined) return verify(await this.load(limits));
    if (await verify(kept)) return true;
    // Another delivery may have loaded newer keys meanwhile, or may be loading them.
    if (this.#keys !== undefined && this.#keys !== kept) return verify(this.#keys);
    if (this.#call === undefined && now - this.#calledAt < COOLDOWN) {
      if (this.#failure !== undefined) throw this.#failure;
      return false;
    }
    return verify(await this.load(limits));
  }
}

const keptBy = new WeakMap<PublicKeysFunction, KeptKeys>();

function keptKeys(source: PublicKeysFunction): KeptKeys {
  const kept = keptBy.get(source) ?? new KeptKeys(source);
  keptBy.set(source, kept);
  return kept;
}

/** Verifies with public keys, wherever they come from. */
export interface KeySource {
  /** @throws WebhookError `WEBHOOK_PUBLIC_KEYS_UNAVAILABLE` if a function fails or takes too long */
  verify(verify: Verify, limits: KeyLimits): Promise<boolean>;
}

/**
 * Returns the source of public keys.
 *
 * @throws WebhookError `WEBHOOK_PUBLIC_KEY_MISSING`, `WEBHOOK_PUBLIC_KEY_INVALID`; for a function only
 *   once it is called
 */
export function keySourceOf(publicKeys: PublicKeys | PublicKeysFunction | undefined): KeySource {
  if (typeof publicKeys === 'function') return keptKeys(publicKeys);
  const keys = readPublicKeys(publicKeys);
  return { verify: (verify) => verify(keys) };
}

/**
 * Checks that public keys are set. A function is called for it.
 *
 * @returns a promise for a function, otherwise nothing
 * @throws WebhookError `WEBHOOK_PUBLIC_KEY_MISSING`
 */
export function checkKeys(
  publicKeys: PublicKeys | PublicKeysFunction | undefined,
  limits: KeyLimits,
): Promise<void> | undefined {
  if (typeof publicKeys === 'function') {
    return keptKeys(publicKeys)
      .load(limits)
      .then(() => undefined);
  }
  readPublicKeys(publicKeys);
  return undefined;
}
