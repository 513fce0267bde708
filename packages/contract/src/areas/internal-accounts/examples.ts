import { type Examples, onePage } from '../../format/call-types.ts';
import type * as operations from './operations.ts';
import type { InternalAccount } from './schemas.ts';

const balance = {
  amount: 12_50,
  currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 },
};

const account: InternalAccount = {
  id: 'InternalAccount:40de',
  customerId: 'Customer:91ab',
  type: 'EMBEDDED_WALLET',
  status: 'ACTIVE',
  balance,
  totalBalance: balance,
  fundingPaymentInstructions: [],
  privateEnabled: true,
  createdAt: '2026-01-05T09:00:00Z',
  updatedAt: '2026-01-06T09:00:00Z',
};

/** One example for each operation of the area. */
export const examples: Examples<typeof operations> = {
  update: { input: { id: 'InternalAccount:40de', privateEnabled: true }, result: account },
  listPlatform: {
    input: { currency: 'USD' },
    result: {
      data: [
        {
          id: 'InternalAccount:77aa',
          type: 'INTERNAL_FIAT',
          status: 'ACTIVE',
          balance,
          totalBalance: balance,
          fundingPaymentInstructions: [],
          createdAt: '2026-01-05T09:00:00Z',
          updatedAt: '2026-01-06T09:00:00Z',
        },
      ],
    },
  },
  export: {
    input: {
      id: 'InternalAccount:40de',
      clientPublicKey: `04${'6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'}${'4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'}`,
    },
    result: {
      id: 'InternalAccount:40de',
      encryptedWalletCredentials:
        '{"version":"v1.0.0","data":"7b22656e6361707065645075626c6963223a2230342e2e2e227d","dataSignature":"","enclaveQuorumPublic":""}',
    },
  },
  list: { input: { customerId: 'Customer:91ab' }, result: onePage(account) },
};
