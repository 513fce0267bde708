import type { OperationName } from '@org/payments-contract';
import type { AnyBehaviour } from '../engine/behaviour.ts';
import {
  approveAgentAction,
  createAgentTransferIn,
  createAgentTransferOut,
  rejectAgentAction,
} from './agent-transfers.ts';
import { updateAgent } from './agents.ts';
import { createBeneficialOwner } from './beneficial-owners.ts';
import { createCard } from './card-issue.ts';
import { simulateAuthorization, simulateClearing, simulateReturn } from './card-simulation.ts';
import { updateCard } from './cards.ts';
import {
  confirmEmail,
  confirmPhone,
  sendEmailCode,
  sendPhoneCode,
} from './contact-verification.ts';
import { createCredential, listCredentials, revokeCredential } from './credentials.ts';
import { createCustomer } from './customer-create.ts';
import { updateCustomer } from './customers.ts';
import { createAgent, createDeviceCode, getAgent, redeemDeviceCode } from './device-codes.ts';
import { listExchangeRates } from './exchange-rates.ts';
import { createExternalAccount, getExternalAccount } from './external-accounts.ts';
import { updateInternalAccount } from './internal-accounts.ts';
import { createKycLink } from './kyc-link.ts';
import { listCards, listDocuments, listInternalAccounts } from './lists.ts';
import { getCard, getCustomer, getTransaction, getVerification } from './reads.ts';
import { fundInternalAccount } from './sandbox-funds.ts';
import { listSessions, refreshSession, revokeSession } from './sessions.ts';
import { challengeCredential, verifyCredential } from './sign-in.ts';
import { listAgentTransactions, listTransactions, rejectTransaction } from './transactions.ts';
import { createTransferIn, createTransferOut } from './transfers.ts';
import { createVerification } from './verifications.ts';

/**
 * What the mock does for an operation. One that is not listed is routed and checked all the same,
 * and answers with the contract's example.
 */
export const behaviours: { readonly [Name in OperationName]?: AnyBehaviour } = {
  'agent.transactions.list': listAgentTransactions,
  'agent.transfers.createIn': createAgentTransferIn,
  'agent.transfers.createOut': createAgentTransferOut,
  'agents.approveAction': approveAgentAction,
  'agents.create': createAgent,
  'agents.createDeviceCode': createDeviceCode,
  'agents.get': getAgent,
  'agents.redeemDeviceCode': redeemDeviceCode,
  'agents.rejectAction': rejectAgentAction,
  'agents.update': updateAgent,
  'beneficialOwners.create': createBeneficialOwner,
  'cards.create': createCard,
  'cards.get': getCard,
  'cards.list': listCards,
  'cards.update': updateCard,
  'contactVerification.confirmEmail': confirmEmail,
  'contactVerification.confirmPhone': confirmPhone,
  'contactVerification.sendEmailCode': sendEmailCode,
  'contactVerification.sendPhoneCode': sendPhoneCode,
  'credentials.challenge': challengeCredential,
  'credentials.create': createCredential,
  'credentials.list': listCredentials,
  'credentials.revoke': revokeCredential,
  'credentials.verify': verifyCredential,
  'customers.create': createCustomer,
  'customers.createKycLink': createKycLink,
  'customers.get': getCustomer,
  'customers.update': updateCustomer,
  'documents.list': listDocuments,
  'exchangeRates.list': listExchangeRates,
  'externalAccounts.create': createExternalAccount,
  'externalAccounts.get': getExternalAccount,
  'internalAccounts.list': listInternalAccounts,
  'internalAccounts.update': updateInternalAccount,
  'sandbox.fundInternalAccount': fundInternalAccount,
  'sandbox.simulateAuthorization': simulateAuthorization,
  'sandbox.simulateClearing': simulateClearing,
  'sandbox.simulateReturn': simulateReturn,
  'sessions.list': listSessions,
  'sessions.refresh': refreshSession,
  'sessions.revoke': revokeSession,
  'transactions.get': getTransaction,
  'transactions.list': listTransactions,
  'transactions.reject': rejectTransaction,
  'transfers.createIn': createTransferIn,
  'transfers.createOut': createTransferOut,
  'verifications.create': createVerification,
  'verifications.get': getVerification,
};
