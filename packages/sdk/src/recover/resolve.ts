import { resultId } from '@org/payments-contract';
import { uncached } from '../call/call.ts';
import type { ClientContext } from '../call/context.ts';
import { probe, sendAgain } from '../call/execute.ts';
import type { CallOptions } from '../call/options.ts';
import type { PreparedRequest } from '../call/request/prepare.ts';
import { changeOf } from '../call/request/sent-input.ts';
import type { AbortedError, ConfigurationError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { JournalEntry } from '../outcome/journal.ts';
import { CLOCK_TOLERANCE } from '../outcome/read-timing.ts';
import { type Reader, reconcileAdvice, reconciler } from '../outcome/reconcile.ts';
import type { RecoverSettings } from './options.ts';
import { requestOf } from './read-back.ts';
import { type Finding, finding, type RecoveryEvidence } from './recovered-write.ts';

/** A recovery in progress. */
export interface RecoveryPlace {
  /** The client without its journal: the recovery's own requests are not recorded. */
  readonly context: ClientContext;
  readonly settings: RecoverSettings;
  /** Limits of one call. */
  options(): CallOptions;
  now(): number;
}

/** The verdict of an entry that has ended, from what was recorded; an outcome that is not known stays open. */
export function recordedVerdict({ end }: JournalEntry): Finding | undefined {
  if (end?.outcome !== 'applied' && end?.outcome !== 'not-applied') return undefined;
  const { outcome, endedAt: at, status, resourceId, errorCode } = end;
  const why =
    errorCode === undefined
      ? 'The response was recorded.'
      : `The call ended with ${errorCode}, which was recorded.`;
  return finding(outcome, { by: 'response', at, status, resourceId, errorCode, why });
}

type Probe = 'key' | 'read' | 'list' | 'first-leg';

/** Errors that end a recovery, by name: they may come from another copy of the package. */
const ends: readonly string[] = [
  'AbortedError' satisfies AbortedError['name'],
  'ConfigurationError' satisfies ConfigurationError['name'],
];

/** A request that failed leaves the outcome unknown; the caller's own limits end the recovery. */
function failedProbe(
  by: Probe,
  operation: RecoveryEvidence['operation'],
  error: unknown,
  at: string,
): Finding {
  if (!isPaymentsError(error) || ends.includes(error.name)) throw error;
  const { status } = error as { readonly status?: number };
  const why = `The request to find out failed: ${error.message}`;
  const facts = { by, operation, at, status, errorCode: error.code, why };
  return finding('unknown', facts);
}

async function byKey(
  { context, options, now }: RecoveryPlace,
  request: PreparedRequest,
  idempotencyKey: string,
): Promise<Finding> {
  const operation = request.operation.name;
  const at = new Date(now()).toISOString();
  try {
    const again = await sendAgain(context, request, { ...options(), idempotencyKey });
    const { data, response } = again;
    return finding('applied', {
      by: 'key',
      operation,
      at,
      status: response.status,
      resourceId: resultId(request.operation.row, data),
      resource: data,
      why: 'The service accepted the same request with the same key.',
    });
  } catch (error) {
    return failedProbe('key', operation, error, at);
  }
}

function noEvidenceReason(idempotencyKey: string | undefined): string {
  return idempotencyKey === undefined
    ? 'No request can show whether the change was applied.'
    : 'Only a repeat with the same key can determine the outcome, and the key is too old or `repeatKeyed` is false, or the clock went back since.';
}

async function byRule(
  { context, settings, options, now }: RecoveryPlace,
  request: PreparedRequest,
  { startedAt, deadlineAt, clockOffset, requestId, idempotencyKey }: JournalEntry,
): Promise<Finding> {
  const at = new Date(now()).toISOString();
  const rule = request.operation.row.reconcile;
  // A response that differs from the contract shows nothing about the write.
  const { row, name: called } = request.operation;
  const reader: Reader = {
    clock: context.settings(undefined).clock,
    operation: context.operation,
    // A response that differs from the contract shows nothing about the write.
    read: (operation, input) => probe(context, operation, input, uncached(options())),
  };
  const leg = requestId === undefined ? 1 : 2;
  const isPlain = row.signing === 'never' || row.signing === 'inline';
  const sending = {
    rule: row.retry,
    signing: row.signing,
    leg: isPlain ? undefined : leg,
    hasKey: idempotencyKey !== undefined,
  } as const;
  const timing = {
    sentAt: Date.parse(startedAt),
    deadlineAt: deadlineAt === undefined ? undefined : Date.parse(deadlineAt),
    settle: settings.settle,
    clockOffset,
    // Another machine may have sent it.
    isOwnClock: false,
  };
  const input = () => changeOf(request);
  const find = reconciler(reader, { operation: request.operation, sending, timing, input });
  if (find === undefined || rule === undefined || rule.by === 'repeat' || rule.by === 'hand') {
    const why = reconcileAdvice(row) ?? noEvidenceReason(idempotencyKey);
    return finding('unknown', { by: 'none', at, why });
  }
  const { by } = rule;
  const operation = by === 'first-leg' ? called : context.operation(rule.read)?.name;
  try {
    const { outcome, because: why, askAgainAt, resource } = await find();
    const resourceId = outcome === 'applied' ? resultId({}, resource) : undefined;
    return finding(outcome, { by, operation, at, resource, resourceId, why, askAgainAt });
  } catch (error) {
    return failedProbe(by, operation, error, at);
  }
}

function mayRepeat({ settings, now }: RecoveryPlace, entry: JournalEntry): boolean {
  const { idempotencyKey, startedAt, request } = entry;
  const age = now() - Date.parse(startedAt);
  // The age of an entry from the future is not known: the clock went back since it was recorded.
  const isFresh = age > -CLOCK_TOLERANCE && age < settings.keyLifetime;
  return settings.repeatKeyed && idempotencyKey !== undefined && isFresh && !request?.isUpload;
}

/** Whether a repeat was refused because of its content. */
function isRefusal({ outcome, evidence: { status = 0 } }: Finding): boolean {
  return outcome === 'unknown' && [400, 404, 409, 410, 422].includes(status);
}

/** Finds out the outcome of an open entry: by its key, by a read, a list or a first leg. */
export async function resolve(place: RecoveryPlace, entry: JournalEntry): Promise<Finding> {
  const at = new Date(place.now()).toISOString();
  const request = requestOf(place.context, entry);
  if (request === undefined) {
    const why =
      entry.request === undefined
        ? 'The entry cannot be opened: its secret is not listed, or it was changed.'
        : 'This version of the contract has another operation of this name.';
    return finding('unknown', { by: 'none', at, why });
  }
  const { idempotencyKey: key } = entry;
  if (key === undefined || !mayRepeat(place, entry)) return byRule(place, request, entry);
  const repeated = await byKey(place, request, key);
  if (!isRefusal(repeated)) return repeated;
  // The change itself may have caused the refusal, such as a quote that was already executed.
  const seen = await byRule(place, request, entry);
  return seen.evidence.by === 'none' ? repeated : seen;
}
