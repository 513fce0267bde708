import { ToolError } from '../errors/tool-error.ts';
import type { PreparedCall, PreparedCalls } from './prepared-calls.ts';

/** What a person did with the question. */
export type Decision = 'accept' | 'decline' | 'cancel';

/** How one connection asks for confirmation. */
export interface Confirmations {
  /** Shows a message to the person behind the client; undefined if the client cannot show one. */
  readonly ask: ((text: string) => Promise<Decision>) | undefined;
  /** Whether a second call may confirm if the client cannot ask. */
  readonly twoStep: boolean;
  readonly prepared: PreparedCalls;
}

/** What to show before a call is sent. */
export interface ConfirmationRequired {
  readonly status: 'confirmation_required';
  readonly confirmationId: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly summary: string;
  readonly action: string;
}

const ACTION =
  'Nothing was sent. Show the summary to the person; once they agree, call the tool again with the same arguments and this `confirmationId`.';

async function askPerson(ask: (text: string) => Promise<Decision>, summary: string): Promise<void> {
  const decision = await ask(summary).catch((error: unknown) => {
    throw new ToolError(
      'CONFIRMATION_UNAVAILABLE',
      'The client did not return a decision of its user.',
      { action: 'Nothing was sent. Call again, and decide within the time given.', cause: error },
    );
  });
  if (decision === 'accept') return;
  throw new ToolError(
    'CONFIRMATION_DECLINED',
    decision === 'decline' ? 'The person declined.' : 'The person closed the question.',
  );
}

/**
 * Has a call confirmed: by the person, if the client can ask, otherwise by a second call.
 *
 * @returns what to show if the call was only prepared; undefined if it may be sent now
 * @throws ToolError if it was declined, or cannot be confirmed
 */
export async function confirm(
  { ask, twoStep, prepared }: Confirmations,
  call: PreparedCall,
  summary: string,
): Promise<ConfirmationRequired | undefined> {
  if (ask !== undefined) {
    await askPerson(ask, summary);
    return undefined;
  }
  if (!twoStep) {
    throw new ToolError(
      'CONFIRMATION_UNAVAILABLE',
      'This client cannot ask its user, and the server does not accept a second call instead.',
      {
        action:
          'Nothing was sent. Use a client that supports elicitation, or start the server without `--no-two-step`.',
      },
    );
  }
  const { id, expiresAt } = prepared.add(call);
  return {
    status: 'confirmation_required',
    confirmationId: id,
    expiresAt: new Date(expiresAt).toISOString(),
    summary,
    action: ACTION,
  };
}
