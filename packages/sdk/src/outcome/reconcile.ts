import { type Fields, isErrorCode, type OperationRow } from '@org/payments-contract';
import {
  type Clock,
  flag,
  type KindsOf,
  numberOf,
  type OptionKind,
  wait,
} from '@org/payments-contract/internal';
import { ApiError } from '../errors/api-error.ts';
import { AbortedError } from '../errors/caller-errors.ts';
import { readErrorBody } from '../errors/error-body.ts';
import type { ReconcileOptions, Reconciliation } from '../errors/network-errors.ts';
import { attachOutcome, type CalledName, isPaymentsError } from '../errors/payments-error.ts';
import { LimitReached, limited } from '../limits/limited.ts';
import { checkCallOptions } from '../options/checks.ts';
import type { Observation, Outcome, ReadObservation } from './observations.ts';
import { lastWritten, listShows, readShows } from './read-rules.ts';
import {
  CLOCK_TOLERANCE,
  earliestSent,
  isoTime,
  momentOf,
  type ReadTiming,
  timeInCache,
  type WriteTiming,
} from './read-timing.ts';
import { type TimedRequest, type Verdict, verdict } from './verdict.ts';

/** What takes longer has not settled, but failed. */
const YEAR = 31_536_000_000;

export const settleKind: OptionKind = numberOf({ from: 0, to: YEAR, unit: 'milliseconds' });

const kinds: KindsOf<ReconcileOptions> = {
  settle: flag,
  settleTime: settleKind,
  signal: { expected: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal },
};

export interface ReadResult {
  readonly value: unknown;
  /** One header field of the response, or null. */
  header(name: string): string | null;
}

interface Operation {
  readonly name: CalledName;
  readonly row: OperationRow;
}

export interface SentChange extends TimedRequest {
  readonly operation: Operation;
  /** What was seen of it before. */
  readonly seen: readonly Observation[];
  input(): Fields;
}

/** How the resource or the list of a change is read. */
export interface Reader {
  readonly clock: Clock;
  operation(name: string): Operation | undefined;
  read(operation: Operation, input: Fields): Promise<ReadResult>;
}

/** What a read showed, before the verdict. */
interface ReadFinding {
  readonly shows: Outcome;
  readonly resource: unknown;
  readonly timing: ReadTiming;
}

/** The number of pages of a list that are searched, and the items of each. */
const MAX_PAGES = 20;
const PAGE_SIZE = 100;

interface PageLike {
  readonly data: readonly Fields[];
  /** Missing if the list has one page. */
  readonly hasMore?: boolean;
  readonly nextCursor?: string;
  /** The number of items of the whole list. */
  readonly totalCount?: number;
}

/** The part of a list that was read, with the oldest of its responses. */
interface ListRead {
  readonly items: readonly Fields[];
  readonly isWhole: boolean;
  readonly timing: ReadTiming;
}

/**
 * When a read was made. A response without a `Date` is no older than the resources in it: without any,
 * nothing shows that it is not a copy from before the change.
 */
function timingOf(
  header: ReadResult['header'],
  clock: Clock,
  resources: readonly Fields[] = [],
): ReadTiming {
  const { now: at, monotonic: monotonicAt } = momentOf(clock);
  const date = Date.parse(header('date') ?? '');
  const notBefore = Number.isNaN(date) ? lastWritten(resources) : undefined;
  return { at, monotonicAt, date, notBefore, age: timeInCache(header) };
}

function takesLimit({ query }: OperationRow): boolean {
  return query !== undefined && 'limit' in query.shape;
}

