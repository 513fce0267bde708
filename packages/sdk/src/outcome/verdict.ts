import type { RetryRule } from '@org/payments-contract';
import type { Leg } from '../observe/events.ts';
import type { Observation, Outcome, ReadObservation, ResponseMeaning } from './observations.ts';
import { certainStaleness, untilProof, type WriteTiming } from './read-timing.ts';

/** The properties of a request that decide whether it may be sent twice. */
export interface Sending {
  readonly rule: RetryRule;
  readonly leg: Leg | undefined;
  /** Whether the service can only respond with a challenge: a leg that is not the last. */
  readonly isPreparing: boolean;
  /** Whether the request carries an idempotency key. */
  readonly hasKey: boolean;
}

export interface SentRequest {
  readonly sending: Sending;
  /** Needed for reads: without it a read cannot show that the write is missing. */
  readonly timing?: WriteTiming | undefined;
}

/** A request of which a read can show that it is missing. */
export interface TimedRequest extends SentRequest {
  readonly timing: WriteTiming;
}

export interface Verdict {
  readonly outcome: Outcome;
  /** The observations that decided. */
  readonly because: readonly Observation[];
  /** Whether the same request may be sent again without being applied twice. */
  readonly mayRepeat: boolean;
  /** When a read can show more, milliseconds: one that is later, or not as old. Undefined if no read can. */
  readonly askAgainAt?: number | undefined;
}

/** Whether the request carries a stamp over a challenge, which is good for one request. */
export function isStamped({ leg = 1 }: Pick<Sending, 'leg'>): boolean {
  return leg > 1;
}

/** Whether the service changes something when it acts on the request. */
export function changesSomething({ rule, isPreparing }: Sending): boolean {
  return rule !== 'safe' && !isPreparing;
}

/**
 * Whether the request may arrive twice: it changes nothing, or its key ensures that the service
 * acts once.
 */
export function mayArriveTwice(sending: Sending): boolean {
  if (isStamped(sending)) return false;
  return !changesSomething(sending) || (sending.rule === 'keyed' && sending.hasKey);
}

const shownByResponse: Readonly<Record<ResponseMeaning, Outcome>> = {
  value: 'applied',
  differs: 'applied',
  challenge: 'not-applied',
  refused: 'not-applied',
  unclear: 'unknown',
};

/** What one observation shows of the request that it is about; a read is about all of them. */
function shown(seen: Observation): Outcome {
  switch (seen.kind) {
    case 'unsent':
      return 'not-applied';
    case 'sent':
    case 'foreign-response':
      return 'unknown';
    case 'service-response':
      return shownByResponse[seen.response];
    default:
      return seen.shows;
  }
}

/**
 * When a request without a response was sent after the call: as a repeat with its key, or, for all
 * that a recorded verdict shows, by an earlier recovery. Undefined if it was sent in the call.
 */
function resendTiming(
  seen: Observation,
  { sending }: SentRequest,
  { settle, sameProcess, clockOffset }: WriteTiming,
): WriteTiming | undefined {
  const sent = { sentAt: seen.at, deadlineAt: seen.at, settle };
  if (seen.kind === 'repeat-with-key') {
    const offset = sameProcess ? clockOffset : undefined;
    return { ...sent, monotonicAt: seen.monotonicAt, clockOffset: offset, sameProcess: true };
  }
  if (seen.kind === 'recorded' && sending.hasKey) return { ...sent, clockOffset, sameProcess };
  return undefined;
}

/**
 * Milliseconds until a read can show that none of the requests without a response was applied;
 * undefined if no read can.
 */
function untilMissing(
  read: ReadObservation,
  request: SentRequest,
  open: readonly Observation[],
): number | undefined {
  const { timing } = request;
  if (timing === undefined) return undefined;
  const resends = open.map((seen) => resendTiming(seen, request, timing));
  const timings = [timing, ...resends].filter((sent) => sent !== undefined);
  return Math.max(...timings.map((sent) => untilProof(read, sent)));
}

/**
 * Decides the outcome of a write; nothing else does. It was applied if any observation shows
 * it, other than a read that is older than the write. It was not applied if nothing that was sent may
 * have been acted on, or if a read made late enough shows that it is missing. Otherwise the outcome is
 * unknown.
 *
 * @param observations everything that was seen of the write, in any order
 * @param now the reader's clock, milliseconds
 */
export function verdict(
  request: SentRequest,
  observations: readonly Observation[],
  now: number,
): Verdict {
  const { sending } = request;
  if (!changesSomething(sending)) {
    return { outcome: 'not-applied', because: observations, mayRepeat: true };
  }
  const { timing } = request;
  const reads = observations.filter((seen) => seen.kind === 'read');
  const stale = new Map<Observation, number>(
    reads.map((read) => [read, timing === undefined ? 0 : certainStaleness(read, timing)]),
  );
  const applied = observations.filter((seen) => shown(seen) === 'applied' && !stale.get(seen));
  if (applied.length > 0) return { outcome: 'applied', because: applied, mayRepeat: false };
  const open = observations.filter((seen) => seen.kind !== 'read' && shown(seen) === 'unknown');
  if (open.length === 0) return { outcome: 'not-applied', because: observations, mayRepeat: true };
  const waits = reads
    .filter(({ shows }) => shows === 'not-applied')
    .flatMap((read) => {
      const wait = untilMissing(read, request, open);
      return wait === undefined || wait === Number.POSITIVE_INFINITY ? [] : [{ read, wait }];
    });
  const proof = waits.filter(({ wait }) => wait === 0).map(({ read }) => read);
  if (proof.length > 0) return { outcome: 'not-applied', because: proof, mayRepeat: true };
  const tooOld = reads.filter(({ shows }) => shows === 'applied');
  const delays =
    waits.length > 0 ? waits.map(({ wait }) => wait) : tooOld.map((read) => stale.get(read) ?? 0);
  return {
    outcome: 'unknown',
    because: [...open, ...reads],
    mayRepeat: mayArriveTwice(sending),
    askAgainAt: delays.length === 0 ? undefined : now + Math.min(...delays),
  };
}
