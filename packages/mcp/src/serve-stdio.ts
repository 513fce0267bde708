import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { McpConnection, PaymentsMcp } from './create-payments-mcp.ts';

/** Where messages come from and go to. */
export interface StdioOptions {
  /** Default the standard input of the process. */
  readonly input?: Readable | undefined;
  /** Default the standard output of the process. */
  readonly output?: Writable | undefined;
}

/**
 * Serves one client over standard input and output. Write nothing else to the output.
 *
 * @example
 * await serveStdio(createPaymentsMcp({ agent }));
 */
export function serveStdio(
  mcp: PaymentsMcp,
  { input, output }: StdioOptions = {},
): Promise<McpConnection> {
  return mcp.connect(new StdioServerTransport(input, output));
}
