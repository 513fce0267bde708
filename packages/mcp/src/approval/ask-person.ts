import { ToolError } from '../errors/mcp-errors.ts';
import { type ApprovableCall, type Approvals, type Asking, telling } from './approvals.ts';
import { type CallDescription, descriptionText } from './describe/describe-call.ts';
import type { OpenQuestion } from './refusal-lock.ts';
import type { Decision } from './waiting-calls.ts';

const WAITS = 'A person is asked to decide.';

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
export async function throughClient(
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
export async function throughPage(
  { waiting, announce }: Approvals,
  open: Asking['open'],
  { digest, callId }: ApprovableCall,
  description: CallDescription,
  signal: AbortSignal,
): Promise<Decision> {
  const call = waiting.add(digest, description, callId);
  let limit: NodeJS.Timeout | undefined;
  let end: 'expired' | 'withdrawn' = 'withdrawn';
  const ended = new Promise<never>((_, reject) => {
    // The timer may be early by the clock of the calls.
    limit = setTimeout(() => {
      end = 'expired';
      reject(notInTime());
    }, waiting.timeLeft(call));
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
    waiting.remove(call.id, end);
  }
}

/** Waits for a decision, and notifies the client that the call still waits, so that it does not give up. */
export async function decisionOf(
  asking: Asking,
  question: OpenQuestion,
  decide: (signal: AbortSignal) => Promise<Decision>,
): Promise<Decision> {
  const ended = AbortSignal.any([asking.signal, question.signal]);
  try {
    ended.throwIfAborted();
    return await telling(asking, WAITS, () => decide(ended));
  } catch (error) {
    question.signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    const isLate = ended.aborted || Object(error).code === REQUEST_TIMEOUT;
    throw isLate ? notInTime(error) : unavailable(NOBODY, undefined, error);
  } finally {
    question.close();
  }
}

export function unavailable(message: string, action?: string, cause?: unknown): ToolError {
  return new ToolError('CONFIRMATION_UNAVAILABLE', message, { action, cause });
}

export const NOBODY = 'No person can be asked to approve the call.';
const NO_DIALOG = 'The client could not show its dialog to a person.';
const ON_PAGE =
  'Nothing was sent. The server can ask on its page instead, with `--approve-on-page`, or `pageOnly` in code.';
