import { resultId } from '@org/payments-contract';
import type { ClientContext } from '../call/context.ts';
import { probe, sendAgain } from '../call/execute.ts';
import type { CallOptions } from '../call/options.ts';
import type { PreparedRequest } from '../call/request/prepare.ts';
import { changeOf } from '../call/request/sent-input.ts';
import type { AbortedError, ConfigurationError } from '../errors/caller-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { JournalEntry } from '../outcome/journal.ts';
import { type Reader, reconcileAdvice, reconciler } from '../outcome/reconcile.ts';
import type { RecoverSettings } from './options.ts';
import { requestOf } from './read-back.ts';
import { type RecoveryEvidence, type Verdict, verdict } from './recovered-write.ts';

/** A recovery in progress. */
export interface RecoveryPlace {
  /** The client without its journal: the recovery's own requests are not recorded. */
  readonly context: ClientContext;
  readonly settings: RecoverSettings;
  /** Limits of one call. */
  options(): CallOptions;
  now(): number;
}

/** The verdict of an entry that has ended, from what was recorded. */
export function recordedVerdict({ end }: JournalEntry): Verdict | undefined {
  if (end === undefined || end.outcome === 'unknown') return undefined;
  const { outcome, endedAt: at, status, resourceId, errorCode } = end;
  const why =
    errorCode === undefined
      ? 'The response was recorded.'
      : `The call ended with ${errorCode}, which was recorded.`;
  return verdict(outcome, { by: 'response', at, status, resourceId, errorCode, why });
}

const words = { yes: 'applied', no: 'not-applied', unknown: 'unknown' } as const;

const findings = {
  read: {
    applied: 'The resource shows the change.',
    'not-applied': 'The resource does not show the change.',
    unknown: 'The resource does not show whether the change was applied.',
  },
  list: {
    applied: 'The list shows the change.',
    'not-applied': 'The list does not show the change.',
    unknown: 'The list does not show whether the change was applied.',
  },
  'first-leg': {
    applied: 'The resource that the change was meant to remove no longer exists.',
    'not-applied': 'The service requested the signature of the change again.',
    unknown: '',
  },
} as const;

type Probe = 'key' | keyof typeof findings;

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
): Verdict {
  if (!isPaymentsError(error) || ends.includes(error.name)) throw error;
  const { status } = error as { readonly status?: number };
  const why = `The request to find out failed: ${error.message}`;
  const facts = { by, operation, at, status, errorCode: error.code, why };
  return verdict('unknown', facts);
}

async function byKey(
  { context, options, now }: RecoveryPlace,
  request: PreparedRequest,
  idempotencyKey: string,
): Promise<Verdict> {
  const operation = request.operation.name;
  const at = new Date(now()).toISOString();
  try {
    const again = await sendAgain(context, request, { ...options(), idempotencyKey });
    const { data, response } = again;
    return verdict('applied', {
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
  { context, options, now }: RecoveryPlace,
  request: PreparedRequest,
  { startedAt, idempotencyKey }: JournalEntry,
): Promise<Verdict> {
  const at = new Date(now()).toISOString();
  const rule = request.operation.row.reconcile;
  // A response that differs from the contract shows nothing about the write.
  const reader: Reader = {
    operation: context.operation,
    read: (operation, input) =>
      probe(context, operation, input, { ...options(), validate: 'strict' }),
    now,
  };
  const input = () => changeOf(request);
  const find = reconciler(reader, { operation: request.operation, input, sentAt: startedAt });
  if (find === undefined || rule === undefined || rule.by === 'repeat' || rule.by === 'hand') {
    const why = reconcileAdvice(request.operation.row) ?? noEvidenceReason(idempotencyKey);
    return verdict('unknown', { by: 'none', at, why });
  }
  const { by } = rule;
  const asked = by === 'first-leg' ? request.operation : context.operation(rule.read);
  const operation = asked?.name;
  try {
    const { applied, resource } = await find();
    const outcome = words[applied];
    const resourceId = outcome === 'applied' ? resultId({}, resource) : undefined;
    const why = findings[by][outcome];
    return verdict(outcome, { by, operation, at, resource, resourceId, why });
  } catch (error) {
    return failedProbe(by, operation, error, at);
  }
}

/** Milliseconds that the clocks of two machines may differ. */
const CLOCK_TOLERANCE = 300_000;

function mayRepeat({ settings, now }: RecoveryPlace, entry: JournalEntry): boolean {
  const { idempotencyKey, startedAt, request } = entry;
  const age = now() - Date.parse(startedAt);
  // The age of an entry from the future is not known: the clock went back since it was recorded.
  const isFresh = age > -CLOCK_TOLERANCE && age < settings.keyLifetime;
  return settings.repeatKeyed && idempotencyKey !== undefined && isFresh && !request?.isUpload;
}

/** Whether a repeat was refused because of its content. */
function isRefusal({ outcome, evidence: { status = 0 } }: Verdict): boolean {
  return outcome === 'unknown' && [400, 404, 409, 410, 422].includes(status);
}

/** Finds out the outcome of an open entry: by its key, by a read, a list or a first leg. */
export async function resolve(place: RecoveryPlace, entry: JournalEntry): Promise<Verdict> {
  const at = new Date(place.now()).toISOString();
  const request = requestOf(place.context, entry);
  if (request === undefined) {
    const why =
      entry.request === undefined
        ? 'The entry cannot be opened: its secret is not listed, or it was changed.'
        : 'This version of the contract has another operation of this name.';
    return verdict('unknown', { by: 'none', at, why });
  }
  const { idempotencyKey: key } = entry;
  if (key === undefined || !mayRepeat(place, entry)) return byRule(place, request, entry);
  const repeated = await byKey(place, request, key);
  if (!isRefusal(repeated)) return repeated;
  // The change itself may have caused the refusal, such as a quote that was already executed.
  const seen = await byRule(place, request, entry);
  return seen.evidence.by === 'none' ? repeated : seen;
}
