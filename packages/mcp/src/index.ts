export type { ApprovalPage, ApprovalPageOptions } from './approval/page/approval-page.ts';
export { type ApprovalHandlerOptions, approvalHandler } from './approval/page/node-handler.ts';
export {
  type ServeApprovalPageOptions,
  type ServedApprovalPage,
  serveApprovalPage,
} from './approval/page/serve-approval-page.ts';
export {
  filePasskeys,
  memoryPasskeys,
  type Passkey,
  type PasskeyStore,
} from './approval/passkey/passkey-store.ts';
export {
  type AuditLog,
  type AuditLogCheck,
  type AuditRecord,
  checkAuditLog,
  fileAuditLog,
  memoryAuditLog,
} from './audit-log.ts';
export {
  createPaymentsMcp,
  type McpConnection,
  type McpTransport,
  type PaymentsMcp,
} from './create-payments-mcp.ts';
export { type McpCodeFacts, type McpErrorCode, mcpErrorCodes } from './errors/mcp-codes.ts';
export { McpOptionError } from './errors/mcp-errors.ts';
export type {
  AgentMcpOptions,
  McpClock,
  PaymentsMcpOptions,
  PlatformMcpOptions,
  SharedMcpOptions,
  SigningRequest,
} from './options.ts';
export { type StdioOptions, serveStdio } from './serve-stdio.ts';
export type { JsonSchema, ObjectSchema } from './tools/schema-types.ts';
export type { PaymentsTool, ToolAnnotations } from './tools/tool.ts';
