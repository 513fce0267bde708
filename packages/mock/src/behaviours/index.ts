import type { OperationName } from '@org/payments-contract';
import type { AnyBehaviour } from '../engine/behaviour.ts';
import { updateAgent } from './agents.ts';
import { updateCard } from './cards.ts';
import { challengeCredential, createCredential, verifyCredential } from './credentials.ts';
import { updateCustomer } from './customers.ts';
import { listDocuments } from './documents.ts';
import { updateInternalAccount } from './internal-accounts.ts';
import { createKycLink } from './kyc-link.ts';
import { refreshSession } from './sessions.ts';
import { listAgentTransactions, rejectTransaction } from './transactions.ts';
import { createVerification } from './verifications.ts';

/**
 * What the mock does for an operation. One that is not listed is routed and checked all the same,
 * and answers with the contract's example.
 */
export const behaviours: { readonly [Name in OperationName]?: AnyBehaviour } = {
  'agent.transactions.list': listAgentTransactions,
  'agents.update': updateAgent,
  'cards.update': updateCard,
  'credentials.challenge': challengeCredential,
  'credentials.create': createCredential,
  'credentials.verify': verifyCredential,
  'customers.createKycLink': createKycLink,
  'customers.update': updateCustomer,
  'documents.list': listDocuments,
  'internalAccounts.update': updateInternalAccount,
  'sessions.refresh': refreshSession,
  'transactions.reject': rejectTransaction,
  'verifications.create': createVerification,
};
