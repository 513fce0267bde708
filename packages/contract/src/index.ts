export * from './areas/index.ts';
export type { CodeAuthMethod, SealedVerifyInput } from './dialects/2026-08.ts';
export { type ErrorCode, errorCodes, isErrorCode } from './errors/error-codes.ts';
export type { ErrorCodeFacts, FailedProof } from './errors/error-codes-400.ts';
export type { EventOf, EventType, KnownEvent } from './events.ts';
export type { Example, Examples, InputOf, ResultOf } from './format/call-types.ts';
export {
  type Assessment,
  assess,
  type Drift,
  findDrift,
  type Loss,
} from './format/drift.ts';
export { errorCodesOf } from './format/error-statuses.ts';
export { type EventPlace, type EventRow, event } from './format/event.ts';
export { type Fields, isFields } from './format/fields.ts';
export {
  type FileBlob,
  type FileContent,
  type FileFacts,
  type FileField,
  type FileInput,
  type FilePath,
  type FileResponse,
  type FileRule,
  fileFacts,
  fileSizeProblem,
  filesOf,
  isFileResponse,
} from './format/media.ts';
export { Currency, CurrencyAmount } from './format/money.ts';
export {
  type AgentPermission,
  type AuthScheme,
  type Completed,
  type HttpMethod,
  type InlinePayload,
  type InputIssue,
  type Moves,
  type OperationInput,
  type OperationRow,
  operation,
  type Permission,
  type RetryRule,
  type Signing,
} from './format/operation.ts';
export {
  DEFAULT_PAGE_SIZE,
  type ListKind,
  MAX_PAGE_SIZE,
  type Page,
  page,
  type WholeList,
  whole,
} from './format/page.ts';
export type { Evidence, Reconcile, ReconcileByList } from './format/reconcile.ts';
export type { Open } from './format/response-values.ts';
export { needsApproval, type Risk, riskOf, risks } from './format/risk.ts';
export { metaOf } from './format/schema-meta.ts';
export { ErrorBody, FieldError, SignedRequestChallenge } from './format/service-bodies.ts';
export {
  canReach,
  canTransition,
  isKnown,
  machine,
  type StateMachine,
} from './format/state-machine.ts';
export {
  API_VERSION,
  headerNames,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from './format/wire.ts';
export { decimalsOf, decimalText } from './money/currencies.ts';
export {
  type AgentResources,
  type ApprovedOperationName,
  agent,
  challengeSchema,
  type DialectName,
  findOperation,
  type NamedOperation,
  type OperationName,
  operations,
  type PlatformResources,
  platform,
  type SignedOperationName,
  type TwiceSignedOperationName,
} from './operations.ts';
export {
  REDACTED,
  redact,
  secretFieldNames,
} from './redact.ts';
