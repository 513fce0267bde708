// What the areas export; what is not listed here stays within the contract.

export { AgentPolicy, agentPermissions, executionModes } from './agents/policy.ts';
export type { DeviceCodeStatus } from './agents/schemas.ts';
export {
  Agent,
  AgentAction,
  type AgentActionStatus,
  type AgentDeviceCode,
  agentActionMachine,
  agentActionStatuses,
  agentActionTypes,
  agentMachine,
  type NewAgent,
  type RedeemedDeviceCode,
  settledAgentActionStatuses,
} from './agents/schemas.ts';
export {
  BeneficialOwner,
  beneficialOwnerRoles,
  ownerPersonalInfoIssues,
} from './beneficial-owners/schemas.ts';
export {
  CardTransaction,
  cardDeclineReasons,
  cardTransactionStatuses,
} from './cards/card-transactions.ts';
export {
  Card,
  type CardReveal,
  type CardState,
  cardBrands,
  cardMachine,
  cardStateReasons,
  cardStates,
  cardTransactionMachine,
  cardUpdateMachine,
  issuedCardStates,
  requestableCardStates,
} from './cards/schemas.ts';
export {
  CounterpartyField,
  customerInfoFieldNames,
  PlatformConfig,
} from './config/schemas.ts';
export {
  AuthMethod,
  AuthSession,
  authMethodTypes,
  credentialTypes,
  OpenedSession,
  PasskeyAuthChallenge,
} from './credentials/schemas.ts';
export {
  type AcceptedCustomerImport,
  CustomerImport,
  customerImportMachine,
  customerImportStatuses,
} from './customer-imports/schemas.ts';
export type {
  BusinessCustomerCreate,
  CustomerCreate,
  IndividualCustomerCreate,
} from './customers/create-schemas.ts';
export {
  BusinessCustomer,
  Customer,
  EndUserTerms,
  IndividualCustomer,
  KycLink,
} from './customers/schemas.ts';
export {
  type BusinessCustomerUpdate,
  CustomerUpdate,
  type IndividualCustomerUpdate,
} from './customers/update-schemas.ts';
export {
  DelegatedKey,
  delegatedKeyMachine,
  delegatedKeyStatuses,
} from './delegated-keys/schemas.ts';
export { type Institution, UmaProvider, Vasp } from './discoveries/schemas.ts';
export { documentSides, documentTypes, PaymentsDocument } from './documents/schemas.ts';
export type { ExchangeRate } from './exchange-rates/schemas.ts';
export {
  type AccountInfo,
  type AccountInfoInput,
  type AccountType,
  accountVariants,
  type FundingInfo,
  type FundingType,
  hasAccountType,
} from './external-accounts/account-variants.ts';
export { OwnershipChallenge, ownershipMethods } from './external-accounts/ownership.ts';
export { endingOf, type Payee, payeeOf } from './external-accounts/payee.ts';
export {
  beneficiaryVerificationStatuses,
  ExternalAccount,
  externalAccountStatuses,
  ownershipTypes,
} from './external-accounts/schemas.ts';
export {
  ExportedWallet,
  InternalAccount,
  internalAccountStatuses,
  internalAccountTypes,
  PaymentInstructions,
} from './internal-accounts/schemas.ts';
export {
  Invitation,
  type InvitationStatus,
  invitationMachine,
  invitationStatuses,
  umaAddressPattern,
} from './invitations/schemas.ts';
export {
  cryptoNetworks,
  Quote,
  type QuoteStatus,
  quoteLockSides,
  quoteMachine,
  quoteStatuses,
  ReceiverLookup,
  settledQuoteStatuses,
  WithdrawalFee,
} from './quotes/schemas.ts';
export type { CardSimulation, TestWebhookResult } from './sandbox/schemas.ts';
export {
  Stablecoin,
  StablecoinOperation,
  StablecoinProviderAccount,
  stablecoinNetworks,
} from './stablecoins/schemas.ts';
export {
  type StablecoinOperationStatus,
  stablecoinIssuanceStatuses,
  stablecoinOperationMachine,
  stablecoinOperationStatuses,
  stablecoinProviderAccountStatuses,
  stablecoinServiceStatuses,
} from './stablecoins/states.ts';
export {
  ScaChallenge,
  type ScaFactorType,
  scaFactorTypes,
} from './strong-authentication/challenge.ts';
export {
  ScaFactor,
  ScaReset,
  scaResetMachine,
  scaResetStatuses,
} from './strong-authentication/schemas.ts';
export {
  ApiToken,
  apiTokenCreate,
  type NewApiToken,
  tokenPermissions,
} from './tokens/schemas.ts';
export type { IncomingPayment } from './transactions/events.ts';
export {
  IncomingTransaction,
  incomingFailureReasons,
  OutgoingTransaction,
  outgoingFailureReasons,
  Refund,
  settledTransactionStatuses,
  Transaction,
  type TransactionStatus,
  transactionMachine,
  transactionStatuses,
  transactionTypes,
} from './transactions/schemas.ts';
export { paymentRails, purposesOfPayment } from './transfers/schemas.ts';
export {
  settledVerificationStatuses,
  Verification,
  VerificationError,
  type VerificationStatus,
  verificationErrorTypes,
  verificationMachine,
  verificationStatuses,
} from './verifications/schemas.ts';
