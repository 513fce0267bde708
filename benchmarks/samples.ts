import { exampleOf } from '@org/payments-contract/examples';

/** A card of about 600 bytes, as a service sends it. */
export const card = {
  ...(exampleOf('cards.get').result as object),
  fundingSources: Array.from({ length: 6 }, (_, index) => `InternalAccount:40de0000-${index}`),
  platformCardId: 'platform-card-0123456789',
  brand: 'VISA',
  expMonth: 12,
  expYear: 2030,
};

/** A payment out of an account. */
export const transfer = {
  input: {
    source: { accountId: 'InternalAccount:40de' },
    destination: { accountId: 'ExternalAccount:9d2f' },
    amount: 1000,
  },
  result: exampleOf('transfers.createOut').result,
} as const;

/** A page of 100 transactions of about 107 KB. */
export const transactions = {
  data: Array.from({ length: 100 }, (_, index) => ({
    ...(exampleOf('transactions.get').result as object),
    id: `Transaction:${index}`,
    description: 'An invoice that was paid, and what it was for. '.repeat(10),
    createdAt: '2026-01-05T09:00:00Z',
    updatedAt: '2026-01-05T09:00:00Z',
    counterpartyInformation: { name: 'Ada Lovelace', address: '12 St James Square, London' },
    rateDetails: {
      serviceApiMultiplier: 1.02,
      serviceApiFixedFee: 10,
      serviceApiVariableFeeRate: 0.003,
      serviceApiVariableFeeAmount: 30,
    },
  })),
  hasMore: true,
  nextCursor: 'MTAw',
  totalCount: 1_000,
};

/** The challenge of a signed change. */
export const challenge = {
  payloadToSign: JSON.stringify({ type: 'UPDATE_CARD', filler: 'x'.repeat(560) }),
  requestId: 'Request:0f8fad5b-d9cb-469f-a165-70867728950e',
  expiresAt: '2126-01-05T09:05:00Z',
};

/** Credentials of the mock in its own process. */
export const MOCK_CREDENTIALS = { tokenId: 'token', clientSecret: 'secret' } as const;

/** Their `Authorization` header. */
export const AUTHORIZATION = `Basic ${btoa('token:secret')}`;
