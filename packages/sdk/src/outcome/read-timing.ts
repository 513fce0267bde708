import type { Clock } from '@org/payments-contract/internal';

/** Milliseconds by which the clocks of two machines may differ if nothing shows how much. */
export const CLOCK_TOLERANCE = 300_000;
/** Milliseconds by which a `Date` may be off: it has whole seconds, and ages on its way. */
export const DATE_PRECISION = 2_000;
/** Milliseconds until a read is made again, if a cache responded to it. */
const CACHED = 1_000;
/** The deadline of a call, if an entry does not record it. */
export const DEFAULT_DEADLINE = 120_000;
/** Milliseconds after the deadline of a write during which the service may still apply it. */
export const DEFAULT_SETTLE = 30_000;

/** A moment by the clock of the process, and by its monotonic clock if it has one. */
export interface Moment {
  readonly now: number;
  readonly monotonic: number | undefined;
}

export function momentOf(clock: Clock): Moment {
  return { now: clock.now(), monotonic: clock.monotonic?.() };
}

/** Milliseconds by which a clock may be off its monotonic clock without having been set. */
const SET_PRECISION = 1_000;

/** Milliseconds by which the clock was set, or its machine slept, between two moments. */
function stepBetween(from: Moment, to: Moment): number {
  if (from.monotonic === undefined || to.monotonic === undefined) return 0;
  return to.now - from.now - (to.monotonic - from.monotonic);
}

function wasSet(from: Moment, to: Moment): boolean {
  return Math.abs(stepBetween(from, to)) > SET_PRECISION;
}

/** When a write was sent. All times are milliseconds since the epoch. */
export interface WriteTiming {
  /** By the clock of the machine that sent it. */
  readonly sentAt: number;
  /** `sentAt` by the monotonic clock of this process; undefined if another process sent it. */
  readonly monotonicAt?: number | undefined;
  /** When its call ends at the latest, by the same clock. */
  readonly deadlineAt?: number | undefined;
  /** Milliseconds after the deadline during which the service may still apply it. */
  readonly settle?: number | undefined;
  /** The service's clock minus the clock of `sentAt`; undefined if no response has shown it. */
  readonly clockOffset?: number | undefined;
  /** Whether the process that sent it makes the reads too, by the same clock. */
  readonly sameProcess: boolean;
}

export interface ReadTiming {
  /** When its response arrived, by the reader's clock. */
  readonly at: number;
  /** `at` by the monotonic clock of the process. */
  readonly monotonicAt?: number | undefined;
  /** The `Date` of the response, which is the service's clock; NaN if it has none. */
  readonly date: number;
  /** When the service made the response at the earliest, if it has no `Date`; NaN if nothing shows it. */
  readonly notBefore?: number | undefined;
  /** The `Age` of the response in seconds: above 0 if it comes from a cache. */
  readonly age: number;
}

/** Milliseconds by which a read is certainly older than the write, or from a cache; 0 if it is not. */
export function certainStaleness(
  { date, age }: ReadTiming,
  { sentAt, clockOffset = -CLOCK_TOLERANCE }: Pick<WriteTiming, 'sentAt' | 'clockOffset'>,
): number {
  const before = sentAt + clockOffset - DATE_PRECISION - date;
  // Stryker disable next-line EqualityOperator: both sides are 0 there
  return Math.max(age > 0 ? CACHED : 0, before > 0 ? before : 0);
}

function sentMoment({ sentAt, monotonicAt }: WriteTiming): Moment {
  return { now: sentAt, monotonic: monotonicAt };
}

function readMoment({ at, monotonicAt }: ReadTiming): Moment {
  return { now: at, monotonic: monotonicAt };
}

/**
 * Milliseconds that have passed since the write by the clock of the process, at least: a step of that
 * clock forward does not count. Neither does the sleep of a machine, which only delays a conclusion.
 */
function elapsedInProcess(read: ReadTiming, write: WriteTiming): number {
  return read.at - write.sentAt - Math.max(0, stepBetween(sentMoment(write), readMoment(read)));
}

/**
 * Milliseconds that passed at least from the write until the service made the response of a read: the
 * less of what our clock and the service's show, because a cache may have responded with a copy; none
 * if the service's shows nothing. What
 * another machine's clock shows counts 300 s less; only the process that sent the write knows the
 * difference of the service's from its own.
 */
