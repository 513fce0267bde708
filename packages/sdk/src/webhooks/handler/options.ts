import { type Clock, type KindsOf, systemClock } from '@org/payments-contract/internal';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import { checkFunctions, checkOptions } from '../../options/checks.ts';
import type { ApprovalDecision } from '../decision.ts';
import type { ApprovalRequest } from '../event.ts';
import { memoryStore } from '../stores/memory-store.ts';
import type { WebhookStore } from '../stores/webhook-store.ts';
import type { WebhookDrift } from '../verify/drift.ts';
import { CLOCK_TOLERANCE, DEFAULT_MAX_AGE } from '../verify/envelope.ts';
import type { PublicKeysFunction } from '../verify/key-source.ts';
import { type PublicKeys, readGivenKeys } from '../verify/public-keys.ts';
import { checkMaxAge } from '../verify/unwrap.ts';
import type { WebhookError } from '../webhook-error.ts';

/** Details of a delivery that failed. */
export interface WebhookFailure {
  /** The status of the response; 200 or 202 if the failure did not change it. */
  readonly status: number;
  /** The event, once its signature was verified. */
  readonly eventId: string | undefined;
  /** Its type, such as `OUTGOING_PAYMENT.COMPLETED`. */
  readonly eventType: string | undefined;
}

/** Options of {@link createWebhookHandler}. Times are in milliseconds. */
export interface WebhookHandlerOptions {
  /**
   * The webhook public keys of this environment, PEM; the old and the new one during a rotation. If
   * it is missing or empty, as when a framework builds without its variables, the handler can still
   * be created, and every delivery is a 500 with `WEBHOOK_PUBLIC_KEY_MISSING`. A function that
   * returns the keys, or a promise of them, is called for the first delivery, again if no key fits
   * (at most every 30 seconds), and after 10 minutes. If it fails or takes longer than
   * `approvalTimeout`, the delivery is a 503 with `WEBHOOK_PUBLIC_KEYS_UNAVAILABLE`.
   */
  readonly publicKeys: PublicKeys | PublicKeysFunction | undefined;
  /** Remembers handled events. Default: in memory, for one process and its last 10,000 events. */
  readonly store?: WebhookStore | undefined;
  /**
   * Whether a `transaction` or a `mark` of the store must have succeeded when a handler ends; otherwise
   * the delivery is a 500. For handlers that all commit their effects with the mark: an event whose
   * transaction was not returned, or failed unnoticed, is then delivered again. Default false.
   */
  readonly requireMark?: boolean | undefined;
  /** How old an event may be. Default 8 days: the service repeats a delivery for up to 7 days. */
  readonly maxAge?: number | undefined;
  /** Called with every failure, refused deliveries included. */
  readonly onError?: ((error: WebhookError, failure: WebhookFailure) => void) | undefined;
  /** Called when the data of an event differs from the contract; such events are handled. */
  readonly onDrift?: ((drift: WebhookDrift) => void) | undefined;
  /**
   * Called with a decision on an incoming payment that was made after `approvalTimeout`. The
   * response postponed the decision: call `transactions.approve` or `transactions.reject` here.
   */
  readonly onLateDecision?:
    | ((decision: ApprovalDecision, event: ApprovalRequest) => unknown)
    | undefined;
  /**
   * How long the store's claim and the handler together may take before the response asks the
   * service to deliver again. Default 30,000.
   */
  readonly timeout?: number | undefined;
  /** When the decision on an incoming payment is postponed. Default 4,500; the service waits 5,000. */
  readonly approvalTimeout?: number | undefined;
  /** How long the body may take to arrive. Default 10,000. */
  readonly bodyTimeout?: number | undefined;
  /** How large a body may be, in bytes. Default 1,048,576. */
  readonly maxBodyBytes?: number | undefined;
  /**
   * How long an event stays claimed if its process ends without releasing it. The claim is renewed
   * while its handler runs. Default 5 minutes, or four times `timeout` if that is more.
   */
  readonly claimLifetime?: number | undefined;
  /**
   * The time, and timers. Default: those of the machine; what is left out is the machine's. In tests
   * pass the clock that dates the events, such as `mock.clock`.
   */
  readonly clock?: (Pick<Clock, 'now'> & Partial<Clock>) | undefined;
}

