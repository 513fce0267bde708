import { isPaymentsError } from '@org/payments-sdk';
import type { AuditLog, AuditRecord } from '../audit-log.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import type { McpClock } from '../options.ts';
import { areSame, type CallDescription, descriptionText } from './describe/describe-call.ts';
import type { OpenQuestion, RefusalLock } from './refusal-lock.ts';
import type { Decision, WaitingCall, WaitingCalls } from './waiting-calls.ts';

/** What all connections of a server share to have calls approved. */
export interface Approvals {
  readonly waiting: WaitingCalls;
  readonly lock: RefusalLock;
  readonly audit: AuditLog;
  readonly clock: McpClock;
  /** The same for what expires: it is not set back. */
  readonly steady: McpClock;
  /** Whether the model may confirm by a second call if nobody can be asked. */
  readonly secondCall: boolean;
  /** Whether a person decides on the page even if the client could ask. */
  readonly pageOnly: boolean;
  /**
   * Tells the person where to decide, and returns the address that a client can open; undefined while no
   * page is served.
   */
  announce?: ((call: WaitingCall) => string | undefined) | undefined;
}

/** How one call reaches its person. */
export interface Asking {
  /**
   * Shows words to the person behind the client, and what they accept, for so many milliseconds; undefined
   * if it cannot.
   */
  readonly ask:
    | ((
        text: string,
        act: string,
        limit: { readonly timeout: number; readonly signal: AbortSignal },
      ) => Promise<'accept' | 'decline' | 'cancel'>)
    | undefined;
  /** Has the client offer its person the address of a call; undefined if it cannot open one. */
  readonly open:
    | ((
        address: string,
        call: WaitingCall,
        signal: AbortSignal,
      ) => Promise<'accept' | 'decline' | 'cancel'>)
    | undefined;
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
  /** The same without the idempotency key: another key does not make a refused call another one. */
  readonly contentDigest: string;
  readonly idempotencyKey: string | undefined;
  /** The id of the second call, if the model sent one. */
  readonly confirmationId: unknown;
}

/** Describes the call by what the service says at that time. */
export type DescribeNow = () => Promise<CallDescription>;

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
  'Nothing was sent. Show the summary to the person; once they agree, call again with the same arguments and this `confirmationId`, beside `operation` if there is one.';

const WAITS = 'A person is asked to decide.';

/** Milliseconds between two signs of life while a person decides. */
const PROGRESS_EVERY = 5_000;

/** The code of the protocol for a request without a response in time. */
const REQUEST_TIMEOUT = -32001;

function notInTime(cause?: unknown): ToolError {
  return new ToolError('CONFIRMATION_UNAVAILABLE', 'No person decided in time.', {
    action:
      'Nothing was sent. Tell the person that a decision is wanted, and call again once they are there to decide within the time given.',
    cause,
  });
}

/** Has the person decide in the client's dialog. */
async function throughClient(
  ask: NonNullable<Asking['ask']>,
  { waiting }: Approvals,
  description: CallDescription,
  signal: AbortSignal,
): Promise<Decision> {
  const limit = { timeout: waiting.lifetimeOf(description), signal };
  const asked = ask(descriptionText(description, 'dialog'), description.act, limit);
  const given = await asked.catch((error: unknown) => {
    if (signal.aborted || Object(error).code === REQUEST_TIMEOUT) throw error;
    throw unavailable(NO_DIALOG, ON_PAGE, error);
  });
  return { isApproved: given === 'accept', channel: 'client' };
}

/** A refusal in the client; never resolves where the client opens the page, or cannot. */
async function refusedBy(opened: Promise<unknown> | undefined): Promise<Decision> {
  const given = await opened?.catch(() => undefined);
  if (given === 'decline' || given === 'cancel') return { isApproved: false, channel: 'client' };
  return new Promise(() => undefined);
}

/** Has the person decide on the page, whose address the client offers them if it can. */
async function throughPage(
  { waiting, announce }: Approvals,
  open: Asking['open'],
  { digest, callId }: ApprovableCall,
  description: CallDescription,
  signal: AbortSignal,
): Promise<Decision> {
  const call = waiting.add(digest, description, callId);
  let limit: NodeJS.Timeout | undefined;
  const ended = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(notInTime()), waiting.timeLeft(call));
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  const closing = new AbortController();
  try {
    const address = announce?.(call);
    const opened = address && open?.(address, call, closing.signal);
    return await Promise.race([call.decision, ended, refusedBy(opened || undefined)]);
  } finally {
    closing.abort();
    clearTimeout(limit);
    waiting.remove(call.id);
  }
}

/** Waits for a decision, and notifies the client that the call still waits, so that it does not give up. */
async function decisionOf(
  { progress, signal }: Asking,
  question: OpenQuestion,
  decide: (signal: AbortSignal) => Promise<Decision>,
): Promise<Decision> {
  const beat = setInterval(() => progress(WAITS), PROGRESS_EVERY);
  const ended = AbortSignal.any([signal, question.signal]);
  try {
    ended.throwIfAborted();
    progress(WAITS);
    return await decide(ended);
  } catch (error) {
    question.signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    const isLate = ended.aborted || Object(error).code === REQUEST_TIMEOUT;
    throw isLate ? notInTime(error) : unavailable(NOBODY, undefined, error);
  } finally {
    clearInterval(beat);
    question.close();
  }
}

