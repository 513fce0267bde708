export type { Drift } from './drift.ts';
export { findDrift } from './drift.ts';
export type { ErrorCodeFacts } from './error-code-facts.ts';
export type { ErrorCode } from './error-codes.ts';
export { errorCodes, isErrorCode } from './error-codes.ts';
export type {
  AuthScheme,
  Example,
  HttpMethod,
  InputIssue,
  InputOf,
  OperationRow,
  Origin,
  Reconcile,
  ResultOf,
  RetryRule,
  Signing,
} from './operation.ts';
export { operation } from './operation.ts';
export type {
  AgentResources,
  NamedOperation,
  OperationName,
  PlatformResources,
} from './operations.ts';
export { agent, findOperation, operations, platform } from './operations.ts';
export type { Open } from './primitives.ts';
export { isKnown } from './primitives.ts';
export { REDACTED, redact, secretFieldNames, secretsOf } from './redact.ts';
export type {
  RelayActions,
  RelayActionTypes,
  TypedRelay,
} from './relay-actions.ts';
export type {
  CreationOptionsJSON,
  RelayAssertion,
  RelayAttestation,
  RequestOptionsJSON,
} from './relay-ceremonies.ts';
export type {
  RelayErrorBody,
  RelayReason,
} from './relay-errors.ts';
export { type RelayCall, type RelayPaths, relayPaths } from './relay-paths.ts';
export type {
  AccountRequest,
  AccountResponse,
  ActionBeginRequest,
  BeginResponse,
  ChallengeRequest,
  ChallengeResponse,
  CompleteRequest,
  CompleteResponse,
  EmailOtpChallengeResponse,
  PasskeyBeginRequest,
  PasskeyChallengeResponse,
  PasskeyOptionsRequest,
  PasskeyOptionsResponse,
  RefreshBeginRequest,
  RelayCalls,
  RelayCredential,
  RelayOpenedSession,
  RelaySession,
  RevokeBeginRequest,
  VerifyRequest,
  VerifyResponse,
} from './relay-protocol.ts';
export { Agent, AgentPolicy, agentPermissions } from './schemas/agent.ts';
export type { AgentDeviceCode, NewAgent, RedeemedDeviceCode } from './schemas/agent-action.ts';
export { AgentAction, agentActionStatuses, agentActionTypes } from './schemas/agent-action.ts';
export {
  AuthMethod,
  AuthSession,
  authMethodTypes,
  credentialTypes,
  OpenedSession,
  PasskeyAuthChallenge,
} from './schemas/auth-method.ts';
export { BeneficialOwner, beneficialOwnerRoles } from './schemas/beneficial-owner.ts';
export {
  Card,
  cardBrands,
  cardStateReasons,
  cardStates,
  requestableCardStates,
} from './schemas/card.ts';
export {
  CardTransaction,
  cardDeclineReasons,
  cardTransactionStatuses,
} from './schemas/card-transaction.ts';
export { BusinessCustomer, Customer, IndividualCustomer } from './schemas/customer.ts';
export type {
  BusinessCustomerCreate,
  CustomerCreate,
  IndividualCustomerCreate,
} from './schemas/customer-create.ts';
export type {
  BusinessCustomerUpdate,
  IndividualCustomerUpdate,
} from './schemas/customer-update.ts';
export { CustomerUpdate } from './schemas/customer-update.ts';
export { documentTypes, PaymentsDocument } from './schemas/document.ts';
export { ErrorBody, FieldError } from './schemas/error-body.ts';
export type { ExchangeRate } from './schemas/exchange-rate.ts';
export {
  beneficiaryVerificationStatuses,
  ExternalAccount,
  externalAccountStatuses,
} from './schemas/external-account.ts';
export {
  InternalAccount,
  internalAccountStatuses,
  internalAccountTypes,
  PaymentInstructions,
} from './schemas/internal-account.ts';
export { KycLink } from './schemas/kyc-link.ts';
export { Currency, CurrencyAmount } from './schemas/money.ts';
export type { Page } from './schemas/page.ts';
export { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE, page, pageQuery } from './schemas/page.ts';
export { SignedRequestChallenge } from './schemas/signed-request-challenge.ts';
export {
  IncomingTransaction,
  incomingFailureReasons,
  OutgoingTransaction,
  outgoingFailureReasons,
  Transaction,
  transactionStatuses,
  transactionTypes,
} from './schemas/transaction.ts';
export {
  Verification,
  VerificationError,
  verificationErrorTypes,
  verificationStatuses,
} from './schemas/verification.ts';
export type { CardState, StateMachine, TransactionStatus, VerificationStatus } from './states.ts';
export {
  agentMachine,
  canReach,
  canTransition,
  cardMachine,
  cardUpdateMachine,
  issuedCardStates,
  settledTransactionStatuses,
  settledVerificationStatuses,
  transactionMachine,
  verificationMachine,
} from './states.ts';
export {
  API_VERSION,
  headerNames,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from './wire.ts';
