import { type Examples, onePage } from '../../format/call-types.ts';
import type { Agent, AgentAction } from '../agents/schemas.ts';
import type { ExternalAccount } from '../external-accounts/schemas.ts';
import type { InternalAccount } from '../internal-accounts/schemas.ts';
import type { Quote } from '../quotes/schemas.ts';
import type { OutgoingTransaction } from '../transactions/schemas.ts';
import type * as actionOperations from './actions.ts';
import type * as externalAccountOperations from './external-accounts.ts';
import type * as internalAccountOperations from './internal-accounts.ts';
import type * as meOperations from './me.ts';
import type * as quoteOperations from './quotes.ts';
import type * as transactionOperations from './transactions.ts';
import type * as transferOperations from './transfers.ts';

const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const internal = { accountId: 'InternalAccount:40de' };
const external = { accountId: 'ExternalAccount:9d2f' };

function action(type: string, source: string, destination: string): AgentAction {
  return {
    id: 'AgentAction:3e5b',
    agentId: 'Agent:e811',
    customerId: 'Customer:91ab',
    platformCustomerId: 'ada',
    status: 'PENDING_APPROVAL',
    type,
    transferDetails: {
      amount: 10_00,
      currency: 'USD',
      sourceAccountId: source,
      destinationAccountId: destination,
    },
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
  };
}

const transaction: OutgoingTransaction = {
  id: 'Transaction:b0c4',
  status: 'PENDING',
  type: 'OUTGOING',
  source: { sourceType: 'ACCOUNT', ...internal, currency: 'USD' },
  destination: { destinationType: 'ACCOUNT', ...external, currency: 'USD' },
  sentAmount: { amount: 10_00, currency: usd },
  customerId: 'Customer:91ab',
  platformCustomerId: 'ada',
  agentId: 'Agent:e811',
  createdAt: '2026-01-05T09:00:00Z',
};

/** One example for each operation on transactions. */
export const transactions: Examples<typeof transactionOperations> = {
  list: { input: { status: 'PENDING', limit: 50 }, result: onePage(transaction) },
  get: { input: { transactionId: 'Transaction:b0c4' }, result: transaction },
};

/** One example for each operation on transfers. */
export const transfers: Examples<typeof transferOperations> = {
  createIn: {
    input: { source: external, destination: internal, amount: 10_00 },
    result: action('TRANSFER_IN', external.accountId, internal.accountId),
  },
  createOut: {
    input: { source: internal, destination: external, amount: 10_00 },
    result: action('TRANSFER_OUT', internal.accountId, external.accountId),
  },
};

const agent: Agent = {
  id: 'Agent:e811',
  name: 'Bookkeeper',
  customerId: 'Customer:91ab',
  isPaused: false,
  isConnected: true,
  policy: {
    permissions: ['VIEW_TRANSACTIONS', 'CREATE_TRANSFERS'],
    spendingLimits: { currency: 'USD', perTransactionLimit: 500_00 },
  },
  usage: { dailyTransactionCount: 1, dailySpend: 10_00, monthlySpend: 10_00 },
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/** The example of the agent itself. */
export const me: Examples<typeof meOperations> = { get: { input: {}, result: agent } };

const quote: Quote = {
  id: 'Quote:4c8e',
  status: 'PENDING',
  createdAt: '2026-01-05T09:00:00Z',
  expiresAt: '2026-01-05T09:05:00Z',
  source: { sourceType: 'ACCOUNT', ...internal, currency: 'USD' },
  destination: { destinationType: 'ACCOUNT', ...external, currency: 'USD' },
  sendingCurrency: usd,
  receivingCurrency: usd,
  totalSendingAmount: 10_00,
  totalReceivingAmount: 9_95,
  exchangeRate: 1,
  feesIncluded: 5,
  transactionId: 'Transaction:b0c4',
};

/** One example for each operation on quotes. */
export const quotes: Examples<typeof quoteOperations> = {
  create: {
    input: {
      source: { sourceType: 'ACCOUNT', ...internal },
      destination: { destinationType: 'ACCOUNT', ...external },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 10_00,
    },
    result: quote,
  },
  get: { input: { quoteId: 'Quote:4c8e' }, result: quote },
  execute: {
    input: { quoteId: 'Quote:4c8e' },
    result: {
      ...action('EXECUTE_QUOTE', internal.accountId, external.accountId),
      status: 'APPROVED',
    },
  },
};

const pending = action('TRANSFER_OUT', internal.accountId, external.accountId);

/** One example for each operation on actions. */
export const actions: Examples<typeof actionOperations> = {
  list: { input: { status: 'PENDING_APPROVAL' }, result: onePage(pending) },
  get: { input: { actionId: 'AgentAction:3e5b' }, result: pending },
};

const account: InternalAccount = {
  id: 'InternalAccount:40de',
  customerId: 'Customer:91ab',
  type: 'INTERNAL_FIAT',
  status: 'ACTIVE',
  balance: { amount: 12_50, currency: usd },
  totalBalance: { amount: 12_50, currency: usd },
  fundingPaymentInstructions: [],
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/** The example of the internal accounts. */
export const internalAccounts: Examples<typeof internalAccountOperations> = {
  list: { input: { currency: 'USD' }, result: onePage(account) },
};

const bankAccount: ExternalAccount = {
  id: 'ExternalAccount:9d2f',
  customerId: 'Customer:91ab',
  status: 'ACTIVE',
  currency: 'EUR',
  accountInfo: { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' },
};

/** One example for each operation on external accounts. */
export const externalAccounts: Examples<typeof externalAccountOperations> = {
  list: { input: { currency: 'EUR' }, result: onePage(bankAccount) },
  create: {
    input: {
      currency: 'EUR',
      accountInfo: {
        accountType: 'EUR_ACCOUNT',
        iban: 'DE89370400440532013000',
        beneficiary: { beneficiaryType: 'BUSINESS', legalName: 'Hopper GmbH' },
      },
    },
    result: bankAccount,
  },
  get: { input: { externalAccountId: 'ExternalAccount:9d2f' }, result: bankAccount },
  delete: { input: { externalAccountId: 'ExternalAccount:9d2f' }, result: undefined },
};
