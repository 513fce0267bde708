import {
  type AttemptObservation,
  changesSomething,
  mayArriveTwice,
  mayHaveActed,
  type Outcome,
  type Sending,
} from './outcome.ts';
import { type ReadTiming, untilProof, type WriteTiming } from './read-timing.ts';

/** A read of the resource, or of a list, after the write was sent. */
export interface ReadObservation extends ReadTiming {
  readonly phase: 'read';
  /** What the resource or the list shows of the write. */
  readonly shows: Outcome;
}

/** The same request, sent again with the same idempotency key. */
export interface RepeatObservation {
  readonly phase: 'repeat-with-key';
  /** Whether the service accepted it with this operation's own response. */
  readonly isAccepted: boolean;
}

/** The outcome that a journal has recorded. */
export interface RecordedObservation {
  readonly phase: 'recorded';
  readonly outcome: Outcome;
}

/** One thing that was seen of a write. */
export type Observation =
  | AttemptObservation
  | ReadObservation
  | RepeatObservation
  | RecordedObservation;

/** A request, and when it was sent. */
export interface SentRequest {
  readonly sending: Sending;
  /** Needed for reads: without it a read cannot show that the write is missing. */
  readonly timing?: WriteTiming | undefined;
}

/** The outcome of a write. */
export interface Verdict {
  /** Whether the write was applied. */
  readonly outcome: Outcome;
  /** The observations that decided. */
  readonly because: readonly Observation[];
  /** Whether the same request may be sent again without being applied twice. */
  readonly mayRepeat: boolean;
  /** When a read can show that the write is missing, milliseconds; undefined if no read would. */
  readonly askAgainAt?: number | undefined;
}

function isProofOfApplied(seen: Observation): boolean {
  switch (seen.phase) {
    case 'response':
      return seen.kind === 'value' || seen.kind === 'differs';
    case 'read':
      return seen.shows === 'applied';
    case 'repeat-with-key':
      return seen.isAccepted;
    case 'recorded':
      return seen.outcome === 'applied';
    default:
      return false;
  }
}

/** Whether an observation leaves open whether the service acted. */
function isOpen(seen: Observation): boolean {
  if (seen.phase === 'read' || seen.phase === 'repeat-with-key') return false;
  return seen.phase === 'recorded' ? seen.outcome === 'unknown' : mayHaveActed(seen);
}

/**
 * Decides the outcome of a write; nothing else does. It was applied if any observation shows
 * it. It was not applied if nothing that was sent may have been acted on, or if a read made late
 * enough shows that it is missing. Otherwise the outcome is unknown.
 *
 * @param observations everything that was seen of the write, in the order it happened
 * @param now the reader's clock, milliseconds
 */
export function verdict(
  { sending, timing }: SentRequest,
  observations: readonly Observation[],
  now: number,
): Verdict {
  if (!changesSomething(sending)) {
    return { outcome: 'not-applied', because: observations, mayRepeat: true };
  }
  const applied = observations.filter(isProofOfApplied);
  if (applied.length > 0) return { outcome: 'applied', because: applied, mayRepeat: false };
  const open = observations.filter(isOpen);
  if (open.length === 0) return { outcome: 'not-applied', because: observations, mayRepeat: true };
  const missing = observations.filter(
    (seen): seen is ReadObservation => seen.phase === 'read' && seen.shows === 'not-applied',
  );
  const waits = missing.map((read) =>
    timing === undefined ? undefined : untilProof(read, timing),
  );
  const proof = missing.filter((_, index) => waits[index] === 0);
  if (proof.length > 0) return { outcome: 'not-applied', because: proof, mayRepeat: true };
  const known = waits.filter((wait) => wait !== undefined);
  return {
    outcome: 'unknown',
    because: [...open, ...observations.filter(({ phase }) => phase === 'read')],
    mayRepeat: mayArriveTwice(sending),
    askAgainAt: known.length === 0 ? undefined : now + Math.min(...known),
  };
}
