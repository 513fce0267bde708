import { filesOf, SIGNATURE_HEADER } from '@org/payments-contract';
import { AbortedError } from '../../errors/caller-errors.ts';
import { JournalError } from '../../errors/journal-error.ts';
import { isPaymentsError, type PaymentsError } from '../../errors/payments-error.ts';
import { warnOnce } from '../../observe/notify.ts';
import type { Journal, JournalEnd, JournalOwner, JournalRequest } from '../../outcome/journal.ts';
import { momentOf } from '../../outcome/read-timing.ts';
import { changesSomething } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import type { ClientContext } from '../context.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import { safeCause } from '../response/scrub.ts';
import { authorize } from './authorize.ts';
import type { LegRequest } from './leg.ts';
import { type LimitName, LimitReached, limited } from './limited.ts';

/** What identifies the account of a client; empty until a function has supplied its credentials. */
function accountOf({ account, authorization }: ClientContext): string {
  return account ?? authorization.account() ?? '';
}

/** Whose entries a client writes and recovers. */
export function ownerOf(context: ClientContext, account = accountOf(context)): JournalOwner {
  return { service: `${context.auth} ${context.service().baseUrl}`, account };
}

/**
 * Waits for the credentials whose account an entry names, if they are supplied by a function.
 *
 * @throws CredentialsError, ConfigurationError; LimitReached
 */
async function supplyAccount(call: Call): Promise<void> {
  if (accountOf(call.context) !== '') return;
  const authorized = await authorize(call);
  if (typeof authorized === 'string' || authorized.why === 'network') return;
  throw new LimitReached(authorized.why as LimitName, authorized.cause);
}

/** Milliseconds, at most, that a result waits for the journal, whatever the timeout of the call. */
const LONGEST_UPDATE = 30_000;

/** Milliseconds. A longer deadline is not one that anybody waits for. */
const A_YEAR = 31_536_000_000;

/** A change in the journal, while it is in progress. */
interface OpenEntry {
  readonly id: string;
  readonly journal: Journal;
}

/** The fields of a form without its files, which may be large, or streams that can be read once. */
function fieldsOf({ form, operation }: PreparedRequest): PreparedRequest['form'] {
  if (form === undefined) return undefined;
  const files = filesOf(operation.row.body, form).map(({ name }) => name);
  return Object.fromEntries(Object.entries(form).filter(([name]) => !files.includes(name)));
}

/** The exact request, as an entry keeps it. A keyed write can be repeated with the stamp it had. */
function requestOf({ request, headers, idempotencyKey }: LegRequest): JournalRequest {
  const { path, search, body } = request;
  const { [SIGNATURE_HEADER]: stamp } = headers;
  const stamped = idempotencyKey !== undefined && stamp !== undefined;
  return {
    path,
    search,
    headers: stamped ? { ...request.headers, [SIGNATURE_HEADER]: stamp } : request.headers,
    body: typeof body === 'string' ? body : null,
    isUpload: body !== undefined && typeof body !== 'string',
    form: fieldsOf(request),
  };
}

/** An entry may exist although recording it failed. It then records that nothing was sent. */
function withdraw(
  call: Call,
  { id, journal }: OpenEntry,
  append: Promise<void>,
  errorCode: string,
): void {
  const endedAt = new Date(call.now()).toISOString();
  const unsent = { outcome: 'not-applied', status: undefined, resourceId: undefined } as const;
  const end = { ...unsent, endedAt, errorCode };
  const update = async () => journal.update(id, end);
  const warn = () => warnOnce(journal, 'The `update` of the journal');
  void append.then(
    () => update().catch(warn),
    // The call ends with the error of the journal, which is warning enough.
    () => update().catch(() => undefined),
  );
}

/** A UUID of version 7: ids that sort by time keep the indexes of a store compact. */
function entryId(now: number): string {
  const time = Math.max(0, Math.trunc(now)).toString(16).padStart(12, '0').slice(-12);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

/** Records a change before it is sent. */
async function begin(call: Call, leg: LegRequest, journal: Journal): Promise<OpenEntry> {
  const { name, row } = call.operation;
  const moment = momentOf(call.settings.clock);
  const { now } = moment;
  const { remaining } = call;
  const entry = { id: entryId(now), journal };
  const record = async () => {
    // An operation without credentials, which yields an agent's token, has no account yet.
    const isAnonymous = row.auth === 'none';
    if (!isAnonymous) await supplyAccount(call);
    const owner = ownerOf(call.context, isAnonymous ? '' : undefined);
    const { current: scope } = await journal.scopes(owner);
    await journal.append({
      id: entry.id,
      scope,
      operation: name,
      method: row.method,
      template: row.path,
      startedAt: new Date(now).toISOString(),
      deadlineAt: remaining < A_YEAR ? new Date(now + remaining).toISOString() : undefined,
      requestId: leg.signature?.requestId,
      clockOffset: call.context.serviceClock.offsetAt(moment),
      idempotencyKey: leg.idempotencyKey,
      request: requestOf(leg),
    });
  };
  const append = record();
  try {
    const { clock, timeout, signal } = call.settings;
    await limited(append, { clock, timeout, left: call.remaining, signal });
    return entry;
  } catch (error) {
    const failure = unrecorded(name, error);
    withdraw(call, entry, append, failure.code);
    throw failure;
  }
}

/** The error for a change that was not recorded, and therefore not sent. */
function unrecorded(operation: Call['operation']['name'], error: unknown): PaymentsError {
  if (isPaymentsError(error)) return error;
  if (error instanceof LimitReached && error.limit === 'aborted') {
    return new AbortedError({ operation, cause: error.cause });
  }
  const cause = error instanceof LimitReached ? error : safeCause(error, []);
  return new JournalError('record', { operation, cause });
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
 */
async function end(
  call: Call,
  { id, journal }: OpenEntry,
  { outcome, status, resourceId }: RequestEnd,
  error?: unknown,
): Promise<void> {
  const endedAt = new Date(call.now()).toISOString();
  const errorCode = isPaymentsError(error) ? error.code : undefined;
  const update = Promise.resolve().then(() =>
    journal.update(id, { outcome, endedAt, status, resourceId, errorCode }),
  );
  try {
    const { clock, timeout } = call.settings;
    await limited(update, { clock, timeout, left: LONGEST_UPDATE, signal: undefined });
  } catch {
    update.catch(() => undefined);
    warnOnce(journal, 'The `update` of the journal');
  }
}

/**
 * Sends a request between two entries of the client's journal, if it has one and the request
 * changes something.
 *
 * @param endOf returns what to record of a response
 * @throws JournalError when the change could not be recorded; nothing was sent
 */
export async function journaled<Result>(
  call: Call,
  leg: LegRequest,
  send: () => Promise<Result>,
  endOf: (result: Result) => RequestEnd,
): Promise<Result> {
  const { journal } = call.context;
  if (journal === undefined || !changesSomething(leg.sending)) return send();
  const entry = await begin(call, leg, journal);
  try {
    const result = await send();
    await end(call, entry, endOf(result));
    return result;
  } catch (error) {
    await end(call, entry, endWith(error), error);
    throw error;
  }
}
