import { type Examples, onePage } from '../../format/call-types.ts';
import type { ScaChallenge } from '../strong-authentication/challenge.ts';
import type * as operations from './operations.ts';
import type { OwnershipChallenge } from './ownership.ts';
import type * as platformOperations from './platform-operations.ts';
import type { ExternalAccount } from './schemas.ts';

const accountInfo = {
  accountType: 'EUR_ACCOUNT',
  iban: 'DE89370400440532013000',
  beneficiary: {
    beneficiaryType: 'INDIVIDUAL',
    fullName: 'Grace Hopper',
    countryOfResidence: 'DE',
  },
} as const;

const account: ExternalAccount = {
  id: 'ExternalAccount:9d2f',
  customerId: 'Customer:91ab',
  status: 'ACTIVE',
  currency: 'EUR',
  beneficiaryVerificationStatus: 'MATCHED',
  accountInfo: {
    accountType: 'EUR_ACCOUNT',
    iban: 'DE89370400440532013000',
    paymentRails: ['SEPA'],
  },
};
const { customerId: _customer, ...platformAccount } = account;
const input = { externalAccountId: 'ExternalAccount:9d2f' };

const challenge: OwnershipChallenge = {
  method: 'WALLET_SIGNATURE',
  messageToSign: 'I own this address. Nonce: 5c1e',
  expiresAt: '2026-01-05T09:15:00Z',
};

const scaChallenge: ScaChallenge = {
  id: 'ScaChallenge:9c4e',
  expiresAt: '2026-01-05T09:05:00Z',
  factor: 'SMS_OTP',
  availableFactors: ['SMS_OTP'],
};
const proof = { challengeId: 'ScaChallenge:9c4e', code: '123456' };

/** One example for each operation on accounts of customers. */
export const examples: Examples<typeof operations> = {
  list: { input: { customerId: 'Customer:91ab' }, result: onePage(account) },
  create: {
    input: { customerId: 'Customer:91ab', currency: 'EUR', accountInfo },
    result: account,
  },
  get: { input, result: account },
  delete: { input, result: undefined },
  challengeOwnership: { input: { ...input, method: 'WALLET_SIGNATURE' }, result: challenge },
  verifyOwnership: {
    input: { ...input, signature: 'H8Yk3n5cVQ' },
    result: account,
  },
  startTrust: { input, result: { scaChallenge } },
  confirmTrust: { input: { ...input, ...proof }, result: { trusted: true } },
  startUntrust: { input, result: { scaChallenge } },
  confirmUntrust: { input: { ...input, ...proof }, result: { trusted: false } },
};

/** One example for each operation on accounts of the platform. */
export const platformAccounts: Examples<typeof platformOperations> = {
  list: { input: { currency: 'EUR' }, result: onePage(platformAccount) },
  create: { input: { currency: 'EUR', accountInfo }, result: platformAccount },
  get: { input, result: platformAccount },
  delete: { input, result: undefined },
  challengeOwnership: { input: { ...input, method: 'WALLET_SIGNATURE' }, result: challenge },
  verifyOwnership: {
    input: { ...input, signature: 'H8Yk3n5cVQ' },
    result: platformAccount,
  },
};