const names: KindsOf<WebhookHandlerOptions> = {
  publicKeys: true,
  store: true,
  requireMark: true,
  maxAge: true,
  onError: true,
  onDrift: true,
  onLateDecision: true,
  timeout: true,
  approvalTimeout: true,
  bodyTimeout: true,
  maxBodyBytes: true,
  claimLifetime: true,
  clock: true,
};

const SECOND = 1000;
const APPROVAL_WINDOW = 5 * SECOND;
const LONGEST_TIMER = 2 ** 31 - 1;

function check(option: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value;
  throw new ConfigurationError(
    option,
    `\`${option}\` is ${String(value)}; expected ${least} to ${most}.`,
    `Pass a number from ${least} to ${most}, or leave \`${option}\` out.`,
  );
}

function clockOf({ clock = systemClock }: WebhookHandlerOptions): Clock {
  const timers = clock.setTimeout === undefined ? systemClock : (clock as Clock);
  return {
    now: () => clock.now(),
    setTimeout: (callback, milliseconds) => timers.setTimeout(callback, milliseconds),
  };
}

/** A timer that lets the process end, where the runtime has such timers. */
function idleTimer(callback: () => void, milliseconds: number): () => void {
  const timer: Partial<Pick<NodeJS.Timeout, 'unref'>> = setTimeout(callback, milliseconds);
  timer.unref?.();
  return () => clearTimeout(timer as NodeJS.Timeout);
}

/**
 * The options with their defaults.
 *
 * @throws ConfigurationError for an unknown option, a store that is not one, a number out of range
 * @throws WebhookError `WEBHOOK_PUBLIC_KEY_INVALID`
 */
export function resolveSettings(options: WebhookHandlerOptions) {
  const elsewhere = {
    secret: 'publicKeys',
    webhookSecret: 'publicKeys',
    signingSecret: 'publicKeys',
  };
  checkOptions(options, names, { of: 'createWebhookHandler', elsewhere });
  const { publicKeys, store } = options;
  if (store !== undefined) {
    const expected =
      'a store, such as `memoryStore()`, `sqliteStore(path)`, `redisStore(client)` or `postgresStore(pool)`';
    checkFunctions(store, ['claim', 'complete', 'release'], { option: 'store', expected });
  }
  const clock = clockOf(options);
  const { timeout = 30 * SECOND, approvalTimeout = 4.5 * SECOND } = options;
  const { bodyTimeout = 10 * SECOND, maxBodyBytes = 1_048_576 } = options;
  const { maxAge = DEFAULT_MAX_AGE } = options;
  const { claimLifetime = Math.max(300 * SECOND, 4 * timeout) } = options;
  if (typeof publicKeys !== 'function') readGivenKeys(publicKeys);
  return {
    publicKeys,
    // The type of the event is not known yet, and a request for approval leaves no more time.
    keysTimeout: Math.min(timeout, approvalTimeout),
    store: store ?? memoryStore({ clock }),
    requireMark: options.requireMark ?? false,
    maxAge: checkMaxAge(maxAge),
    /** How long a handled event is remembered: as long as it could be delivered. */
    retention: maxAge + CLOCK_TOLERANCE,
    timeout: check('timeout', timeout, 1, LONGEST_TIMER),
    approvalTimeout: check('approvalTimeout', approvalTimeout, 1, APPROVAL_WINDOW),
    bodyTimeout: check('bodyTimeout', bodyTimeout, 1, LONGEST_TIMER),
    maxBodyBytes: check('maxBodyBytes', maxBodyBytes, 1, Number.MAX_SAFE_INTEGER),
    claimLifetime: check('claimLifetime', claimLifetime, timeout, Number.MAX_SAFE_INTEGER),
    clock,
    /** The same time, with timers that do not keep the process alive. */
    background:
      options.clock?.setTimeout === undefined ? { ...clock, setTimeout: idleTimer } : clock,
  };
}

/** The options with their defaults. */
export type WebhookSettings = ReturnType<typeof resolveSettings>;
