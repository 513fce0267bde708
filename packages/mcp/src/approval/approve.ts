import { randomUUID } from 'node:crypto';
import type { AuditLog, AuditRecord } from '../audit/audit-log.ts';
import { ToolError } from '../errors/tool-error.ts';
import type { McpClock } from '../options.ts';
import { type CallDescription, descriptionText } from './describe/describe-call.ts';
import type { RefusalLock } from './refusal-lock.ts';
import type { Decision, WaitingCall, WaitingCalls } from './waiting-calls.ts';

/** What all connections of a server share to have calls approved. */
export interface Approvals {
  readonly waiting: WaitingCalls;
  readonly lock: RefusalLock;
  readonly audit: AuditLog;
  readonly clock: McpClock;
  /** Whether the model may confirm by a second call if nobody can be asked. */
  readonly secondCall: boolean;
  /** Whether a person decides on the page even if the client could ask. */
  readonly pageOnly: boolean;
  /** Tells the person where to decide; undefined while no page is served. */
  announce?: ((call: WaitingCall) => void) | undefined;
}

/** How one call reaches its person. */
export interface Asking {
  /** Shows words to the person behind the client; undefined if the client cannot show one. */
  readonly ask: ((text: string) => Promise<'accept' | 'decline' | 'cancel'>) | undefined;
  /** Tells the client that the call still waits. */
  readonly progress: (message: string) => void;
  readonly signal: AbortSignal;
}

/** The call that is to be approved. */
export interface ApprovableCall {
  readonly callId: string;
  readonly operation: string;
  /** SHA-256 of the operation and its arguments. */
  readonly digest: string;
  readonly idempotencyKey: string | undefined;
  /** The id of the second call, if the model sent one. */
  readonly confirmationId: unknown;
}

/** What the model shows its person before it may call again. */
export interface ConfirmationRequired {
  readonly status: 'confirmation_required';
  readonly confirmationId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly summary: string;
  readonly action: string;
}

const SECOND_CALL =
  'Nothing was sent. Show the summary to the person; once they agree, call the tool again with the same arguments and this `confirmationId`.';

/** Milliseconds between two signs of life while a person decides. */
const PROGRESS_EVERY = 5_000;

function notInTime(cause?: unknown): ToolError {
  return new ToolError('CONFIRMATION_UNAVAILABLE', 'No person decided in time.', {
    action: 'Nothing was sent. Call again, and have the person decide within the time given.',
    cause,
  });
}

async function throughClient(
  ask: NonNullable<Asking['ask']>,
  description: CallDescription,
): Promise<Decision> {
  const given = await ask(descriptionText(description)).catch((error: unknown) => {
    throw notInTime(error);
  });
  return { isApproved: given === 'accept', channel: 'client' };
}

async function throughPage(
  { waiting, announce, clock }: Approvals,
  digest: string,
  description: CallDescription,
  { progress, signal }: Asking,
): Promise<Decision> {
  const call = waiting.add(digest, description);
  const beat = setInterval(() => progress('A person is asked to decide.'), PROGRESS_EVERY);
  let limit: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(notInTime()), call.expiresAt - clock.now());
    signal.addEventListener('abort', () => reject(notInTime(signal.reason)), { once: true });
  });
  try {
    progress('A person is asked to decide.');
    announce?.(call);
    return await Promise.race([call.decision, ended]);
  } finally {
    clearInterval(beat);
    clearTimeout(limit);
    waiting.remove(call.id);
  }
}

function unavailable(): ToolError {
  return new ToolError('CONFIRMATION_UNAVAILABLE', 'No person can be asked to approve the call.');
}

/** Appends to the audit log; a call whose approval cannot be recorded is not sent. */
async function record(approvals: Approvals, entry: Omit<AuditRecord, 'at'>): Promise<void> {
  const at = new Date(approvals.clock.now()).toISOString();
  try {
    await approvals.audit.append({ at, ...entry });
  } catch (cause) {
    throw new ToolError('AUDIT_UNAVAILABLE', 'The audit log cannot be written.', { cause });
  }
}

function checkLock({ lock }: Approvals, operation: string): void {
  const remaining = lock.remaining(operation);
  if (remaining === 0) return;
  const minutes = Math.ceil(remaining / 60_000);
  throw new ToolError(
    'CONFIRMATION_LOCKED',
    `The person refused ${operation} twice; it can be asked for again in ${minutes} minutes.`,
  );
}

/**
 * Has a call approved by a person: on the page or through the client, and only if both are missing,
 * and the server allows it, by a second call of the model.
 *
 * @returns what to show if the call was only prepared; undefined if it may be sent now
 * @throws ToolError if it was refused, is locked, cannot be approved or cannot be recorded
 */
export async function approve(
  approvals: Approvals,
  call: ApprovableCall,
  description: CallDescription,
  asking: Asking,
): Promise<ConfirmationRequired | undefined> {
  const { operation, digest, callId, idempotencyKey, confirmationId } = call;
  checkLock(approvals, operation);
  const facts = { callId, operation, idempotencyKey };
  const { pageOnly, announce, secondCall, waiting, lock } = approvals;
  const usesPage = announce !== undefined && (pageOnly || asking.ask === undefined);
  const ask = pageOnly ? undefined : asking.ask;
  if (!usesPage && ask === undefined) {
    if (!secondCall || pageOnly) throw unavailable();
    if (confirmationId !== undefined) {
      waiting.useUp(confirmationId, digest);
      await record(approvals, { ...facts, event: 'approved', channel: 'second-call' });
      return undefined;
    }
    const { id, expiresAt } = waiting.add(digest, description);
    await record(approvals, {
      ...facts,
      event: 'asked',
      channel: 'second-call',
      shown: description,
    });
    return {
      status: 'confirmation_required',
      confirmationId: id,
      expiresAt: new Date(expiresAt).toISOString(),
      summary: descriptionText(description),
      action: SECOND_CALL,
    };
  }
  const channel = usesPage ? 'page' : 'client';
  await record(approvals, { ...facts, event: 'asked', channel, shown: description });
  const decision =
    usesPage || ask === undefined
      ? await throughPage(approvals, digest, description, asking)
      : await throughClient(ask, description);
  const { isApproved, person, passkeyId } = decision;
  lock.record(operation, isApproved);
  await record(approvals, {
    ...facts,
    event: isApproved ? 'approved' : 'declined',
    channel,
    person,
    passkeyId,
  });
  if (!isApproved) throw new ToolError('CONFIRMATION_DECLINED', 'The person refused the call.');
  return undefined;
}

/** Records what happens to a call besides its approval. @throws ToolError if the log fails */
export async function recordCall(
  approvals: Approvals,
  entry: Omit<AuditRecord, 'at'>,
): Promise<void> {
  await record(approvals, entry);
}

/** A name for the records of one call. */
export function newCallId(): string {
  return randomUUID();
}
