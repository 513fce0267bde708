import type { CalledName } from '../errors/payments-error.ts';
import type { ForeignEntry, JournalEnd, JournalEntry, OpenRecord } from '../outcome/journal.ts';
import { isoTime } from '../outcome/read-timing.ts';
import type { Verdict } from '../outcome/verdict.ts';

/** How the outcome of a recovered write was found out. */
export interface RecoverySource {
  /**
   * What shows the outcome: the `response` that was recorded, the word of a `person`, a repeat with
   * the same `key`, a `read` of the resource, a `list`, a `first-leg` that was sent again, or `none`.
   */
  readonly by: 'response' | 'person' | 'key' | 'read' | 'list' | 'first-leg' | 'none';
  /** The operation that was called to find out. */
  readonly operation: CalledName | undefined;
  /** When the service was asked, or responded, ISO 8601. */
  readonly at: string;
  /** HTTP status of that response. */
  readonly status: number | undefined;
  /** Code of the error that the call, or the request sent to find out, ended with. */
  readonly errorCode: string | undefined;
}

/** One write of the journal, and its outcome. */
export interface RecoveredWrite {
  /** Id of the entry in the journal. */
  readonly id: string;
  /** The operation that was called. */
  readonly operation: CalledName;
  /** When the write was recorded, ISO 8601. */
  readonly startedAt: string;
  /** The challenge that the write answered. */
  readonly requestId: string | undefined;
  /** The idempotency key it was sent with. */
  readonly idempotencyKey: string | undefined;
  /**
   * `applied`: the service shows the write. `not-applied`: it does not, and the write can no longer
   * arrive. `unknown`: neither is certain; the entry stays open.
   */
  readonly outcome: JournalEnd['outcome'];
  /** One sentence that explains the outcome. */
  readonly because: string;
  /**
   * Why the client must not act on the write; undefined for its own. `account`, `version` or `host`:
   * recorded with another one. `secret`: sealed with a secret that is not listed.
   */
  readonly foreign: ForeignEntry['reason'] | undefined;
  /** How it was found out. */
  readonly source: RecoverySource;
  /**
   * ISO 8601: when to recover again. Defined if the read does not show the write and was too early, or
   * too old, to show that it is missing.
   */
  readonly askAgainAt: string | undefined;
  /** Id of the resource that the change created or changed, if it is known. */
  readonly resourceId: string | undefined;
  /**
   * What the service returned: the resource, the items of the list, or the result of the repeat. It
   * may hold secrets, so that it is not enumerable: logs do not show it.
   */
  readonly resource: unknown;
  /**
   * The input of the call, without the files of an upload; undefined if the entry cannot be opened.
   * It may hold secrets, so it is not enumerable and logs do not show it.
   */
  readonly input: Readonly<Record<string, unknown>> | undefined;
}

/** An entry with its outcome, and the function that records it once the caller has it. */
export interface RecoveredEntry {
  readonly write: RecoveredWrite;
  /** Records the outcome. Until then the entry stays open. */
  settle(): Promise<void>;
}

/** The outcome of a write, and why: as `reconcile()` of an error returns it, with its source. */
export type Finding = Pick<
  RecoveredWrite,
  'outcome' | 'because' | 'source' | 'askAgainAt' | 'resourceId' | 'resource'
>;

type Facts = Pick<RecoverySource, 'by' | 'at'> &
  Pick<Finding, 'because'> &
  Partial<RecoverySource & Pick<Finding, 'resourceId' | 'resource'>>;

/** Puts a finding together. What the service returned is not enumerable. */
export function finding(
  { outcome, askAgainAt: again }: Pick<Verdict, 'outcome' | 'askAgainAt'>,
  facts: Facts,
): Finding {
  const { by, at, because, operation, status, resourceId, errorCode, resource } = facts;
  const source = { by, operation, at, status, errorCode };
  const found = { outcome, because, source, askAgainAt: isoTime(again), resourceId };
  return Object.defineProperty(found, 'resource', { value: resource }) as Finding;
}

/**
 * When to ask again about a write that has settled at a time; undefined if waiting does not help: it is
 * known, no request can show it, or the credentials are refused.
 */
export function dueAt({ outcome, source, askAgainAt }: Finding, settledAt: number, now: number) {
  const isDenied = source.by !== 'response' && [401, 403].includes(source.status ?? 0);
  if (outcome !== 'unknown' || source.by === 'none' || isDenied) return undefined;
  if (askAgainAt !== undefined) return Date.parse(askAgainAt);
  return now < settledAt ? settledAt : undefined;
}

/**
 * The end to record of an entry; undefined if the recorded one stays. One that is unknown stays
 * unless the request was sent again, because reads are judged by the time at which it was last sent.
 */
export function endToRecord(
  { end }: JournalEntry,
  { outcome, source, resourceId }: Finding,
): JournalEnd | undefined {
  const { by, at: endedAt, status, errorCode } = source;
  const isUnchanged = end !== undefined && outcome === 'unknown' && by !== 'key';
  if (by === 'response' || isUnchanged) return undefined;
  return { outcome, endedAt, status, resourceId, errorCode };
}

/**
 * What to record of an entry whose request is about to be sent again at that time: its outcome is
 * unknown, and reads are judged by the repeat.
 */
export function repeatEnd({ end }: JournalEntry, now: number): JournalEnd {
  const { status, resourceId, errorCode } = end ?? {};
  return {
    outcome: 'unknown',
    endedAt: new Date(now).toISOString(),
    status,
    resourceId,
    errorCode,
  };
}

/** An entry with its outcome, as the caller gets it. */
export function recoveredWrite(
  entry: Omit<RecoveredWrite, keyof Finding | 'input' | 'foreign'>,
  found: Finding,
  input: RecoveredWrite['input'],
  foreign?: RecoveredWrite['foreign'],
): RecoveredWrite {
  const { id, operation, startedAt, requestId, idempotencyKey } = entry;
  const write = { id, operation, startedAt, requestId, idempotencyKey, foreign, ...found };
  const hidden = { resource: { value: found.resource }, input: { value: input } };
  return Object.defineProperties(write, hidden) as RecoveredWrite;
}

/** An entry that is not for the client: what is stored of it in clear. */
export function foreignWrite(
  record: OpenRecord,
  reason: ForeignEntry['reason'],
  found: Finding,
): RecoveredWrite {
  const { requestId, idempotencyKey, operation } = record;
  const entry = {
    ...record,
    operation: operation as CalledName,
    requestId: requestId ?? undefined,
    idempotencyKey: idempotencyKey ?? undefined,
  };
  return recoveredWrite(entry, found, undefined, reason);
}
