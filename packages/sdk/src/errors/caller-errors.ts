import type { InputIssue, SignedRequestChallenge } from '@org/payments-contract';
import { type CalledName, PaymentsError } from './payments-error.ts';

interface Context {
  readonly operation?: CalledName | undefined;
  readonly cause?: unknown;
}

interface InputContext extends Context {
  /** What to do if something was sent before the input turned out to be wrong. */
  readonly action?: string;
}

export function listIssues(issues: readonly InputIssue[]): string {
  return issues
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
}

/**
 * The caller's input does not match the operation's schema. Found before anything was sent, except
 * for a file whose content breaks a rule: its upload is aborted, and nothing was changed.
 */
export class InvalidRequestError extends PaymentsError {
  static override readonly kind: string = 'InvalidRequestError';
  override readonly name = 'InvalidRequestError';
  /** Every issue of the input, with its dotted path and without values. */
  readonly issues: readonly InputIssue[];

  constructor(issues: readonly InputIssue[], context: InputContext = {}) {
    super(`The input is not valid: ${listIssues(issues)}.`.replace(/\?\.$/, '?'), {
      code: 'INVALID_REQUEST',
      fault: 'caller',
      action: 'Fix the fields that the message names. This call has sent nothing.',
      ...context,
    });
    this.issues = issues;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), issues: this.issues };
  }
}

/**
 * An option of the client is missing or invalid. Thrown at construction for a value that is
 * wrong; rejected by the first call for a secret or a base URL that is missing.
 */
export class ConfigurationError extends PaymentsError {
  static override readonly kind: string = 'ConfigurationError';
  override readonly name = 'ConfigurationError';
  /** The option that is wrong. */
  readonly option: string;

  constructor(option: string, message: string, action: string, cause?: unknown) {
    super(message, { code: 'CONFIGURATION', fault: 'caller', action, cause });
    this.option = option;
  }
}

/** The text that would have to be signed: a challenge, or the payload that a resource carries. */
export type DueSignature = Omit<SignedRequestChallenge, 'requestId'> & {
  /** Undefined if the payload is a field of a resource, such as a quote. */
  readonly requestId?: string | undefined;
};

/** The operation needs a signature, and the call has no stamper. Nothing was changed. */
export class SignatureRequiredError extends PaymentsError {
  static override readonly kind: string = 'SignatureRequiredError';
  override readonly name = 'SignatureRequiredError';
  /** The payload that would have to be signed. */
  readonly challenge: DueSignature;

  constructor(challenge: DueSignature, context: Context = {}) {
    super('The operation needs a signature, and the call has no stamper.', {
      code: 'SIGNATURE_REQUIRED',
      fault: 'caller',
      action: 'Pass `stamper`, or use `.begin` and `.complete` to sign elsewhere.',
      ...context,
    });
    this.challenge = challenge;
  }
}

/** The payload could not be signed, or not in time. Nothing was changed. */
export class SigningError extends PaymentsError {
  static override readonly kind: string = 'SigningError';
  override readonly name = 'SigningError';

  constructor(
    code: 'SIGNING_FAILED' | 'CHALLENGE_EXPIRED',
    message: string,
    context: Context = {},
  ) {
    const action =
      code === 'CHALLENGE_EXPIRED'
        ? "Start the operation again, and sign before the challenge's `expiresAt`."
        : 'Read `cause`: it is the error of the stamper. This call has changed nothing.';
    super(message, { code, fault: 'caller', action, ...context });
  }
}

/** The function that supplies the credentials failed. Nothing was sent. */
export class CredentialsError extends PaymentsError {
  static override readonly kind: string = 'CredentialsError';
  override readonly name = 'CredentialsError';

  constructor(context: Context = {}) {
    super('The function that supplies the credentials failed.', {
      code: 'CREDENTIALS_FAILED',
      fault: 'caller',
      retryable: true,
      action: 'Read `cause`, and check the store of the function. This call has sent nothing.',
      ...context,
    });
  }
}

/** The caller's `AbortSignal` was aborted before anything could have been changed. */
export class AbortedError extends PaymentsError {
  static override readonly kind: string = 'AbortedError';
  override readonly name = 'AbortedError';

  constructor(context: Context = {}) {
    super('The call was aborted.', {
      code: 'ABORTED',
      fault: 'caller',
      action: 'This call has changed nothing. Call again to make the change.',
      ...context,
    });
  }
}

/**
 * A device code was redeemed, and `onRedeemed` failed to store the agent's access token. The
 * service returns the token once: store it with `storeAgain`, or delete the agent and create it
 * again.
 */
export class TokenNotStoredError extends PaymentsError {
  static override readonly kind: string = 'TokenNotStoredError';
  override readonly name = 'TokenNotStoredError';
  /** Calls `onRedeemed` again with the same token. */
  declare readonly storeAgain: () => Promise<void>;

  constructor(storeAgain: () => Promise<void>, cause: unknown) {
    super('The device code was redeemed, and `onRedeemed` failed to store the access token.', {
      code: 'TOKEN_NOT_STORED',
      fault: 'caller',
      action: 'Read `cause`, fix the store, and call `storeAgain()` of this error.',
      operation: 'agents.redeemDeviceCode',
      cause,
    });
    Object.defineProperty(this, 'storeAgain', { value: storeAgain });
  }
}

/** A resource did not reach the awaited state: the deadline passed, or the state can no longer be reached. */
export class WaitError extends PaymentsError {
  static override readonly kind: string = 'WaitError';
  override readonly name = 'WaitError';
  /** `deadline`: not in time. `unreachable`: its state cannot become one of the awaited ones. */
  readonly why: 'deadline' | 'unreachable';
  /** The state at the last read. */
  readonly state: string | undefined;
  /** The resource as of the last read. */
  declare readonly last: unknown;

  constructor(
    why: 'deadline' | 'unreachable',
    fields: {
      readonly operation: CalledName;
      readonly state: string | undefined;
      readonly last: unknown;
    },
  ) {
    const { operation, state, last } = fields;
    super(
      why === 'deadline'
        ? state === undefined
          ? 'The awaited state was not reached in time; no read of the resource succeeded.'
          : `The awaited state was not reached in time; the last state read was ${state}.`
        : `The awaited state can no longer be reached from ${state}.`,
      {
        code: 'WAIT_ENDED',
        fault: 'caller',
        retryable: why === 'deadline',
        action: 'Read `last`, the resource as of the last read.',
        operation,
      },
    );
    this.why = why;
    this.state = state;
    Object.defineProperty(this, 'last', { value: last });
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), why: this.why, state: this.state };
  }
}

interface JournalErrorContext {
  readonly operation?: CalledName;
  readonly cause?: unknown;
}

/** What is wrong with a journal, and what to do about it. */
export interface JournalProblem {
  readonly message: string;
  readonly action: string;
  readonly retryable?: boolean;
}

/**
 * The journal could not record a change before it was sent, and this call has sent nothing; or a
 * recovery could not read or write it. A change with an idempotency key whose entry may exist, and be
 * sent by a recovery, ends with `OutcomeUnknownError` instead. `append` of a store rejects with one to
 * say that it has certainly recorded nothing.
 */
export class JournalError extends PaymentsError {
  static override readonly kind: string = 'JournalError';
  override readonly name = 'JournalError';

  constructor({ message, ...facts }: JournalProblem, context: JournalErrorContext = {}) {
    super(message, { code: 'JOURNAL_FAILED', fault: 'caller', ...facts, ...context });
  }
}
