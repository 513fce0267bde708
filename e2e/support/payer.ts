import type { Customer, ExternalAccount, InternalAccount } from '@org/payments-contract';
import { createMock, type Mock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import { onTestFinished } from 'vitest';
import { recordFlow } from './record-flow.ts';

/** A platform with a customer who can pay, over real HTTP. */
export interface PayingPlatform {
  readonly mock: Mock;
  readonly payments: PaymentsClient;
  readonly customer: Customer;
  /** 1,000.00 USD. */
  readonly account: InternalAccount;
  /** In EUR. */
  readonly external: ExternalAccount;
}

/** Starts the platform; it is closed when the test ends. */
export async function startPayingPlatform(): Promise<PayingPlatform> {
  const mock = createMock({ seed: 'flows', checkResponses: true });
  recordFlow(mock);
  const customer = mock.add.customer({ umaAddress: '$ada@platform.example.com' });
  const customerId = customer.id;
  const account = mock.add.internalAccount({ customerId, available: 100_000 });
  const external = mock.add.externalAccount({ customerId, currency: 'EUR' });
  const server = await listen(mock, { port: 0 });
  onTestFinished(() => server.close());
  return { mock, payments: createPaymentsClient(server.connection), customer, account, external };
}

/** The input of a quote for 100.00 USD between two accounts. */
export function quoteInput(accountId: string, externalAccountId: string) {
  return {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: externalAccountId },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_00,
  } as const;
}
