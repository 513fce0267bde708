import { warnOnce } from '@org/payments-contract/internal';
import {
  AbortedError,
  CredentialsError,
  JournalError,
  type JournalProblem,
} from '../../errors/caller-errors.ts';
import { IdempotencyKeyReusedError } from '../../errors/idempotency-key-error.ts';
import { attachEntry, OutcomeUnknownError } from '../../errors/network-errors.ts';
import {
  attachNothingSent,
  isPaymentsError,
  type PaymentsError,
} from '../../errors/payments-error.ts';
import { LimitReached, limited } from '../../limits/limited.ts';
import { atEndOfTurn } from '../../limits/turns.ts';
import type { Journal, JournalEnd } from '../../outcome/journal.ts';
import { momentOf } from '../../outcome/read-timing.ts';
import { changesSomething, mayArriveTwice } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import { formerOwners, ownerOf } from '../owner.ts';
import { safeCause } from '../response/scrub.ts';
import { authorize } from './authorize.ts';
import type { LegRequest } from './leg.ts';
import { journalRequest, legJournalRequest } from './recorded-request.ts';

/**
 * Waits for the credentials, whose account an entry names. Without them nothing can be sent, so that
 * nothing is recorded.
 *
 * @throws ConfigurationError; CredentialsError if they are not supplied in time; AbortedError
 */
async function supplyCredentials(call: Call): Promise<void> {
  const authorized = await authorize(call);
  if (typeof authorized === 'string') return;
  const { why, cause = new LimitReached(why, undefined) } = authorized;
  const context = { operation: call.operation.name, cause };
  throw why === 'aborted' ? new AbortedError(context) : new CredentialsError(context);
}

/** Milliseconds, at most, that a result waits for the journal, whatever the timeout of the call. */
const LONGEST_UPDATE = 30_000;

/** Milliseconds, at most, that an aborted call waits for its entry to record that nothing was sent. */
const LONGEST_WITHDRAWAL = 1_000;

/** Milliseconds. An entry records a longer deadline as this one, after which no call still runs. */
const LONGEST_DEADLINE = 31_536_000_000;

/** A change in the journal, while it is in progress. */
interface OpenEntry {
  readonly id: string;
  readonly journal: Journal;
  readonly startedAt: string;
}

/**
 * An entry may exist although recording it failed. It then records that nothing was sent.
 *
 * @returns whether that is recorded, or the store says that there is no entry, before the limits of
 *   the call are reached
 */
async function withdraw(
  call: Call,
  { id, journal }: OpenEntry,
  append: Promise<void>,
  errorCode: string,
): Promise<boolean> {
  const endedAt = new Date(call.now()).toISOString();
  const unsent = { outcome: 'not-applied', status: undefined, resourceId: undefined } as const;
  const end = { ...unsent, endedAt, errorCode };
  const update = async () => journal.update(id, end, 'first');
  const warn = () => {
    warnOnce(journal, 'The `update` of the journal');
    return false;
  };
  const withdrawn = append.then(
    () => update().catch(warn),
    // The call ends with the error of the journal, which is warning enough.
    // Stryker disable next-line ArrowFunction: both are falsy, and nothing else is asked of the value
    (error: unknown) => isPaymentsError(error) || update().catch(() => false),
  );
  const { clock, timeout, signal } = call.settings;
  const limits = signal?.aborted
    ? { clock, timeout: LONGEST_WITHDRAWAL, left: call.remaining, signal: undefined }
    : { clock, timeout, left: call.remaining, signal };
  // Stryker disable next-line ArrowFunction: both are falsy, and nothing else is asked of the value
  return limited(withdrawn, limits).catch(() => false);
}

/**
 * The error of a call that did not apply its change, and whose entry may be open: a recovery may
 * have sent the same request with its key, or may do so later. A new key would apply the change twice.
 */
function openEntryError(
  call: Call,
  leg: LegRequest,
  entry: OpenEntry,
  cause: unknown,
): PaymentsError {
  return new OutcomeUnknownError({
    message:
      'The call did not apply the change, but its entry in the journal may be open: a recovery may have sent it, or may still send it.',
    operation: call.operation.name,
    sentAt: entry.startedAt,
    requestId: leg.signature?.requestId,
    idempotencyKey: leg.idempotencyKey,
    canRepeat: true,
    fault: 'caller',
    cause,
  });
}

