// What the areas export; what is not listed here stays within the contract.

export { AgentPolicy, agentPermissions, executionModes } from './agents/policy.ts';
export type { DeviceCodeStatus } from './agents/schemas.ts';
export {
  Agent,
  AgentAction,
  type AgentDeviceCode,
  agentActionTypes,
  type NewAgent,
  type RedeemedDeviceCode,
} from './agents/schemas.ts';
export {
  type AgentActionStatus,
  agentActionMachine,
  agentActionStatuses,
  agentMachine,
  settledAgentActionStatuses,
} from './agents/states.ts';
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
export { Card, type CardReveal, cardBrands, cardStateReasons } from './cards/schemas.ts';
export {
  type CardState,
  cardMachine,
  cardStates,
  cardTransactionMachine,
  cardUpdateMachine,
  issuedCardStates,
  requestableCardStates,
} from './cards/states.ts';
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
  quoteLockSides,
  ReceiverLookup,
  WithdrawalFee,
} from './quotes/schemas.ts';
export {
  type QuoteStatus,
  quoteMachine,
  quoteStatuses,
  settledQuoteStatuses,
} from './quotes/states.ts';
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
  Transaction,
  transactionTypes,
} from './transactions/schemas.ts';
export {
  settledTransactionStatuses,
  type TransactionStatus,
  transactionMachine,
  transactionStatuses,
} from './transactions/states.ts';
export { paymentRails, purposesOfPayment } from './transfers/schemas.ts';
export {
  Verification,
  VerificationError,
  verificationErrorTypes,
} from './verifications/schemas.ts';
export {
  settledVerificationStatuses,
  type VerificationStatus,
  verificationMachine,
  verificationStatuses,
} from './verifications/states.ts';
