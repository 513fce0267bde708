import { type NamedOperation, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createAgentClient, createPaymentsClient, type FetchFunction } from '../src/index.ts';
import { EagerClock } from './fake-clock.ts';

/** An operation of the contract with the parts of its example, whatever it is. */
export interface AnyOperation extends NamedOperation {
  readonly input: Readonly<Record<string, unknown>>;
  readonly result: unknown;
}

/** Every operation of the contract, those that are added later too. */
export const anyOperations: readonly AnyOperation[] = operations().map((operation) => {
  const { input, result } = exampleOf(operation.name);
  return { ...operation, input: input as AnyOperation['input'], result };
});

type Method = (input: unknown) => Promise<unknown>;

/** Returns the method of an operation, of a client whose requests a function responds to. */
export function methodOf({ name }: NamedOperation, fetch: FetchFunction): Method {
  const shared = {
    baseUrl: 'https://api.example.com/2025-10-13',
    fetch,
    clock: new EagerClock(),
    stamper: { stamp: async () => 'stamp' },
  } as const;
  const path = name.split('.');
  const client: unknown =
    path[0] === 'agent'
      ? { agent: createAgentClient({ ...shared, accessToken: 'token' }) }
      : createPaymentsClient({ ...shared, tokenId: 'token', clientSecret: 'secret' });
  return path.reduce((value, part) => (value as never)[part], client) as Method;
}

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
