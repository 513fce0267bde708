import { isPaymentsError, PaymentsError } from '../errors/payments-error.ts';

interface RunCodeFacts {
  readonly meaning: string;
  readonly action: string;
}

/** Codes of a {@link RunError}. */
export const runErrorCodes = {
  RUN_STATE_FAILED: {
    meaning:
      'The state of the run could not be read or written; `cause` is the error of the database. Nothing more was sent.',
    action:
      'Mend the database, such as a full disk or a right that its user lacks, and start the run again: it continues where it was.',
  },
  RUN_STATE_FOREIGN: {
    meaning:
      'The state holds a run of this id that was started with another base URL, account or API token. This start has sent nothing.',
    action:
      'If only the API token was replaced, pass the id of the token that started it as `account`. Otherwise start the run with the base URL and the account that it was for. Under another id, or with another state, what it has paid would be paid again.',
  },
  RUN_PAY_FAILED: {
    meaning:
      'The function `pay` threw something that is not an error of the client; `cause` is what it threw. The run stopped, because the next items would end the same way.',
    action:
      'Read `cause`, correct the function, and start the run again. To refuse one item, call `step.refuse`.',
  },
  RUN_SOURCE_FAILED: {
    meaning:
      'The source of the items failed, or an item cannot be used; the message says why. What was under way was finished.',
    action: 'Correct the source, and start the run again.',
  },
} as const satisfies Readonly<Record<string, RunCodeFacts>>;

/** A code of a {@link RunError}. */
export type RunErrorCode = keyof typeof runErrorCodes;

/** Details of a {@link RunError}. */
export interface RunErrorDetails {
  readonly message?: string;
  /** The item it is about. */
  readonly itemId?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The error that stops a run. The items that were not finished stay in the state as they are, and the
 * next start continues with them.
 */
export class RunError extends PaymentsError {
  static override readonly kind: string = 'RunError';
  override readonly name = 'RunError';
  declare readonly code: RunErrorCode;
  /** The item it is about; undefined if it is about none. */
  readonly itemId: string | undefined;

  constructor(code: RunErrorCode, { message, itemId, cause }: RunErrorDetails = {}) {
    const { meaning, action } = runErrorCodes[code];
    super(message ?? meaning, { code, fault: 'caller', action, cause });
    this.itemId = itemId;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), itemId: this.itemId };
  }
}

/** Rejects with a RunError if the state fails, whichever database it is in. */
export async function guard<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw isPaymentsError(error) ? error : new RunError('RUN_STATE_FAILED', { cause: error });
  }
}
