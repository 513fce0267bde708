import type { OperationName } from '@org/payments-contract';
import type { AnyBehaviour } from '../engine/behaviour.ts';
import { updateAgent } from './agents.ts';
import { updateCard } from './cards.ts';
import { createCredential, listCredentials, revokeCredential } from './credentials.ts';
import { updateCustomer } from './customers.ts';
import { updateInternalAccount } from './internal-accounts.ts';
import { createKycLink } from './kyc-link.ts';
import { listCards, listDocuments, listInternalAccounts } from './lists.ts';
import { getCard, getCustomer, getTransaction, getVerification } from './reads.ts';
import { listSessions, refreshSession, revokeSession } from './sessions.ts';
import { challengeCredential, verifyCredential } from './sign-in.ts';
import { listAgentTransactions, listTransactions, rejectTransaction } from './transactions.ts';
import { createVerification } from './verifications.ts';

/**
 * What the mock does for an operation. One that is not listed is routed and checked all the same,
 * and answers with the contract's example.
 */
export const behaviours: { readonly [Name in OperationName]?: AnyBehaviour } = {
  'agent.transactions.list': listAgentTransactions,
  'agents.update': updateAgent,
  'cards.get': getCard,
  'cards.list': listCards,
  'cards.update': updateCard,
  'credentials.challenge': challengeCredential,
  'credentials.create': createCredential,
  'credentials.list': listCredentials,
  'credentials.revoke': revokeCredential,
  'credentials.verify': verifyCredential,
  'customers.createKycLink': createKycLink,
  'customers.get': getCustomer,
  'customers.update': updateCustomer,
  'documents.list': listDocuments,
  'internalAccounts.list': listInternalAccounts,
  'internalAccounts.update': updateInternalAccount,
  'sessions.list': listSessions,
  'sessions.refresh': refreshSession,
  'sessions.revoke': revokeSession,
  'transactions.get': getTransaction,
  'transactions.list': listTransactions,
  'transactions.reject': rejectTransaction,
  'verifications.create': createVerification,
  'verifications.get': getVerification,
};
