import { JournalError } from '../errors/journal-error.ts';
import { ContractError, OutcomeUnknownError } from '../errors/network-errors.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import type { Journal, JournalEnd } from '../journal/journal.ts';
import { warnOnce } from '../observe/notify.ts';
import type { Call } from './call.ts';
import type { LegRequest } from './leg.ts';
import { changesSomething } from './outcome.ts';
import { safeCause } from './scrub.ts';

/** A change in the journal, while it is under way. */
interface OpenEntry {
  readonly id: string;
  readonly journal: Journal;
}

/** Records a change before it leaves. */
async function begin(call: Call, leg: LegRequest, journal: Journal): Promise<OpenEntry> {
  const { path, search, headers, body } = leg.request;
  const id = crypto.randomUUID();
  try {
    await journal.append({
      id,
      operation: call.operation.name,
      method: call.operation.row.method,
      startedAt: new Date(call.now()).toISOString(),
      requestId: leg.signature?.requestId,
      idempotencyKey: leg.idempotencyKey,
      request: { path, search, headers, body: typeof body === 'string' ? body : null },
    });
  } catch (error) {
    throw new JournalError({ operation: call.operation.name, cause: safeCause(error, []) });
  }
  return { id, journal };
}

/** What an error says became of the change. */
function outcomeIn(error: unknown): JournalEnd['outcome'] {
  if (error instanceof OutcomeUnknownError) return 'unknown';
  return error instanceof ContractError && error.accepted ? 'applied' : 'not-applied';
}

/** Records what became of a change. Its outcome reaches the caller even where that fails. */
async function end(
  call: Call,
  { id, journal }: OpenEntry,
  outcome: JournalEnd['outcome'],
  error?: unknown,
): Promise<void> {
  const { status } = (error ?? {}) as { readonly status?: number };
  const endedAt = new Date(call.now()).toISOString();
  const errorCode = isPaymentsError(error) ? error.code : undefined;
  try {
    await journal.update(id, { outcome, endedAt, status, errorCode });
  } catch {
    warnOnce(journal, 'The `update` of the journal');
  }
}

/**
 * Sends a request between two entries of the client's journal, where it has one and the request
 * changes something.
 *
 * @param isChange whether what came back says that something was changed: a challenge does not
 * @throws JournalError when the change could not be recorded; nothing was sent
 */
export async function journaled<Result>(
  call: Call,
  leg: LegRequest,
  send: () => Promise<Result>,
  isChange: (result: Result) => boolean,
): Promise<Result> {
  const { journal } = call.context;
  if (journal === undefined || !changesSomething(leg.sending)) return send();
  const entry = await begin(call, leg, journal);
  try {
    const result = await send();
    await end(call, entry, isChange(result) ? 'applied' : 'not-applied');
    return result;
  } catch (error) {
    await end(call, entry, outcomeIn(error), error);
    throw error;
  }
}
