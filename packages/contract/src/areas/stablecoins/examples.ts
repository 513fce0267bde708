import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type * as providerRows from './provider-accounts.ts';
import type { Stablecoin, StablecoinOperation, StablecoinProviderAccount } from './schemas.ts';

const createdAt = '2026-01-05T09:00:00Z';

const account: StablecoinProviderAccount = {
  id: 'StablecoinProviderAccount:2c7d',
  provider: 'example-issuer',
  providerAccountId: 'acct-4410',
  providerEnvironment: 'SANDBOX',
  status: 'ACTIVE',
  lastVerifiedAt: createdAt,
  createdAt,
  updatedAt: createdAt,
};

const token = {
  providerTokenIdentifier: 'token-usdb',
  networkTokenIdentifier: 'btkn1qusdb',
  network: 'SPARK',
} as const;

const stablecoin: Stablecoin = {
  id: 'Stablecoin:6e1f',
  name: 'Example Dollar',
  symbol: 'USDB',
  baseCurrency: 'USD',
  decimals: 6,
  issuanceStatus: 'PROVISIONED',
  serviceOperationsStatus: 'ENABLED',
  currency: 'USDB',
  ...token,
  provider: account.provider,
  providerEnvironment: 'SANDBOX',
  stablecoinProviderAccountId: account.id,
  createdAt,
  updatedAt: createdAt,
};

const minted: StablecoinOperation = {
  id: 'StablecoinOperation:b3a8',
  stablecoinId: stablecoin.id,
  operationType: 'MINT',
  status: 'PROCESSING',
  amount: '25000000',
  provider: account.provider,
  providerEnvironment: 'SANDBOX',
  stablecoinProviderAccountId: account.id,
  source: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: 'InternalAccount:40de' },
  destination: { accountId: 'InternalAccount:77aa' },
  createdAt,
  updatedAt: createdAt,
};

const burned: StablecoinOperation = {
  ...minted,
  id: 'StablecoinOperation:c90d',
  operationType: 'BURN',
  amount: '10000000',
  source: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: 'InternalAccount:77aa' },
  destination: { accountId: 'ExternalAccount:9d2f', rail: 'ACH_CREDIT' },
  estimatedDelivery: { rail: 'ACH_CREDIT', amount: '1000', currency: 'USD' },
};

const stablecoinId = stablecoin.id;

/** One example for each operation on stablecoins. */
export const examples: Examples<typeof operations> = {
  list: { input: { provider: 'example-issuer' }, result: onePage(stablecoin) },
  register: { input: { idempotencyKey: 'register-usdb', ...token }, result: stablecoin },
  get: { input: { stablecoinId }, result: stablecoin },
  mint: {
    input: {
      idempotencyKey: 'mint-2026-01-05',
      stablecoinId,
      amount: '25000000',
      fundingSource: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: 'InternalAccount:40de' },
      destination: { accountId: 'InternalAccount:77aa' },
    },
    result: minted,
  },
  burn: {
    input: {
      idempotencyKey: 'burn-2026-01-05',
      stablecoinId,
      amount: '10000000',
      source: { type: 'SERVICE_INTERNAL_ACCOUNT', accountId: 'InternalAccount:77aa' },
      destination: {
        type: 'EXTERNAL_ACCOUNT',
        externalAccountId: 'ExternalAccount:9d2f',
        rail: 'ACH_CREDIT',
      },
    },
    result: burned,
  },
  listOperations: { input: { stablecoinId, operationType: 'MINT' }, result: onePage(minted) },
  getOperation: { input: { stablecoinOperationId: burned.id }, result: burned },
};

/** One example for each operation on linked accounts of providers. */
export const stablecoinProviderAccounts: Examples<typeof providerRows> = {
  list: { input: { status: 'ACTIVE' }, result: onePage(account) },
  link: {
    input: {
      idempotencyKey: 'link-4410',
      provider: 'example-issuer',
      apiClientId: 'client-4410',
      apiClientSecret: 'secret-c41f',
    },
    result: account,
  },
  get: { input: { stablecoinProviderAccountId: account.id }, result: account },
};
