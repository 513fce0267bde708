import { PaymentsError } from '@org/payments-sdk';
import { type CodeOf, mcpErrorCodes } from './mcp-codes.ts';

/** A request that the HTTP endpoint refuses, before a session receives it. */
export class HttpRefusal extends PaymentsError {
  override readonly name = 'HttpRefusal';
  /** The status of the response. */
  readonly status: number;

  constructor(code: CodeOf<'HttpRefusal'>, message?: string) {
    const { action, meaning, status } = mcpErrorCodes[code];
    super(message ?? meaning, { code, action, fault: 'caller' });
    this.status = status;
  }
}