/** A UUID of version 7: ids that sort by time keep the indexes of a store compact. */
function entryId(now: number): string {
  const time = Math.max(0, Math.trunc(now)).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** The error for a key that the journal has for another request, with the id of its result. */
async function keyInUse(
  { context: { journal }, operation: { name: operation, row } }: Call,
  { idempotencyKey = '', request }: LegRequest,
  scopes: readonly string[],
): Promise<IdempotencyKeyReusedError> {
  const { method } = row;
  const keyed = { scopes, operation, method, idempotencyKey, request: journalRequest(request) };
  const entries = (await journal?.keyed(keyed).catch(() => [])) ?? [];
  const first = entries.find(({ isSame, end }) => !isSame && end?.outcome !== 'not-applied');
  const resourceId = first?.end?.resourceId;
  return new IdempotencyKeyReusedError({ by: 'journal', operation, idempotencyKey, resourceId });
}

/**
 * Records a change before it is sent.
 *
 * @throws IdempotencyKeyReusedError for the idempotency key of another request
 */
async function begin(call: Call, leg: LegRequest, journal: Journal): Promise<OpenEntry> {
  const { name, row } = call.operation;
  const { clock, timeout, signal } = call.settings;
  if (signal?.aborted) throw new AbortedError({ operation: name, cause: signal.reason });
  await supplyCredentials(call);
  const moment = momentOf(clock);
  const { now } = moment;
  const { remaining } = call;
  const startedAt = new Date(now).toISOString();
  const entry = { id: entryId(now), journal, startedAt };
  const ended = new AbortController();
  let isAppended = false;
  const record = async () => {
    // An operation without credentials, which yields an agent's token, has no account yet.
    const owner = ownerOf(call.context, row.auth === 'none' ? '' : undefined);
    const { current: scope, claimable } = await journal.scopes(owner, formerOwners(call.context));
    if (ended.signal.aborted) return;
    isAppended = true;
    const change = {
      id: entry.id,
      scope,
      operation: name,
      method: row.method,
      template: row.path,
      startedAt,
      deadlineAt: new Date(now + Math.min(remaining, LONGEST_DEADLINE)).toISOString(),
      requestId: leg.signature?.requestId,
      clockOffset: call.context.serviceClock.offsetAt(moment),
      idempotencyKey: leg.idempotencyKey,
      request: legJournalRequest(leg),
    };
    if ((await journal.append(change, claimable, ended.signal)) !== false) return;
    isAppended = false;
    throw await keyInUse(call, leg, claimable);
  };
  const append = record();
  try {
    await limited(append, { clock, timeout, left: call.remaining, signal });
    return entry;
  } catch (error) {
    ended.abort();
    // A store that was still waiting says now that it has recorded nothing, and what it waited for.
    const refusal = error instanceof LimitReached && (await refusalAtOnce(append));
    const failure = attachNothingSent(recordingError(name, error, refusal || undefined));
    // The store says that nothing was recorded.
    if (!isAppended || refusal || isPaymentsError(error)) throw failure;
    const withdrawn = withdraw(call, entry, append, failure.code);
    // No recovery sends a request without a key.
    if (!mayArriveTwice(leg.sending) || (await withdrawn)) throw failure;
    throw openEntryError(call, leg, entry, failure);
  }
}

/** The error with which the store refuses to record in this turn of the event loop, if it does. */
function refusalAtOnce(append: Promise<void>): Promise<PaymentsError | undefined> {
  return new Promise((resolve) => {
    append.catch((error: unknown) => isPaymentsError(error) && resolve(error));
    atEndOfTurn(() => resolve(undefined));
  });
}

const notRecorded: JournalProblem = {
  message: 'The journal could not record the change, so it was not sent.',
  action: "Check the journal's storage, and call again.",
  retryable: true,
};

/** The error for a change that was not recorded, and therefore not sent. */
function recordingError(
  operation: Call['operation']['name'],
  error: unknown,
  refusal?: PaymentsError,
): PaymentsError {
  if (isPaymentsError(error)) return error;
  if (error instanceof LimitReached && error.limit === 'aborted') {
    return new AbortedError({ operation, cause: error.cause });
  }
  if (refusal !== undefined) return refusal;
  // Stryker disable next-line ArrayDeclaration: no error holds that text, which would be taken out of it
  const cause = error instanceof LimitReached ? error : safeCause(error, []);
  return new JournalError(notRecorded, { operation, cause });
}

/** The outcome of a request, and the parts of its response that the journal records. */
type RequestEnd = Pick<JournalEnd, 'outcome' | 'status' | 'resourceId'>;

/** What an error says of the request; an error before anything was sent carries no verdict. */
function endWith(error: unknown): RequestEnd {
  const { status, resourceId } = (error ?? {}) as Partial<RequestEnd>;
  // An error that is not the client's proves nothing, such as that of a clock of the caller.
  const outcome = isPaymentsError(error) ? (error.outcome ?? 'not-applied') : 'unknown';
  return { outcome, status, resourceId };
}

/**
 * Records the outcome of a change. The outcome reaches the caller even if recording it fails.
 *
 * @returns whether it is recorded: not if a recovery has recorded one, or has sent the request again
 */
async function end(
  call: Call,
  { id, journal }: OpenEntry,
  { outcome, status, resourceId }: RequestEnd,
  error?: unknown,
): Promise<boolean> {
  const endedAt = new Date(call.now()).toISOString();
  const errorCode = isPaymentsError(error) ? error.code : undefined;
  const update = Promise.resolve().then(() =>
    journal.update(id, { outcome, endedAt, status, resourceId, errorCode }, 'first'),
  );
  try {
    const { clock, timeout } = call.settings;
    return await limited(update, { clock, timeout, left: LONGEST_UPDATE, signal: undefined });
  } catch {
    warnOnce(journal, 'The `update` of the journal');
    return false;
  }
}

/**
 * Sends a request between two entries of the client's journal, if it has one and the request
 * changes something.
 *
 * @param endOf returns what to record of a response
 * @throws JournalError when the change could not be recorded; nothing was sent.
 *   OutcomeUnknownError if it was not applied and a recovery may send it, because that is not recorded
 */
export async function journaled<Result>(
  call: Call,
  leg: LegRequest,
  send: () => Promise<Result>,
  endOf: (result: Result) => RequestEnd,
): Promise<Result> {
  const { journal } = call.context;
  // Stryker disable next-line ConditionalExpression: `send` calls it only with a journal
  if (journal === undefined || !changesSomething(leg.sending)) return send();
  const entry = await begin(call, leg, journal);
  try {
    const result = await send();
    await end(call, entry, endOf(result));
    return result;
  } catch (error) {
    const found = endWith(error);
    const isRecorded = await end(call, entry, found, error);
    const isOpen = !isRecorded && found.outcome === 'not-applied' && mayArriveTwice(leg.sending);
    throw attachEntry(isOpen ? openEntryError(call, leg, entry, error) : error, entry.id);
  }
}
