import {
  type Fields,
  findOperation,
  type OperationName,
  type OperationRow,
} from '@org/payments-contract';
import {
  IdempotencyKeyReusedError,
  isPaymentsError,
  JournalError,
  type RecoveredWrite,
  type SentWrite,
} from '@org/payments-sdk';
import { type Recording, recordCall } from '../approval/approvals.ts';
import { presentOf } from '../approval/describe/not-made.ts';
import { mcpErrorCodes } from '../errors/mcp-codes.ts';
import { maskedResult } from '../tools/masks.ts';
import type { AnyClient } from '../tools/method.ts';
import { keyOf } from './digest.ts';

/** What the journal has for the key of a call: the calls with it are one change, made once. */
export interface KeyStanding {
  /** `unknown` while a call may have been applied whose outcome nothing has shown. */
  readonly outcome: 'applied' | 'unknown';
  /** The resource that was created or changed, if it is known. */
  readonly resourceId: string | undefined;
  /** Who recorded that it was applied, if only a person did. */
  readonly settledBy: string | undefined;
  /** When the first of the calls without an outcome was sent, ISO 8601. */
  readonly sentAt: string;
  /** When the first of all of them was sent, ISO 8601. */
  readonly firstAt: string;
  /** Whether the service may have forgotten the key since, so that a repeat is a new change. */
  readonly isOld: boolean;
  /** Whether the age of the key is known. */
  readonly isDated: boolean;
  /** The entry of the newest call that ended without an outcome. */
  readonly entryId: string | undefined;
}

/** What a read shows of a lost write, without secrets. */
export interface Evidence {
  readonly outcome: 'applied' | 'not-applied' | 'unknown';
  /** One sentence that explains the outcome. */
  readonly because: string;
  /** ISO 8601: when to ask again, if the read was too early. */
  readonly askAgainAt?: string | undefined;
  /** The resource, or the items of the list that was read. */
  readonly resource?: unknown;
  /** The error of a read that failed. */
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}

export interface FoundWrite {
  readonly operation: OperationName;
  readonly row: OperationRow;
  readonly idempotencyKey: string | undefined;
  readonly evidence: Evidence;
}

/** Milliseconds that one look at a lost write takes at most: clients give up a call after a minute. */
const LONGEST_LOOK = 20_000;

/** How many lost writes are known by the name that the audit log has for them. */
const MAX_NAMES = 1_000;

const EPOCH = new Date(0);

/** The list that has what a change is of only until that is decided; undefined of others. */
export function waitingList({ moves, reconcile: rule }: OperationRow): string | undefined {
  return moves !== undefined && rule?.by === 'list' ? rule.read : undefined;
}

/** The id of what a change is of, if it names that: the last parameter of its path. */
function subjectId({ params }: OperationRow, { input }: RecoveredWrite): unknown {
  return input?.[Object.keys(params?.shape ?? {}).at(-1) ?? ''];
}

/** What a read showed of what a change is of: the other items of a list show nothing. */
function shownBy(row: OperationRow, write: RecoveredWrite): unknown {
  const [{ resource }, id] = [write, subjectId(row, write)];
  if (id === undefined || !Array.isArray(resource)) return resource;
  return resource.find((item) => Object(item).id === id);
}

function maskedEvidence(row: OperationRow, write: RecoveredWrite, subject: unknown): Evidence {
  const { outcome, askAgainAt, source, resourceId } = write;
  const shown = shownBy(row, write);
  // Of what was found before, the journal has the id.
  const resource = shown ?? subject ?? (resourceId && { id: resourceId });
  const hasLeft = outcome === 'unknown' && Array.isArray(write.resource) && shown === undefined;
  const waiting = hasLeft ? waitingList(row) : undefined;
  const because =
    waiting === undefined
      ? write.because
      : `As far as \`${waiting}\` was read, it no longer waits: it was decided, by this call or another one, or has failed.`;
  const masked = Array.isArray(resource)
    ? resource.map((item) => maskedResult(row, item))
    : maskedResult(row, resource);
  const failed = outcome === 'unknown' && source.by !== 'response' ? source.errorCode : undefined;
  return {
    ...{ outcome, because, askAgainAt, code: failed },
    ...(resource !== undefined && { resource: masked }),
  };
}

