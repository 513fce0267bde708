export type {
  Drift,
  InputIssue,
  Page,
  SignedRequestChallenge,
  StateMachine,
} from '@org/payments-contract';
export {
  agentMachine,
  canReach,
  canTransition,
  cardMachine,
  cardUpdateMachine,
  isKnown,
  transactionMachine,
  verificationMachine,
} from '@org/payments-contract';
export type { ApiCall, WithResponse } from './call/api-call.ts';
export type { DryRun } from './call/dry-run.ts';
export type { Begun } from './call/execute.ts';
export type { PendingStepInput, PendingStepJSON } from './call/pending-step.ts';
export { PendingStep } from './call/pending-step.ts';
export type { RawRequest } from './call/raw-request.ts';
export type { ResponseInfo } from './call/signed-retry.ts';
export {
  type AgentClient,
  type AgentClientTools,
  createAgentClient,
} from './config/agent-client.ts';
export type { Clock } from './config/clock.ts';
export type {
  AgentMethods,
  ListMethod,
  PlainMethod,
  PlatformMethods,
  SignedMethod,
  WithStamper,
} from './config/method-types.ts';
export type {
  AgentClientOptions,
  AppInfo,
  CallOptions,
  ClientOptions,
  DriftReport,
  KeyedCallOptions,
  PaymentsClientOptions,
  PlatformCredentials,
  SecretSource,
  SharedOptions,
  Stamper,
} from './config/options.ts';
export {
  createPaymentsClient,
  type HasStamper,
  type PaymentsClient,
  type PaymentsClientTools,
  type StamperOf,
} from './config/payments-client.ts';
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
  SignatureRequiredError,
  SigningError,
} from './errors/caller-errors.ts';
export { type ClientErrorCode, clientErrorCodes } from './errors/client-codes.ts';
export { JournalError } from './errors/journal-error.ts';
export {
  ConnectionError,
  ContractError,
  OutcomeUnknownError,
  type Reconciliation,
  TimeoutError,
} from './errors/network-errors.ts';
export {
  type CalledName,
  type Fault,
  isPaymentsError,
  PaymentsError,
  type PaymentsErrorCode,
} from './errors/payments-error.ts';
export type { AttemptReport, ErrorReport } from './errors/report.ts';
export type { UnauthorizedCause } from './errors/unauthorized-reason.ts';
export { WaitError } from './errors/wait-error.ts';
export type { Journal, JournalEnd, JournalEntry } from './journal/journal.ts';
export type { ListCall, PagesOptions } from './list/list-call.ts';
export { DIAGNOSTICS_CHANNEL } from './observe/diagnostics.ts';
export type { ClientEvent, Leg, Observer } from './observe/events.ts';
export type { Logger, LogLevel } from './observe/logger.ts';
export type { FetchFunction } from './transport/fetch/fetch-function.ts';
export type {
  StreamedBody,
  Transport,
  TransportRequest,
  TransportResponse,
} from './transport/transport.ts';
export { BodyTooLargeError } from './transport/transport.ts';
export type { WaitFor, WaitOptions } from './wait/wait-for.ts';
