// Written by `npm run generate` from the folders of the areas. Do not edit.
export {
  Agent,
  AgentAction,
  type AgentActionStatus,
  type AgentDeviceCode,
  AgentPolicy,
  agentActionMachine,
  agentActionStatuses,
  agentActionTypes,
  agentMachine,
  agentPermissions,
  type DeviceCodeStatus,
  executionModes,
  type NewAgent,
  type RedeemedDeviceCode,
  settledAgentActionStatuses,
} from './agents/index.ts';
export {
  BeneficialOwner,
  beneficialOwnerRoles,
  ownerPersonalInfoIssues,
} from './beneficial-owners/index.ts';
export {
  Card,
  type CardReveal,
  type CardState,
  CardTransaction,
  cardBrands,
  cardDeclineReasons,
  cardMachine,
  cardStateReasons,
  cardStates,
  cardTransactionMachine,
  cardTransactionStatuses,
  cardUpdateMachine,
  issuedCardStates,
  requestableCardStates,
} from './cards/index.ts';
export { CounterpartyField, customerInfoFieldNames, PlatformConfig } from './config/index.ts';
export {
  AuthMethod,
  AuthSession,
  authMethodTypes,
  credentialTypes,
  OpenedSession,
  PasskeyAuthChallenge,
} from './credentials/index.ts';
export {
  BusinessCustomer,
  type BusinessCustomerCreate,
  type BusinessCustomerUpdate,
  Customer,
  type CustomerCreate,
  CustomerUpdate,
  IndividualCustomer,
  type IndividualCustomerCreate,
  type IndividualCustomerUpdate,
  KycLink,
} from './customers/index.ts';
export { type Institution, UmaProvider } from './discoveries/index.ts';
export { documentSides, documentTypes, PaymentsDocument } from './documents/index.ts';
export type { ExchangeRate } from './exchange-rates/index.ts';
export {
  type AccountInfo,
  type AccountInfoInput,
  type AccountType,
  accountVariants,
  beneficiaryVerificationStatuses,
  ExternalAccount,
  externalAccountStatuses,
  type FundingInfo,
  type FundingType,
  hasAccountType,
  OwnershipChallenge,
  ownershipMethods,
  ownershipTypes,
} from './external-accounts/index.ts';
export {
  ExportedWallet,
  InternalAccount,
  internalAccountStatuses,
  internalAccountTypes,
  PaymentInstructions,
} from './internal-accounts/index.ts';
export {
  Invitation,
  type InvitationStatus,
  invitationMachine,
  invitationStatuses,
  umaAddressPattern,
} from './invitations/index.ts';
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
} from './quotes/index.ts';
export type { CardSimulation, TestWebhookResult } from './sandbox/index.ts';
export { ApiToken, apiTokenCreate, type NewApiToken, tokenPermissions } from './tokens/index.ts';
export {
  type IncomingPayment,
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
} from './transactions/index.ts';
export { paymentRails, purposesOfPayment } from './transfers/index.ts';
export {
  settledVerificationStatuses,
  Verification,
  VerificationError,
  type VerificationStatus,
  verificationErrorTypes,
  verificationMachine,
  verificationStatuses,
} from './verifications/index.ts';