/** The evidence of a read that failed. The message of an error of another kind could hold anything. */
function failedRead(error: unknown): Evidence {
  const { code, message } = isPaymentsError(error)
    ? error
    : { code: 'INTERNAL', message: mcpErrorCodes.INTERNAL.meaning };
  return { outcome: 'unknown', because: 'The read failed too.', code, message };
}

/**
 * Whether a repeat makes something anew once its key is forgotten. What an operation moves has a
 * state, which does not let it be moved twice.
 */
export const makesAnew = ({ retry, responses }: OperationRow): boolean =>
  retry === 'keyed' && Object.hasOwn(responses, 201);

/** The standing of a change by the calls with its key; undefined if none of them may be applied. */
function standingOf(sent: readonly SentWrite[], isMade: boolean): KeyStanding | undefined {
  const counted = sent.filter(({ isSame, outcome }) => isSame && outcome !== 'not-applied');
  const [first] = counted;
  if (first === undefined) return undefined;
  const open = counted.filter((write) => write.outcome !== 'applied');
  const lost = open.findLast((write) => write.outcome === 'unknown');
  const outcome = open.length < counted.length ? 'applied' : 'unknown';
  const resourceId = counted.map((write) => write.resourceId).find((id) => id !== undefined);
  const { startedAt: firstAt } = first;
  const times = {
    sentAt: open[0]?.startedAt ?? '',
    firstAt,
    isOld: first.isOld && isMade,
    isDated: first.keyAge !== 'unknown',
  };
  const settledBy = counted.find((write) => write.outcome === 'applied')?.settledBy;
  return { outcome, resourceId, settledBy, ...times, entryId: lost?.id };
}

/**
 * The standing of the change that a call makes.
 *
 * @throws IdempotencyKeyReusedError if its key is used for another one, for which the service would
 *   return its response, and carry out nothing; JournalError if the journal cannot be read
 */
export async function earlierCalls(
  client: AnyClient,
  operation: OperationName,
  input: Fields,
): Promise<KeyStanding | undefined> {
  const idempotencyKey = keyOf(input);
  if (idempotencyKey === undefined) return undefined;
  const sent = await client.sentBefore(operation, input, { ofOneAccount: true });
  const other = sent.filter(({ isSame, outcome }) => !isSame && outcome !== 'not-applied');
  if (other.length > 0) {
    const resourceId = other.find((one) => one.resourceId !== undefined)?.resourceId;
    throw new IdempotencyKeyReusedError({ by: 'journal', operation, idempotencyKey, resourceId });
  }
  const row = findOperation(operation)?.row;
  return standingOf(sent, row !== undefined && makesAnew(row));
}

/** What an applied change has made, null if that is not known; undefined if it may not be applied. */
export const appliedId = (standing: KeyStanding | undefined): string | null | undefined =>
  standing?.outcome === 'applied' ? (standing.resourceId ?? null) : undefined;

/**
 * Tries the journal of a client before a person is asked: one that cannot record ends the call after
 * their decision.
 *
 * @throws JournalError, ConfigurationError
 */
export async function requireJournal(client: AnyClient): Promise<void> {
  const failed = (await client.check()).find(({ of, ok }) => of === 'journal' && !ok);
  if (failed === undefined) return;
  const { error, because: message, action = '' } = failed;
  throw error ?? new JournalError({ message, action });
}

/** What the journal of the client says of the writes that were sent, and the reads that find out more. */
export class SentWrites {
  readonly #client: AnyClient;
  readonly #recording: Recording;
  /** The names that the audit log has for lost writes of this process, by the ids of their entries. */
  readonly #names = new Map<string, string>();
  #account: Promise<string> | undefined;
  /** The inputs, without secrets, by which the last quotes of this process were made: quotes do not show all of them. */
  readonly made = new Map<unknown, unknown>();

