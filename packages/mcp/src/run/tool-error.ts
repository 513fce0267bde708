/** Codes of the failures that the server itself finds. */
export type ToolErrorCode =
  | 'CONFIRMATION_DECLINED'
  | 'CONFIRMATION_INVALID'
  | 'CONFIRMATION_UNAVAILABLE'
  | 'FORBIDDEN'
  | 'VELOCITY_LIMIT_EXCEEDED';

/** A call of a tool that ended before anything was sent. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;
  /** What the caller can do now. */
  readonly action: string;
  /** Further facts for the result. */
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(
    code: ToolErrorCode,
    message: string,
    action: string,
    facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.code = code;
    this.action = action;
    this.facts = facts;
  }

  toJSON(): Record<string, unknown> {
    const { name, code, message, action, facts } = this;
    return { name, code, message, action, fault: 'caller', retryable: false, ...facts };
  }
}
