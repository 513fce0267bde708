export {
  createPaymentsMcp,
  type McpConnection,
  type McpTransport,
  type PaymentsMcp,
} from './create-payments-mcp.ts';
export {
  type AgentMcpOptions,
  type McpClock,
  McpOptionError,
  type PaymentsMcpOptions,
  type PlatformMcpOptions,
  type SharedMcpOptions,
} from './options.ts';
export { type StdioOptions, serveStdio } from './serve-stdio.ts';
export type { JsonSchema, ObjectSchema } from './tools/schema-types.ts';
export type { PaymentsTool, ToolAnnotations } from './tools/tool.ts';
