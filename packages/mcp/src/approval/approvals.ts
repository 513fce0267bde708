import type { AuditLog, AuditRecord } from '../audit-log.ts';
import { ToolError } from '../errors/mcp-errors.ts';
import type { McpClock } from '../options.ts';
import type { PaymentTurns } from './payment-turns.ts';
import type { RefusalLock } from './refusal-lock.ts';
import type { WaitingCall, WaitingCalls } from './waiting-calls.ts';

/** What all connections of a server share to have calls approved. */
export interface Approvals {
  readonly waiting: WaitingCalls;
  readonly lock: RefusalLock;
  readonly turns: PaymentTurns;
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

/** Milliseconds between two signs of life. */
const PROGRESS_EVERY = 5_000;

/** Tells a client why it waits, at once and again and again, so that it does not give up. */
export async function telling<Value>(
  { progress }: Pick<Asking, 'progress'>,
  message: string,
  work: () => Promise<Value>,
): Promise<Value> {
  const beat = setInterval(() => progress(message), PROGRESS_EVERY);
  try {
    progress(message);
    return await work();
  } finally {
    clearInterval(beat);
  }
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

/** Where records go, and whose clock dates them. */
export type Recording = Pick<Approvals, 'audit' | 'clock'>;

/**
 * Appends to the audit log; a call whose approval cannot be recorded is not sent.
 *
 * @throws ToolError if the log fails
 */
export async function recordCall(approvals: Recording, entry: Omit<AuditRecord, 'at'>) {
  const at = new Date(approvals.clock.now()).toISOString();
  try {
    await approvals.audit.append({ at, ...entry });
  } catch (cause) {
    const { code } = Object(cause) as { readonly code?: unknown };
    const why = typeof code === 'string' ? ` (${code})` : '';
    throw new ToolError('AUDIT_UNAVAILABLE', `The audit log cannot be written${why}.`, { cause });
  }
}
