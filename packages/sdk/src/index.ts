export type {
  Currency,
  CurrencyAmount,
  Drift,
  FailedProof,
  Fields,
  HttpMethod,
  InputIssue,
  OperationName,
  OperationRow,
  Page,
  RedeemedDeviceCode,
  SignedRequestChallenge,
  Signing,
  StateMachine,
  WholeList,
} from '@org/payments-contract';
export {
  agentActionMachine,
  agentMachine,
  canReach,
  canTransition,
  cardMachine,
  cardUpdateMachine,
  isKnown,
  quoteMachine,
  transactionMachine,
  verificationMachine,
} from '@org/payments-contract';
export type { Clock } from '@org/payments-contract/internal';
export type { Begun, Done } from './call/execute.ts';
export type {
  AgentClientOptions,
  AgentIdentity,
  AppInfo,
  CallOptions,
  ClientOptions,
  DeviceCodeOptions,
  DriftReport,
  ExtraFields,
  JournalOption,
  KeyedCallOptions,
  PaymentsClientOptions,
  PlatformCredentials,
  PlatformIdentity,
  QueryFields,
  SecretSource,
  SharedOptions,
  Stamper,
  UploadOptions,
} from './call/options.ts';
export type { RawRequest } from './call/raw-request.ts';
export type { DryRun } from './call/request/dry-run.ts';
export type { UploadProgress } from './call/request/upload/multipart.ts';
export type { ApiCall, ResponseInfo, WithResponse } from './call/result.ts';
export type { PendingStepInput, PendingStepJSON } from './call/signing/pending-step.ts';
export { PendingStep } from './call/signing/pending-step.ts';
export type { CheckFinding } from './check/check.ts';
export {
  type AgentClient,
  type AgentClientTools,
  type CreateAgentClient,
  createAgentClient,
} from './client/agent-client.ts';
export type { ClientTools } from './client/client-tools.ts';
export type {
  AgentMethods,
  KeyedSigningArguments,
  KeyedSigningCallOptions,
  ListMethod,
  PlainMethod,
  PlatformMethods,
  SignedMethod,
  SigningArguments,
  SigningCallOptions,
} from './client/methods.ts';
export {
  type AnyPaymentsClient,
  createPaymentsClient,
  type HasStamper,
  type PaymentsClient,
  type PaymentsClientTools,
} from './client/payments-client.ts';
export {
  ApiError,
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  ServiceError,
  UnauthorizedError,
} from './errors/api-error.ts';
export {
  AbortedError,
  ConfigurationError,
  CredentialsError,
  InvalidRequestError,
  JournalError,
  SignatureRequiredError,
  SigningError,
  TokenNotStoredError,
  WaitError,
} from './errors/caller-errors.ts';
export { type ClientErrorCode, clientErrorCodes } from './errors/client-codes.ts';
export { IdempotencyKeyReusedError, type KeyDifference } from './errors/idempotency-key-error.ts';
export {
  ConnectionError,
  ContractError,
  OutcomeUnknownError,
  type ReconcileOptions,
  type Reconciliation,
  TimeoutError,
} from './errors/network-errors.ts';
export type { AttemptReport, ErrorReport } from './errors/payments-error.ts';
export {
  type CalledName,
  type Fault,
  isPaymentsError,
  KEY_HOURS,
  PaymentsError,
  type PaymentsErrorCode,
} from './errors/payments-error.ts';
export type { UnauthorizedCause } from './errors/unauthorized-reason.ts';
export type { ListCall, PagesOptions } from './list/list-call.ts';
export type { AmountTextOptions } from './money/format-amount.ts';
export { type FormatAmountOptions, formatAmount } from './money/format-amount.ts';
export { parseAmount } from './money/parse-amount.ts';
export { DIAGNOSTICS_CHANNEL } from './observe/diagnostics.ts';
export type { ClientEvent, JournalEvent, Leg, Observer } from './observe/events.ts';
export type { Logger, LogLevel } from './observe/log-observer.ts';
export type {
  ForeignEntry,
  Journal,
  JournalClaim,
  JournalEnd,
  JournalEntry,
  JournalOwner,
  JournalPage,
  JournalPosition,
  JournalRequest,
  JournalScopes,
  JournalWork,
  KeyedEntry,
  KeyedRequest,
  OpenRecord,
} from './outcome/journal.ts';
export type { KeyAge } from './recover/key-age.ts';
export type {
  FormerIdentity,
  RecoverOptions,
  RecoveryWait,
  SuperviseOptions,
} from './recover/options.ts';
export type { Recovery } from './recover/recover.ts';
export type { RecoveredWrite, RecoverySource } from './recover/recovered-write.ts';
export type { SentBeforeArguments, SentWrite } from './recover/sent-before.ts';
export type { Supervisor } from './recover/supervisor.ts';
export type {
  FetchFunction,
  FetchInit,
  FetchResponse,
  StreamedBody,
  Transport,
  TransportRequest,
  TransportResponse,
} from './transport/transport.ts';
export { BodyTooLargeError } from './transport/transport.ts';
export type {
  AgentActionTarget,
  AgentWaitFor,
  CardTarget,
  QuoteTarget,
  TransactionTarget,
  VerificationTarget,
  WaitFor,
  WaitOptions,
} from './wait/wait-for.ts';
