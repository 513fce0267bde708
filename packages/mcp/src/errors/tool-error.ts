import { PaymentsError } from '@org/payments-sdk';
import { type CodeOf, mcpErrorCodes } from './mcp-codes.ts';

/** Codes of the failures that the server itself finds in the call of a tool. */
export type ToolErrorCode = CodeOf<'ToolError'>;

interface ToolErrorFields {
  /** Default: the code's action. */
  readonly action?: string;
  /** Further facts for the result. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** A call of a tool that the server ended. */
export class ToolError extends PaymentsError {
  override readonly name = 'ToolError';
  readonly #facts: Readonly<Record<string, unknown>>;

  constructor(code: ToolErrorCode, message: string, fields: ToolErrorFields = {}) {
    const { action = mcpErrorCodes[code].action, facts = {}, cause } = fields;
    super(message, { code, action, fault: 'caller', cause });
    this.#facts = facts;
  }

  override toJSON(): Record<string, unknown> {
    return { ...super.toJSON(), ...this.#facts };
  }
}
