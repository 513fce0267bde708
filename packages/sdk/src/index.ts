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
export type { PendingStepInput, PendingStepJSON } from './call/pending-step.ts';
export { PendingStep } from './call/pending-step.ts';
export type { ResponseInfo } from './call/run.ts';
export { type AgentClient, createAgentClient } from './client/agent-client.ts';
export type { Clock } from './client/clock.ts';
export { DIAGNOSTICS_CHANNEL } from './client/diagnostics.ts';
export type { ClientEvent, Leg, Observer } from './client/events.ts';
export type { Logger, LogLevel } from './client/logger.ts';
export type {
  AgentMethods,
  Begun,
  ListMethod,
  PlainMethod,
  PlatformMethods,
  SignedMethod,
  SigningCallOptions,
} from './client/method-types.ts';
export type {
  AgentClientOptions,
  CallOptions,
  DriftReport,
  PaymentsClientOptions,
  PlatformCredentials,
  SecretSource,
  SharedOptions,
  Stamper,
  UnkeyedCallOptions,
} from './client/options.ts';
export {
  createPaymentsClient,
  type PaymentsClient,
  type PaymentsClientTools,
} from './client/payments-client.ts';
export type { RawRequest } from './client/request.ts';
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
  InvalidRequestError,
  SignatureRequiredError,
  SigningError,
} from './errors/caller-errors.ts';
export { type ClientErrorCode, clientErrorCodes } from './errors/client-codes.ts';
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
export type { UnauthorizedCause } from './errors/unauthorized-reason.ts';
export { WaitError } from './errors/wait-error.ts';
export type { ListCall, PagesOptions } from './list/list-call.ts';
export type { FetchFunction } from './transport/ky-transport.ts';
export type { Transport, TransportRequest, TransportResponse } from './transport/transport.ts';
export { BodyTooLargeError } from './transport/transport.ts';
export type { WaitFor, WaitOptions } from './wait/wait-for.ts';