/** Of two responses, the facts of the one that proves less. */
function older(one: ReadTiming | undefined, other: ReadTiming): ReadTiming {
  if (one === undefined) return other;
  // Stryker disable next-line ConditionalExpression,LogicalOperator: `Math.min` of NaN and a number is NaN too
  const isDated = !Number.isNaN(one.date) && !Number.isNaN(other.date);
  return {
    at: Math.min(one.at, other.at),
    monotonicAt: one.monotonicAt,
    date: isDated ? Math.min(one.date, other.date) : Number.NaN,
    notBefore: Math.min(one.notBefore ?? one.date, other.notBefore ?? other.date),
    age: Math.max(one.age, other.age),
  };
}

async function readPages(reader: Reader, operation: Operation, filter: Fields): Promise<ListRead> {
  const items: Fields[] = [];
  const input = takesLimit(operation.row) ? { ...filter, limit: PAGE_SIZE } : filter;
  let cursor: unknown;
  let timing: ReadTiming | undefined;
  for (let page = 1; ; page += 1) {
    const query = cursor === undefined ? input : { ...input, cursor };
    const { value, header } = await reader.read(operation, query);
    const { data, hasMore, nextCursor, totalCount = 0 } = value as PageLike;
    timing = older(timing, timingOf(header, reader.clock, data));
    items.push(...data);
    if (!hasMore) return { items, isWhole: items.length >= totalCount, timing };
    if (nextCursor === undefined || page === MAX_PAGES) return { items, isWhole: false, timing };
    cursor = nextCursor;
  }
}

const missing = new Set([404, 410]);

/** Whether the service reported that the resource is missing; a 404 of a proxy proves nothing. */
function isMissing(error: unknown): boolean {
  if (!(error instanceof ApiError && missing.has(error.status))) return false;
  const { status, code } = error;
  return isErrorCode(code) && readErrorBody({ status, text: error.rawText() ?? '' }).isFromService;
}

/** The read, or nothing if the service reported that the resource is missing. */
async function unlessMissing(result: Promise<ReadResult>): Promise<ReadResult> {
  try {
    return await result;
  } catch (error) {
    if (!isMissing(error)) throw error;
    const { headers } = error as ApiError;
    return { value: undefined, header: (name) => headers[name] ?? null };
  }
}

/**
 * Sends the first leg again, which changes nothing. The change was applied if the resource is
 * missing, and not if there is a challenge.
 */
async function byFirstLeg(reader: Reader, { operation, input }: SentChange): Promise<ReadFinding> {
  const { value, header } = await unlessMissing(reader.read(operation, input()));
  const other = value === undefined ? 'applied' : 'unknown';
  const shows = value === 'challenge' ? 'not-applied' : other;
  return { shows, resource: undefined, timing: timingOf(header, reader.clock) };
}

/** The read that shows whether a change was applied; undefined if the row has no such rule. */
function readOf(reader: Reader, sent: SentChange): (() => Promise<ReadFinding>) | undefined {
  const { operation: changed, input, timing: write } = sent;
  const { reconcile: rule, method } = changed.row;
  // Stryker disable next-line ConditionalExpression: such a rule names no read, and no operation has an undefined name
  if (rule === undefined || rule.by === 'repeat' || rule.by === 'hand') return undefined;
  if (rule.by === 'first-leg') return () => byFirstLeg(reader, sent);
  const operation = reader.operation(rule.read);
  if (operation === undefined) return undefined;
  const subject = (timing: ReadTiming) => ({
    method,
    change: input(),
    earliest: earliestSent(timing, write),
    isDated: !Number.isNaN(timing.date),
  });
  if (rule.by === 'list') {
    const filter = rule.input(input());
    if (filter === undefined) return undefined;
    return async () => {
      const { items, isWhole, timing } = await readPages(reader, operation, filter);
      const show = (some: readonly Fields[]) => listShows(rule, subject(timing), some, isWhole);
      const shows = show(items);
      const resource = shows === 'applied' ? items.filter((item) => show([item]) === shows) : items;
      return { shows, resource, timing };
    };
  }
  return async () => {
    const { value, header } = await unlessMissing(reader.read(operation, rule.input(input())));
    const found = value as Fields | undefined;
    const timing = timingOf(header, reader.clock, [found ?? {}]);
    return { shows: readShows(rule, subject(timing), found), resource: found, timing };
  };
}