function unavailable(message: string, action?: string, cause?: unknown): ToolError {
  return new ToolError('CONFIRMATION_UNAVAILABLE', message, { action, cause });
}

const NOBODY = 'No person can be asked to approve the call.';
const NO_DIALOG = 'The client could not show its dialog to a person.';
const ON_PAGE =
  'Nothing was sent. The server can ask on its page instead, with `--approve-on-page`, or `pageOnly` in code.';

/** Where records go, and whose clock dates them. */
export type Recording = Pick<Approvals, 'audit' | 'clock'>;

/**
 * Appends to the audit log; a call whose approval cannot be recorded is not sent.
 *
 * @throws ToolError if the log fails
 */
export async function recordCall(
  approvals: Recording,
  entry: Omit<AuditRecord, 'at'>,
): Promise<void> {
  const at = new Date(approvals.clock.now()).toISOString();
  try {
    await approvals.audit.append({ at, ...entry });
  } catch (cause) {
    throw new ToolError('AUDIT_UNAVAILABLE', 'The audit log cannot be written.', { cause });
  }
}

/**
 * Ends a call that was approved if what the person was shown has changed, or cannot be read or is not
 * allowed any more.
 */
async function checkCurrent(
  approvals: Approvals,
  facts: Pick<AuditRecord, 'callId' | 'operation' | 'idempotencyKey'>,
  shown: CallDescription,
  describe: DescribeNow,
): Promise<void> {
  try {
    if (areSame(shown, await describe())) return;
    throw new ToolError('CONFIRMATION_OUTDATED', 'What the person was shown has changed since.');
  } catch (error) {
    const code = isPaymentsError(error) ? error.code : undefined;
    await recordCall(approvals, { ...facts, event: 'failed', code });
    throw error;
  }
}

/**
 * Has a call approved by a person: on the page or through the client, and only if both are missing,
 * and the server allows it, by a second call of the model.
 *
 * @returns what to show if the call was only prepared; undefined if it may be sent now
 * @throws ToolError if it was refused, is locked, cannot be approved or cannot be recorded
 */
export function approve(
  approvals: Approvals,
  call: ApprovableCall,
  describe: (isTwin: boolean) => Promise<CallDescription>,
  asking: Asking,
): Promise<ConfirmationRequired | undefined> {
  const { operation, idempotencyKey } = call;
  const key = idempotencyKey && `${operation} ${idempotencyKey}`;
  return approvals.waiting.withKey(key, (isTwin) =>
    decided(approvals, call, () => describe(isTwin), asking),
  );
}

async function decided(
  approvals: Approvals,
  call: ApprovableCall,
  describe: DescribeNow,
  asking: Asking,
): Promise<ConfirmationRequired | undefined> {
  const { operation, digest, contentDigest, callId, idempotencyKey, confirmationId } = call;
  approvals.lock.check(operation, contentDigest);
  const description = await describe();
  const facts = { callId, operation, idempotencyKey };
  const { pageOnly, announce, secondCall, waiting, lock } = approvals;
  const usesPage = announce !== undefined && (pageOnly || asking.ask === undefined);
  const ask = pageOnly ? undefined : asking.ask;
  if (!usesPage && ask === undefined) {
    if (!secondCall || pageOnly) throw unavailable(NOBODY);
    if (confirmationId !== undefined) {
      const shown = waiting.useUp(confirmationId, digest);
      await recordCall(approvals, { ...facts, event: 'approved', channel: 'second-call' });
      await checkCurrent(approvals, facts, shown, async () => description);
      return undefined;
    }
    const { id, expiresAt } = waiting.add(digest, description);
    await recordCall(approvals, {
      ...facts,
      event: 'asked',
      channel: 'second-call',
      shown: description,
    });
    return {
      status: 'confirmation_required',
      confirmationId: id,
      expiresAt: new Date(expiresAt).toISOString(),
      summary: descriptionText(description, 'dialog'),
      action: SECOND_CALL,
    };
  }
  const channel = usesPage ? 'page' : 'client';
  await recordCall(approvals, { ...facts, event: 'asked', channel, shown: description });
  const question = lock.open(operation, contentDigest);
  const decision = await decisionOf(asking, question, (signal) =>
    usesPage || ask === undefined
      ? throughPage(approvals, asking.open, call, description, signal)
      : throughClient(ask, approvals, description, signal),
  ).catch(async (error: unknown) => {
    // The question has an end in the log, whatever it was.
    const { code } = Object(error) as { readonly code?: string };
    await recordCall(approvals, { ...facts, event: 'failed', code }).catch(() => undefined);
    throw error;
  });
  const { isApproved, ...made } = decision;
  lock.record(operation, contentDigest, isApproved);
  await recordCall(approvals, {
    ...facts,
    event: isApproved ? 'approved' : 'declined',
    ...made,
  });
  if (!isApproved) throw new ToolError('CONFIRMATION_DECLINED', 'The person refused the call.');
  await checkCurrent(approvals, facts, description, describe);
  return undefined;
}
