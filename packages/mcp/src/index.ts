export {
  createPaymentsMcp,
  type McpConnection,
  type McpTransport,
  type PaymentsMcp,
} from './create-payments-mcp.ts';
export { type McpCodeFacts, type McpErrorCode, mcpErrorCodes } from './errors/mcp-codes.ts';
export { McpOptionError } from './errors/option-error.ts';
export type {
  AgentMcpOptions,
  McpClock,
  PaymentsMcpOptions,
  PlatformMcpOptions,
  SharedMcpOptions,
} from './options.ts';
export { type StdioOptions, serveStdio } from './serve-stdio.ts';
export type { JsonSchema, ObjectSchema } from './tools/schema-types.ts';
export type { PaymentsTool, ToolAnnotations } from './tools/tool.ts';
