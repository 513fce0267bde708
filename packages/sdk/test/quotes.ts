const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
/** The payload to sign of a quote that a wallet pays for. */
export const payload = '{"b":1, "quoteId":"Quote:1"}';

/** A quote that no wallet pays for. */
export const quote = {
  id: 'Quote:1',
  status: 'PENDING',
  createdAt: '2026-01-05T09:00:00Z',
  expiresAt: '2026-01-05T09:05:00Z',
  source: { sourceType: 'ACCOUNT', accountId: 'InternalAccount:1', currency: 'USD' },
  destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1', currency: 'USD' },
  sendingCurrency: usd,
  receivingCurrency: usd,
  totalSendingAmount: 100,
  totalReceivingAmount: 99,
  exchangeRate: 1,
  feesIncluded: 1,
  transactionId: 'Transaction:1',
};
/** The quote once it was executed. */
export const executed = { ...quote, status: 'PROCESSING' };
/** A quote that a wallet pays for. */
export const walletQuote = {
  ...quote,
  paymentInstructions: [
    { accountOrWalletInfo: { accountType: 'USD_ACCOUNT', accountNumber: '1' } },
    { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: payload } },
  ],
};
