import type { Examples } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { PlatformConfig } from './schemas.ts';

const config: PlatformConfig = {
  id: 'PlatformConfig:5e0a',
  umaDomain: 'pay.example.com',
  webhookEndpoint: 'https://example.com/webhooks',
  supportedCurrencies: [
    {
      currencyCode: 'USD',
      minAmount: 100,
      maxAmount: 1_000_000_00,
      requiredCounterpartyFields: [{ name: 'FULL_NAME', mandatory: true }],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    },
  ],
  embeddedWalletConfig: { appName: 'Example Pay', otpLength: 6, expirationSeconds: 300 },
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  get: { input: {}, result: config },
  update: { input: { webhookEndpoint: 'https://example.com/webhooks' }, result: config },
};