const reasons: Readonly<Record<Outcome, string>> = {
  applied: 'A read shows the change.',
  'not-applied': 'A read made after the change could no longer arrive does not show it.',
  unknown: 'A read does not show whether the change was applied.',
};

const UNDATED =
  'A read without a `Date` does not show the change: it may be a copy from before the change.';

const TOO_EARLY =
  'A read does not show the change, which may still be applied, or the read is too old.';

/** The verdict on a change with a read of it. */
export interface ReadEvidence {
  readonly verdict: Verdict;
  /** One sentence that explains the verdict. */
  readonly because: string;
  readonly resource: unknown;
}

/**
 * Returns the function that finds out once whether a change was applied: it reads the resource,
 * walks a list, or sends a first leg again. Undefined for operations whose row has no such rule.
 */
export function evidenceReader(
  reader: Reader,
  sent: SentChange,
): ((timing?: WriteTiming) => Promise<ReadEvidence>) | undefined {
  const read = readOf(reader, sent);
  if (read === undefined) return undefined;
  return async (timing = sent.timing) => {
    const { shows, resource, timing: readAt } = await read();
    const seen: ReadObservation = { kind: 'read', shows, ...readAt };
    const request = { sending: sent.sending, timing };
    const found = verdict(request, [...sent.seen, seen], reader.clock.now());
    const isUndated = found.outcome === 'unknown' && shows === 'not-applied';
    const final = isUndated ? UNDATED : reasons[found.outcome];
    const because = found.askAgainAt === undefined ? final : TOO_EARLY;
    return { verdict: found, because, resource };
  };
}

/** An error of a read. The outcome of the write is still unknown, though the read changed nothing. */
function readFailure(error: unknown, { name: operation }: Operation): unknown {
  const failure =
    error instanceof LimitReached ? new AbortedError({ operation, cause: error.cause }) : error;
  return isPaymentsError(failure) ? attachOutcome(failure, 'unknown') : failure;
}

/** Returns the `reconcile` of an error, for operations whose row has a rule for it. */
export function reconciler(
  reader: Reader,
  sent: SentChange,
): ((options?: ReconcileOptions) => Promise<Reconciliation>) | undefined {
  const ask = evidenceReader(reader, sent);
  if (ask === undefined) return undefined;
  const { clock } = reader;
  return async (options = {}) => {
    checkCallOptions(options, kinds);
    const { settle = false, settleTime, signal } = options;
    const endless = Number.POSITIVE_INFINITY;
    const unlessAborted = <Value>(promise: Promise<Value>) =>
      limited(promise, { clock, timeout: endless, left: endless, signal }).catch((error) => {
        throw readFailure(error, sent.operation);
      });
    const timing = settleTime === undefined ? sent.timing : { ...sent.timing, settle: settleTime };
    let end: number | undefined;
    for (;;) {
      const { verdict: found, because, resource } = await unlessAborted(ask(timing));
      const { outcome, askAgainAt } = found;
      const shown = { outcome, because, askAgainAt: isoTime(askAgainAt), resource };
      if (!settle || askAgainAt === undefined) return shown;
      // The clock of a service that stands still, or a cache, would let it wait forever.
      const now = clock.now();
      end ??= askAgainAt + CLOCK_TOLERANCE;
      if (now >= end) return shown;
      await unlessAborted(wait(clock, Math.max(1, askAgainAt - now), signal));
    }
  };
}

/** The row's advice if no request can show whether the change was applied. */
export function reconcileAdvice({ reconcile: rule }: OperationRow): string | undefined {
  if (rule?.by === 'repeat') return `Repeating the call does no harm. ${rule.why}`;
  return rule?.by === 'hand' ? rule.why : undefined;
}
