import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type * as receiverOperations from './receivers.ts';
import type { Quote, ReceiverLookup } from './schemas.ts';

const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const eur = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };

const quote: Quote = {
  id: 'Quote:4c8e',
  status: 'PENDING',
  createdAt: '2026-01-05T09:00:00Z',
  expiresAt: '2026-01-05T09:05:00Z',
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:40de', currency: 'USD' },
  destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:9d2f', currency: 'EUR' },
  sendingCurrency: usd,
  receivingCurrency: eur,
  totalSendingAmount: 100_00,
  totalReceivingAmount: 91_54,
  exchangeRate: 1.0869565,
  feesIncluded: 50,
  transactionId: 'Transaction:b0c4',
  paymentInstructions: [
    {
      accountOrWalletInfo: {
        accountType: 'EMBEDDED_WALLET',
        payloadToSign: '{"quoteId":"Quote:4c8e","timestampMs":"1767603600000"}',
      },
    },
  ],
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  create: {
    input: {
      source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:40de' },
      destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:9d2f' },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 100_00,
    },
    result: quote,
  },
  get: { input: { quoteId: 'Quote:4c8e' }, result: quote },
  execute: { input: { quoteId: 'Quote:4c8e' }, result: { ...quote, status: 'PROCESSING' } },
  authorize: {
    input: { quoteId: 'Quote:4c8e', code: '123456', endUserIpAddress: '203.0.113.7' },
    result: { ...quote, status: 'PROCESSING' },
  },
  resendAuthorizationCode: { input: { quoteId: 'Quote:4c8e' }, result: undefined },
  estimateWithdrawalFee: {
    input: {
      internalAccountId: 'InternalAccount:40de',
      currency: 'USDC',
      cryptoNetwork: 'SOLANA',
      amount: 25_000_000,
      destinationAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    },
    result: {
      networkFee: 5_000,
      networkFeeAsset: 'USDC',
      applicationFee: 100_000,
      totalFee: 105_000,
      netAmount: 24_895_000,
    },
  },
};

const lookup: ReceiverLookup = {
  lookupId: 'Lookup:2d5c',
  supportedCurrencies: [
    { currency: eur, estimatedExchangeRate: 1.0869565, min: 100, max: 1_000_000 },
  ],
  requiredPayerDataFields: [{ name: 'FULL_NAME', mandatory: true }],
};

/** One example for each operation that looks up a receiver. */
export const receivers: Examples<typeof receiverOperations> = {
  lookUpUma: {
    input: { receiverUmaAddress: '$grace@wallet.example.com', customerId: 'Customer:91ab' },
    result: { ...lookup, receiverUmaAddress: '$grace@wallet.example.com' },
  },
  lookUpExternalAccount: {
    input: { accountId: 'ExternalAccount:9d2f', customerId: 'Customer:91ab' },
    result: { ...lookup, accountId: 'ExternalAccount:9d2f' },
  },
};
