export type { DeviceCodeStatus } from './areas/agents/action-schemas.ts';
export {
  AgentAction,
  type AgentDeviceCode,
  agentActionTypes,
  type NewAgent,
  type RedeemedDeviceCode,
} from './areas/agents/action-schemas.ts';
export { AgentPolicy, agentPermissions, executionModes } from './areas/agents/policy.ts';
export { Agent } from './areas/agents/schemas.ts';
export {
  type AgentActionStatus,
  agentActionMachine,
  agentActionStatuses,
  agentMachine,
  settledAgentActionStatuses,
} from './areas/agents/states.ts';
export {
  BeneficialOwner,
  beneficialOwnerRoles,
  ownerPersonalInfoIssues,
} from './areas/beneficial-owners/schemas.ts';
export { Card, type CardReveal, cardBrands, cardStateReasons } from './areas/cards/schemas.ts';
export {
  type CardState,
  cardMachine,
  cardStates,
  cardTransactionMachine,
  cardUpdateMachine,
  issuedCardStates,
  requestableCardStates,
} from './areas/cards/states.ts';
export {
  CardTransaction,
  cardDeclineReasons,
  cardTransactionStatuses,
} from './areas/cards/transaction-schemas.ts';
export {
  CounterpartyField,
  customerInfoFieldNames,
  PlatformConfig,
} from './areas/config/schemas.ts';
export {
  AuthMethod,
  AuthSession,
  authMethodTypes,
  credentialTypes,
  OpenedSession,
  PasskeyAuthChallenge,
} from './areas/credentials/schemas.ts';
export type {
  BusinessCustomerCreate,
  CustomerCreate,
  IndividualCustomerCreate,
} from './areas/customers/create-schemas.ts';
export { KycLink } from './areas/customers/kyc-link.ts';
export { BusinessCustomer, Customer, IndividualCustomer } from './areas/customers/schemas.ts';
export {
  type BusinessCustomerUpdate,
  CustomerUpdate,
  type IndividualCustomerUpdate,
} from './areas/customers/update-schemas.ts';
export { type Institution, UmaProvider } from './areas/discoveries/schemas.ts';
export { documentSides, documentTypes, PaymentsDocument } from './areas/documents/schemas.ts';
export type { ExchangeRate } from './areas/exchange-rates/schemas.ts';
export {
  type AccountInfo,
  type AccountInfoInput,
  type AccountType,
  accountVariants,
} from './areas/external-accounts/account-variants.ts';
export { OwnershipChallenge, ownershipMethods } from './areas/external-accounts/ownership.ts';
export {
  beneficiaryVerificationStatuses,
  ExternalAccount,
  externalAccountStatuses,
  ownershipTypes,
} from './areas/external-accounts/schemas.ts';
export {
  ExportedWallet,
  InternalAccount,
  internalAccountStatuses,
  internalAccountTypes,
  PaymentInstructions,
} from './areas/internal-accounts/schemas.ts';
export { Invitation, umaAddressPattern } from './areas/invitations/schemas.ts';
export {
  type InvitationStatus,
  invitationMachine,
  invitationStatuses,
} from './areas/invitations/states.ts';
export {
  cryptoNetworks,
  Quote,
  quoteLockSides,
  ReceiverLookup,
  WithdrawalFee,
} from './areas/quotes/schemas.ts';
export {
  type QuoteStatus,
  quoteMachine,
  quoteStatuses,
  settledQuoteStatuses,
} from './areas/quotes/states.ts';
export type { CardSimulation, TestWebhookResult } from './areas/sandbox/schemas.ts';
export {
  ApiToken,
  apiTokenCreate,
  type NewApiToken,
  tokenPermissions,
} from './areas/tokens/schemas.ts';
export type { IncomingPayment } from './areas/transactions/events.ts';
export {
  IncomingTransaction,
  incomingFailureReasons,
  OutgoingTransaction,
  outgoingFailureReasons,
  Refund,
  Transaction,
  transactionTypes,
} from './areas/transactions/schemas.ts';
export {
  settledTransactionStatuses,
  type TransactionStatus,
  transactionMachine,
  transactionStatuses,
} from './areas/transactions/states.ts';
export { paymentRails, purposesOfPayment } from './areas/transfers/schemas.ts';
export {
  Verification,
  VerificationError,
  verificationErrorTypes,
} from './areas/verifications/schemas.ts';
export {
  settledVerificationStatuses,
  type VerificationStatus,
  verificationMachine,
  verificationStatuses,
} from './areas/verifications/states.ts';
export { ErrorBody, FieldError } from './errors/error-body.ts';
export type { ErrorCodeFacts } from './errors/error-code-facts.ts';
export { type ErrorCode, errorCodes, isErrorCode } from './errors/error-codes.ts';
export { type EventOf, type EventType, eventRows, findEvent, type KnownEvent } from './events.ts';
export type { Example, Examples, InputOf, ResultOf } from './format/call-types.ts';
export { type Assessment, assess, type Drift, findDrift } from './format/drift.ts';
export { errorCodesOf, errorStatusesOf } from './format/error-statuses.ts';
export { type EventRow, event } from './format/event.ts';
export {
  type FileBlob,
  type FileContent,
  type FileFacts,
  type FileField,
  type FileInput,
  type FilePath,
  type FileRule,
  fileFacts,
  fileSizeProblem,
  filesOf,
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
  type Origin,
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
  pageQuery,
  type WholeList,
  whole,
} from './format/page.ts';
export type { Evidence, Reconcile, ReconcileByList } from './format/reconcile.ts';
export { isKnown, type Open } from './format/response-values.ts';
export { SignedRequestChallenge } from './format/signed-request-challenge.ts';
export { canReach, canTransition, machine, type StateMachine } from './format/state-machine.ts';
export {
  API_VERSION,
  headerNames,
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from './format/wire.ts';
export {
  type AgentResources,
  agent,
  findOperation,
  type NamedOperation,
  type OperationName,
  operations,
  type PlatformResources,
  platform,
} from './operations.ts';
export {
  REDACTED,
  redact,
  redactPath,
  responseSchemas,
  secretFieldNames,
  secretsOf,
} from './redact.ts';
export type { RelayActions, RelayActionTypes, TypedRelay } from './relay/actions.ts';
export type {
  CreationOptionsJSON,
  RelayAssertion,
  RelayAttestation,
  RequestOptionsJSON,
} from './relay/ceremonies.ts';
export type { RelayErrorBody, RelayReason } from './relay/errors.ts';
export { type RelayCall, type RelayPaths, relayPaths } from './relay/paths.ts';
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
} from './relay/protocol.ts';
