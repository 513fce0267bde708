import type { Reconcile } from '@org/payments-contract';
import { resultId } from '@org/payments-contract/internal/schema';
import { evidential } from '../call/call.ts';
import { clockOffset } from '../call/clock-offset.ts';
import type { ClientContext } from '../call/context.ts';
import { readEvidence, sendAgain } from '../call/execute.ts';
import type { CallOptions } from '../call/options.ts';
import type { PreparedRequest } from '../call/request/prepare.ts';
import { changeOf } from '../call/request/prepare.ts';
import type { AbortedError, ConfigurationError } from '../errors/caller-errors.ts';
import { isPaymentsError, type PaymentsError } from '../errors/payments-error.ts';
import {
  type JournalEnd,
  type JournalEntry,
  type KeyedEntry,
  settledBy,
} from '../outcome/journal.ts';
import type { Observation, RepeatObservation } from '../outcome/observations.ts';
import { momentOf } from '../outcome/read-timing.ts';
import { evidenceReader, type Reader, reconcileAdvice } from '../outcome/reconcile.ts';
import { appliedWith, firstSent } from '../outcome/same-key.ts';
import { type TimedRequest, type Verdict, verdict } from '../outcome/verdict.ts';
import { type EntryFacts, entryObservation, requestOf, sentRequest } from './entry.ts';
import { keyAge } from './key-age.ts';
import type { RecoverSettings } from './options.ts';
import { type Finding, finding } from './recovered-write.ts';

export interface RecoveryContext {
  /** The client without its journal: the recovery's own requests are not recorded. */
  readonly context: ClientContext;
  readonly settings: RecoverSettings;
  /**
   * Records that a request is about to be sent again, so that a recovery after the end of this
   * process knows until when it may arrive. Returns false if its call has recorded its own end in the
   * meantime: the caller knows that outcome, and the request must not be sent.
   */
  recordRepeat(entry: JournalEntry): Promise<boolean>;
  /** Limits of one call. */
  options(): CallOptions;
  now(): number;
}

/** The write of an entry while a recovery finds out about it. */
class WriteEvidence {
  readonly recovery: RecoveryContext;
  readonly request: TimedRequest;
  readonly seen: Observation[];

  constructor(recovery: RecoveryContext, entry: EntryFacts) {
    this.recovery = recovery;
    this.request = sentRequest(entry, recovery.settings.settle);
    this.seen = [entryObservation(entry)];
  }

  verdict(): Verdict {
    return verdict(this.request, this.seen, this.recovery.now());
  }

  /** The finding on the entry alone, and why nothing else shows the outcome. */
  withoutRequest(because: string): Finding {
    const at = new Date(this.recovery.now()).toISOString();
    return finding(this.verdict(), { by: 'none', at, because });
  }
}

/** The finding on an entry about which no request is sent. */
export function findingWithoutRequest(
  recovery: RecoveryContext,
  entry: EntryFacts,
  because: string,
): Finding {
  return new WriteEvidence(recovery, entry).withoutRequest(because);
}

/** The finding on an entry whose outcome was recorded; undefined if no known outcome was. */
export function recordedFinding(recovery: RecoveryContext, entry: EntryFacts): Finding | undefined {
  const { end } = entry;
  const found = new WriteEvidence(recovery, entry).verdict();
  // Stryker disable next-line ConditionalExpression: without an end the outcome is unknown
  if (end === undefined || found.outcome === 'unknown') return undefined;
  const { endedAt: at, status, resourceId, errorCode } = end;
  const because =
    errorCode === undefined
      ? `${status === undefined ? 'What a read has shown' : 'The response'} was recorded.`
      : `The call ended with ${errorCode}, which was recorded.`;
  const facts = { by: 'response', at, status, resourceId, errorCode, because } as const;
  return byPerson(end) ?? finding(found, facts);
}

/** The finding that a person has recorded; undefined if they have not. */
function byPerson(end: JournalEnd): Finding | undefined {
  const person = settledBy(end);
  const because = `A person (${person}) recorded it as ${end.outcome}; the service does not show it.`;
  return person === undefined
    ? undefined
    : finding(end, { ...end, by: 'person', at: end.endedAt, because });
}

/** The finding on an entry by another call with its request and its key: both are one change. */
export function findingByOther(
  { settings }: RecoveryContext,
  { operation }: JournalEntry,
  keyed: readonly KeyedEntry[],
  sentAt: string | undefined,
): Finding | undefined {
  const end = appliedWith(sentAt, keyed, settings.keyLifetime)?.end;
  if (end === undefined) return undefined;
  const { endedAt: at, status, resourceId } = end;
  const because = 'Another call with this idempotency key was applied.';
  const facts = { by: 'key', operation, at, status, resourceId, because } as const;
  return byPerson(end) ?? finding({ outcome: 'applied', askAgainAt: undefined }, facts);
}

/** Errors that end a recovery, by name: they may come from another copy of the package. */
const endingErrors: readonly string[] = [
  'AbortedError' satisfies AbortedError['name'],
  'ConfigurationError' satisfies ConfigurationError['name'],
];

/**
 * The error of a request that failed, which leaves the outcome as it was.
 *
 * @throws the error, if it is one that ends the recovery
 */
function requestFailure(error: unknown): PaymentsError & { readonly status?: number } {
  if (!isPaymentsError(error) || endingErrors.includes(error.name)) throw error;
  return error;
}

function failureFacts(error: PaymentsError & { readonly status?: number }) {
  // The sentence of a lost change is about the change; this is about the repeat that shows it.
  const isLost = error.code === 'OUTCOME_UNKNOWN';
  const lost = isPaymentsError(error.cause) ? error.cause.message : 'no response arrived.';
  const because = `The request to find out failed: ${isLost ? lost : error.message}`;
  return { status: error.status, errorCode: error.code, because };
}

