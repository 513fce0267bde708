import { PaymentsError } from '@org/payments-sdk';
import { type CodeOf, mcpErrorCodes } from './mcp-codes.ts';

/** An option that a server cannot work with. Its `action` names the change to make. */
export class McpOptionError extends PaymentsError {
  static override readonly kind: string = 'McpOptionError';
  override readonly name = 'McpOptionError';

  constructor(message: string, action: string) {
    super(message, { code: 'CONFIGURATION', action, fault: 'caller' });
  }
}

/** Codes of the failures that the server itself finds in the call of a tool. */
export type ToolErrorCode = CodeOf<'ToolError'>;

interface ToolErrorFields {
  /** Default: the code's action. */
  readonly action?: string | undefined;
  /** Further facts for the result. */
  readonly facts?: Readonly<Record<string, unknown>>;
  /** Whether it shows of every call with the same key that it pays nothing. */
  readonly isFinal?: boolean;
  readonly cause?: unknown;
}

/** A call of a tool that the server ended. */
export class ToolError extends PaymentsError {
  static override readonly kind: string = 'ToolError';
  override readonly name = 'ToolError';
  readonly #facts: Readonly<Record<string, unknown>>;
  readonly #isFinal: boolean;

  constructor(code: ToolErrorCode, message: string, fields: ToolErrorFields = {}) {
    const { action = mcpErrorCodes[code].action, facts = {}, isFinal = false, cause } = fields;
    super(message, { code, action, fault: 'caller', cause });
    this.#facts = facts;
    this.#isFinal = isFinal;
  }

  /** Whether an error shows of every call with the same key that it pays nothing. */
  static isFinal(error: unknown): boolean {
    return error instanceof ToolError && error.#isFinal;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), ...this.#facts };
  }
}

/** A request that the HTTP endpoint refuses, before a session receives it. */
export class HttpRefusal extends PaymentsError {
  static override readonly kind: string = 'HttpRefusal';
  override readonly name = 'HttpRefusal';
  readonly status: number;

  constructor(code: CodeOf<'HttpRefusal'>, message?: string) {
    const { action, meaning, status } = mcpErrorCodes[code];
    super(message ?? meaning, { code, action, fault: 'caller' });
    this.status = status;
  }
}
