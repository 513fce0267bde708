import type { CalledOperation, ClientContext } from '../call/context.ts';
import { rawOperation } from '../call/raw-request.ts';
import type { PreparedRequest } from '../call/request/prepare.ts';
import { changeOf } from '../call/request/prepare.ts';
import type { JournalEntry } from '../outcome/journal.ts';
import type { Observation, Outcome } from '../outcome/observations.ts';
import type { TimedRequest } from '../outcome/verdict.ts';

/** What is known of every entry, also of one that cannot be opened. */
export type EntryFacts = Pick<JournalEntry, 'startedAt'> &
  Partial<
    Pick<JournalEntry, 'deadlineAt' | 'clockOffset' | 'requestId' | 'idempotencyKey' | 'end'>
  >;

/** The request of an entry, for its verdict. A journal records only requests that change something. */
export function sentRequest(
  { startedAt, deadlineAt, clockOffset, requestId, idempotencyKey }: EntryFacts,
  settle: number,
): TimedRequest {
  const hasKey = idempotencyKey !== undefined;
  const leg = requestId === undefined ? undefined : 2;
  return {
    sending: { rule: hasKey ? 'keyed' : 'never', leg, isPreparing: false, hasKey },
    timing: {
      sentAt: Date.parse(startedAt),
      deadlineAt: deadlineAt === undefined ? undefined : Date.parse(deadlineAt),
      settle,
      clockOffset,
      // Another machine may have sent it.
      sameProcess: false,
    },
  };
}

/** What an entry shows of its request: the recorded verdict, or that it may have been sent. */
export function entryObservation({ startedAt, end }: EntryFacts): Observation {
  if (end === undefined) return { kind: 'sent', at: Date.parse(startedAt), why: undefined };
  const shows = hasKnownWord({ end }) ? end.outcome : 'unknown';
  return { kind: 'recorded', at: Date.parse(end.endedAt), shows };
}

const outcomes: readonly unknown[] = ['applied', 'not-applied', 'unknown'] satisfies Outcome[];

/** Whether this version knows the word for the outcome of an entry; a later version may have others. */
export function hasKnownWord({ end }: Pick<EntryFacts, 'end'>): boolean {
  return end === undefined || outcomes.includes(end.outcome);
}

function operationOf(context: ClientContext, entry: JournalEntry): CalledOperation | undefined {
  const { operation: name, method, template, idempotencyKey } = entry;
  // Stryker disable next-line ConditionalExpression: a write without a key is not repeated, whatever its operation allows
  if (name === 'request') return rawOperation(context.auth, method, idempotencyKey !== undefined);
  const known = context.operation(name);
  const isSame = known?.row.method === method && known.row.path === template;
  return isSame ? known : undefined;
}

/** The input of an entry's call, without the files of an upload; undefined if it cannot be read. */
export function inputOf(
  context: ClientContext,
  entry: JournalEntry,
): Readonly<Record<string, unknown>> | undefined {
  const request = requestOf(context, entry);
  return request === undefined ? undefined : changeOf(request);
}

/**
 * The request of an entry as it was sent. Undefined if the entry cannot be opened, or if this
 * version of the contract has another operation under its name.
 */
export function requestOf(
  context: ClientContext,
  entry: JournalEntry,
): PreparedRequest | undefined {
  const operation = operationOf(context, entry);
  if (operation === undefined || entry.request === undefined) return undefined;
  const { path, search, headers, body, form } = entry.request;
  return { operation, path, search, headers, body: body ?? undefined, form };
}