  constructor(client: AnyClient, recording: Recording) {
    this.#client = client;
    this.#recording = recording;
  }

  /** The fingerprint of the client, for the records of its calls. @throws what the client throws */
  account(): Promise<string> {
    this.#account ??= this.#client.fingerprint().catch((error: unknown) => {
      this.#account = undefined;
      throw error;
    });
    return this.#account;
  }

  /** The same as `earlierCalls` for a call that failed, whatever the journal can still say. */
  standing(operation: OperationName, input: Fields): Promise<KeyStanding | undefined> {
    return earlierCalls(this.#client, operation, input).catch(() => undefined);
  }

  /** Remembers the name that the audit log has for a lost write. */
  name(entryId: string, callId: string): void {
    const [oldest] = this.#names.keys();
    if (this.#names.size >= MAX_NAMES && oldest !== undefined) this.#names.delete(oldest);
    this.#names.set(entryId, callId);
  }

  /**
   * Reads whether a lost write was applied, and sends nothing again; undefined if the journal has none
   * with that id for this account. What the read shows is recorded, once.
   */
  async find(entryId: string, signal?: AbortSignal): Promise<FoundWrite | undefined> {
    const options = { ids: [entryId], since: EPOCH, repeatKeyed: false, deadline: LONGEST_LOOK };
    const [write] = await this.#client.recover({ ...options, signal });
    const found = write && findOperation(write.operation);
    if (write === undefined || found === undefined) return undefined;
    const { row } = found;
    const name = found.name as OperationName;
    const { idempotencyKey } = write;
    const shown = maskedEvidence(row, write, await this.#subjectOf(row, write, signal));
    const evidence = await this.#withOthers(write, shown);
    await this.#record(write);
    return { operation: name, row, idempotencyKey, evidence };
  }

  /** The same, whose failure is evidence that shows nothing. */
  async look(entryId: string): Promise<Evidence | undefined> {
    try {
      return (await this.find(entryId))?.evidence;
    } catch (error) {
      return failedRead(error);
    }
  }

  /** What a change would have moved, as it is now: it may be spent since the journal recorded why. */
  async #subjectOf(row: OperationRow, write: RecoveredWrite, signal?: AbortSignal) {
    const { outcome, resource } = write;
    if (outcome !== 'not-applied' || resource !== undefined) return undefined;
    return presentOf(this.#client, row, subjectId(row, write), signal);
  }

  /** A read of one call shows nothing of another call with its key. */
  async #withOthers(write: RecoveredWrite, evidence: Evidence): Promise<Evidence> {
    const { operation, input, idempotencyKey } = write;
    if (evidence.outcome !== 'not-applied' || idempotencyKey === undefined) return evidence;
    const others = await this.standing(operation as OperationName, { ...input, idempotencyKey });
    if (others === undefined) return evidence;
    const because = 'Another call with this idempotency key may have been applied.';
    return { outcome: others.outcome, because };
  }

  async #record({ id, operation, idempotencyKey, outcome, source, ...write }: RecoveredWrite) {
    const callId = this.#names.get(id);
    // The audit log has what was seen, not what a person has recorded since.
    const isKnown = source.by === 'person' || (source.by === 'response' && callId === undefined);
    if (outcome === 'unknown' || isKnown) return;
    this.#names.delete(id);
    const event = outcome === 'applied' ? 'applied' : 'failed';
    const resourceId = outcome === 'applied' ? write.resourceId : undefined;
    const facts = { callId: callId ?? id, operation, idempotencyKey, event, resourceId } as const;
    // What the read shows reaches the model even if it can no longer be recorded.
    await this.account()
      .then((account) => recordCall(this.#recording, { ...facts, account }))
      .catch(() => undefined);
  }
}