function elapsed(read: ReadTiming, write: WriteTiming): number {
  const { at, date, notBefore = date } = read;
  const { sentAt, clockOffset, sameProcess } = write;
  const passed = sameProcess ? elapsedInProcess(read, write) : at - sentAt - CLOCK_TOLERANCE;
  if (Number.isNaN(notBefore)) return Number.NEGATIVE_INFINITY;
  const byService = notBefore - sentAt - (clockOffset ?? 0);
  const isKnown = sameProcess && clockOffset !== undefined && notBefore === date;
  return Math.min(passed, byService + (isKnown ? DATE_PRECISION : -CLOCK_TOLERANCE));
}

/**
 * Milliseconds until a read can show that a write is missing: the deadline of the write and the time
 * to settle must have passed, also by the service's clock, and no cache may have responded. Infinite
 * if nothing shows when the service made the response.
 */
export function untilProof(read: ReadTiming, write: WriteTiming): number {
  const { sentAt, deadlineAt = sentAt + DEFAULT_DEADLINE, settle = DEFAULT_SETTLE } = write;
  const left = deadlineAt - sentAt + settle - elapsed(read, write);
  return Math.max(0, left, read.age > 0 ? CACHED : 0);
}

/**
 * The earliest time at which the write can have been sent, by the clock of the service's `Date`; NaN
 * if the clock went back since.
 */
export function earliestSent(read: ReadTiming, write: WriteTiming): number {
  const { sentAt, sameProcess } = write;
  if (sameProcess && read.at < sentAt) return Number.NaN;
  const isSame = sameProcess && !wasSet(sentMoment(write), readMoment(read));
  const isFresh = isSame && certainStaleness(read, { sentAt, clockOffset: 0 }) === 0;
  const shown = isFresh && !Number.isNaN(read.date) ? read.date - read.at : undefined;
  const offset = write.clockOffset ?? shown;
  return offset === undefined ? sentAt - CLOCK_TOLERANCE : sentAt + offset - DATE_PRECISION;
}

/**
 * The service's clock minus ours, as responses show it. A response ages on its way and in caches, so
 * the greatest difference is the closest one; one that is too great only postpones a conclusion.
 * Nothing is known once our clock was set, until the next response.
 */
export class ServiceClock {
  #offset: number | undefined;
  /** When a response last arrived. */
  #notedAt: Moment | undefined;
  #text: string | undefined;
  #time = Number.NaN;

  /** The difference, by our clock as it was at some moments; undefined if no response shows it. */
  offsetAt(...moments: readonly Moment[]): number | undefined {
    const noted = this.#notedAt;
    return noted !== undefined && moments.some((moment) => wasSet(noted, moment))
      ? undefined
      : this.#offset;
  }

  /** Notes the `Date` of a response that arrived at a moment. */
  note(date: string | null, at: Moment): void {
    // Stryker disable next-line ConditionalExpression: `Date.parse(null)` is not a number either; the check is for the compiler
    if (date === null) return;
    // Responses of the same second have the same text.
    // Stryker disable next-line ConditionalExpression: the same text is parsed to the same time; the check saves the second parse
    if (date !== this.#text) [this.#text, this.#time] = [date, Date.parse(date)];
    const shown = this.#time - at.now;
    if (Number.isNaN(shown)) return;
    const noted = this.#notedAt;
    const isSame = noted !== undefined && Math.abs(stepBetween(noted, at)) <= SET_PRECISION;
    this.#offset = isSame && this.#offset !== undefined ? Math.max(this.#offset, shown) : shown;
    this.#notedAt = at;
  }
}

/** Header fields in which caches say whether they had a copy: some write a `Date` of their own to it. */
const cacheFields = ['cache-status', 'cf-cache-status', 'x-cache', 'x-vercel-cache'];

const copied = /(?:^|[\s;,_])hit\b|^(?:stale|updating)\b/i;

/**
 * Returns for how many seconds, at least, a response has been in a cache; 0 if it comes from none.
 * An `Age` other than exactly 0 was written by a cache: a list, which two of them wrote, too.
 *
 * @param header returns a header field of the response, or null
 */
export function timeInCache(header: (name: string) => string | null): number {
  const age = header('age');
  const isCopy = cacheFields.some((name) => copied.test(header(name) ?? ''));
  if (!isCopy && (age === null || age.trim() === '0')) return 0;
  return Math.max(1, Number.parseInt(age ?? '', 10) || 0);
}

export function isoTime(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString();
}
