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
export type { JsonSchema, ObjectSchema } from './tools/json-schema.ts';
export type { PaymentsTool, ToolAnnotations } from './tools/tool.ts';
