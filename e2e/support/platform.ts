import type { Customer, ExternalAccount, InternalAccount } from '@org/payments-contract';
import { generateClientKey, openSealedKey, type SessionKey } from '@org/payments-crypto';
import { createMock, type Mock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import { onTestFinished } from 'vitest';
import { recordingProxy, type WireRequest } from './recordings.ts';

/** A platform with one customer, over real HTTP and with every request recorded. */
export interface Platform {
  readonly mock: Mock;
  readonly payments: PaymentsClient;
  /** Requests since the last call of `forget`. */
  readonly wire: { readonly requests: readonly WireRequest[]; forget(): void };
  readonly customer: string;
  readonly account: string;
  readonly credential: string;
  readonly card: string;
}

/** Starts a platform; it is closed when the test ends. */
export async function startPlatform(): Promise<Platform> {
  const mock = createMock({ seed: 'flows', checkResponses: true });
  const customer = mock.add.customer({ email: 'ada@example.com' });
  const { account, credential } = mock.add.wallet({ customerId: customer.id });
  const card = mock.add.card({ cardholderId: customer.id });
  const server = await listen(mock, { port: 0 });
  const proxy = await recordingProxy(server);
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  const { tokenId, clientSecret } = server.connection;
  const payments = createPaymentsClient({ baseUrl: proxy.baseUrl, tokenId, clientSecret });
  let from = 0;
  const wire = {
    get requests() {
      return proxy.requests.slice(from);
    },
    forget() {
      from = proxy.requests.length;
    },
  };
  return {
    mock,
    payments,
    wire,
    customer: customer.id,
    account: account.id,
    credential: credential.id,
    card: card.id,
  };
}

/** A session of the platform's customer, and its key. */
export interface Session {
  readonly id: string;
  readonly sessionKey: SessionKey;
}

/** Signs the customer in by e-mail code. */
export async function signIn({ payments, mock, credential }: Platform): Promise<Session> {
  await payments.credentials.challenge({ id: credential });
  const clientKey = await generateClientKey();
  const { id, encryptedSessionSigningKey } = await payments.credentials.verify({
    id: credential,
    type: 'EMAIL_OTP',
    otp: mock.outbox.at(-1)?.code ?? '',
    clientPublicKey: clientKey.publicKey,
  });
  return { id, sessionKey: await openSealedKey(encryptedSessionSigningKey, clientKey) };
}

/** A platform with a customer who can pay, over real HTTP. */
interface PayingPlatform {
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