/** A repeat that was refused, possibly because of the change itself, such as an executed quote. */
const refusalsByState: readonly unknown[] = [400, 404, 409, 410, 422];

const ENDED =
  'The call of the entry ended in the meantime and recorded its outcome: recover with `since` to see it.';

/** Sends the request of an entry once more, with its key. */
async function byKey(
  evidence: WriteEvidence,
  request: PreparedRequest,
  entry: JournalEntry,
  idempotencyKey: string,
): Promise<Finding> {
  const { context, options, now, recordRepeat } = evidence.recovery;
  if (!(await recordRepeat(entry))) return evidence.withoutRequest(ENDED);
  const operation = request.operation.name;
  const at = new Date(now()).toISOString();
  const note = (shows: RepeatObservation['shows']) => {
    const { now: notedAt, monotonic: monotonicAt } = momentOf(context.settings(undefined).clock);
    evidence.seen.push({ kind: 'repeat-with-key', at: notedAt, monotonicAt, shows });
  };
  try {
    const again = await sendAgain(context, request, { ...options(), idempotencyKey });
    const { data, response } = again;
    note('applied');
    const because = 'Sent again with its key, the service returned it as accepted, before or now.';
    const resourceId = resultId(request.operation.row, data);
    const facts = { by: 'key', operation, at, because, resourceId, resource: data } as const;
    return finding(evidence.verdict(), { ...facts, status: response.status });
  } catch (error) {
    const failure = requestFailure(error);
    note(failure.outcome ?? 'not-applied');
    return finding(evidence.verdict(), { by: 'key', operation, at, ...failureFacts(failure) });
  }
}

function noEvidenceReason({ settings }: RecoveryContext, key: string | undefined): string {
  if (key === undefined) return 'No request can show whether the change was applied.';
  const only = 'No read shows the outcome; only a repeat with the same key does';
  const isOld = ', and the key is too old, or the clock went back since';
  return `${only}${settings.repeatKeyed ? isOld : ''}.`;
}

/** A rule by which a request can show whether a change was applied. */
type AskingRule = Exclude<Reconcile, { by: 'repeat' | 'hand' }>;

/** Asks in the way that the row of the operation names. */
async function byRule(
  evidence: WriteEvidence,
  request: PreparedRequest,
  { idempotencyKey }: JournalEntry,
): Promise<Finding> {
  const { recovery, seen } = evidence;
  const { context, options, now } = recovery;
  const { operation } = request;
  const reader: Reader = {
    clock: context.settings(undefined).clock,
    operation: context.operation,
    // A response that differs from the contract shows nothing about the write.
    read: (read, input) => readEvidence(context, read, input, evidential(options())),
  };
  const input = () => changeOf(request);
  const ask = evidenceReader(reader, { ...evidence.request, operation, seen, input });
  if (ask === undefined) {
    return evidence.withoutRequest(
      reconcileAdvice(operation.row) ?? noEvidenceReason(recovery, idempotencyKey),
    );
  }
  const { by, ...rule } = operation.row.reconcile as AskingRule;
  // Stryker disable next-line OptionalChaining: `ask` is undefined where the operation does not exist
  const called = 'read' in rule ? context.operation(rule.read)?.name : operation.name;
  const facts = { by, operation: called, at: new Date(now()).toISOString() };
  try {
    const { verdict: found, because, resource } = await ask();
    // Of a list, the items that show the change.
    const [one, ...others] = [resource].flat();
    const isOne = found.outcome === 'applied' && others.length === 0;
    const resourceId = isOne ? resultId({}, one) : undefined;
    return finding(found, { ...facts, resource, resourceId, because });
  } catch (error) {
    return finding(evidence.verdict(), { ...facts, ...failureFacts(requestFailure(error)) });
  }
}

/** Whether the key of an entry is still remembered, and may be used. */
async function isKeyUsable(
  { context, settings, now, options }: RecoveryContext,
  entry: JournalEntry,
  keyed: readonly KeyedEntry[],
): Promise<boolean> {
  // Stryker disable next-line OptionalChaining: an entry without a request gets no further than the check before it
  if (!settings.repeatKeyed || entry.request?.isUpload) return false;
  const offset = await clockOffset(context, options());
  return keyAge(firstSent(keyed) ?? entry, now(), offset, settings.keyLifetime) === 'young';
}

/** Finds out the outcome of an open entry: by its key, by a read, a list or a first leg. */
export async function resolve(
  recovery: RecoveryContext,
  entry: JournalEntry,
  keyed: readonly KeyedEntry[],
): Promise<Finding> {
  const evidence = new WriteEvidence(recovery, entry);
  const request = requestOf(recovery.context, entry);
  if (request === undefined) {
    return evidence.withoutRequest(
      entry.request === undefined
        ? 'The entry cannot be opened: its secret is not listed, or it was changed.'
        : 'This version of the contract has another operation of this name.',
    );
  }
  const { idempotencyKey: key } = entry;
  if (key === undefined || !evidence.verdict().mayRepeat) {
    return byRule(evidence, request, entry);
  }
  try {
    if (!(await isKeyUsable(recovery, entry, keyed))) return byRule(evidence, request, entry);
  } catch (error) {
    const at = new Date(recovery.now()).toISOString();
    return finding(evidence.verdict(), { by: 'read', at, ...failureFacts(requestFailure(error)) });
  }
  const repeated = await byKey(evidence, request, entry, key);
  if (!refusalsByState.includes(repeated.source.status)) return repeated;
  const read = await byRule(evidence, request, entry);
  return read.source.by === 'none' ? repeated : read;
}
