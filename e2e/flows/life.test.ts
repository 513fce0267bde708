import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateClientKey, openSealedKey } from '@org/payments-crypto';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient, type PaymentsClient } from '@org/payments-sdk';
import { createWebhookHandler, memoryStore } from '@org/payments-sdk/webhooks';
import { nodeHandler } from '@org/payments-sdk/webhooks/node';
import { expect, onTestFinished, test } from 'vitest';

const address = { line1: '1 Main Street', postalCode: '10001', country: 'US' };
const file = {
  content: new TextEncoder().encode('%PDF-1.7 a document'),
  fileName: 'paper.pdf',
  contentType: 'application/pdf',
};

const papers = [
  'CERTIFICATE_OF_INCORPORATION',
  'SHAREHOLDER_REGISTER',
  'DIRECTOR_REGISTRY',
  'TAX_RETURN',
  'UTILITY_BILL',
] as const;

/** Starts an empty mock over HTTP, and a webhook endpoint that the configuration names. */
async function startEmptyPlatform() {
  const mock = createMock({ seed: 'life', checkResponses: true });
  const server = await listen(mock, { port: 0 });
  const payments = createPaymentsClient(server.connection);
  const paid: string[] = [];
  const handler = createWebhookHandler({
    publicKeys: mock.webhooks.publicKey,
    store: memoryStore({ clock: mock.clock }),
    clock: mock.clock,
  }).on('OUTGOING_PAYMENT.COMPLETED', ({ data }) => {
    paid.push(data.id);
  });
  const endpoint = createServer(nodeHandler(handler));
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await server.close();
    endpoint.closeAllConnections();
    endpoint.close();
  });
  const { port } = endpoint.address() as AddressInfo;
  const webhookEndpoint = `http://127.0.0.1:${port}/webhooks`;
  await payments.config.update({ webhookEndpoint });
  return { mock, payments, paid };
}

type CustomerId = Awaited<ReturnType<PaymentsClient['customers']['create']>>['id'];

/** Returns the customer's account in a currency. */
async function accountIn(payments: PaymentsClient, customerId: CustomerId, currency: string) {
  const { data } = await payments.internalAccounts.list({ customerId, currency });
  const [account] = data;
  if (account === undefined) throw new Error(`${customerId} has no account in ${currency}.`);
  return account;
}

/** Pays 100.00 USD to a supplier in euros, and returns the customer's balance after it arrived. */
async function payOut(
  { payments, mock, paid }: Awaited<ReturnType<typeof startEmptyPlatform>>,
  customerId: CustomerId,
): Promise<number> {
  const { id: accountId } = await accountIn(payments, customerId, 'USD');
  await payments.sandbox.fundInternalAccount({ accountId, amount: 250_00 });
  const supplier = await payments.externalAccounts.create({
    customerId,
    currency: 'EUR',
    accountInfo: {
      accountType: 'EUR_ACCOUNT',
      iban: 'DE89370400440532013000',
      beneficiary: {
        beneficiaryType: 'INDIVIDUAL',
        fullName: 'Grace Hopper',
        countryOfResidence: 'DE',
      },
    },
  });
  const quote = await payments.quotes.create({
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: supplier.id },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 100_00,
  });
  await payments.quotes.execute({ quoteId: quote.id });
  const { transactionId } = quote;
  expect(await payments.transactions.get({ transactionId })).toMatchObject({
    status: 'COMPLETED',
    sentAmount: { amount: 100_00 },
    receivedAmount: { amount: quote.totalReceivingAmount },
  });
  await mock.webhooks.flush();
  expect(paid).toEqual([transactionId]);
  return (await accountIn(payments, customerId, 'USD')).balance.amount;
}

/** Signs the holder of a wallet in by the code that the service sends. */
async function signIn(payments: PaymentsClient, accountId: `InternalAccount:${string}`) {
  const { data } = await payments.credentials.list({ accountId });
  const [credential] = data;
  if (credential === undefined) throw new Error(`${accountId} has no credential.`);
  await payments.credentials.challenge({ id: credential.id });
  const clientKey = await generateClientKey();
  const { encryptedSessionSigningKey } = await payments.credentials.verify({
    id: credential.id,
    type: 'EMAIL_OTP',
    otp: '000000',
    clientPublicKey: clientKey.publicKey,
  });
  return openSealedKey(encryptedSessionSigningKey, clientKey);
}

/** Uses a card that the wallet pays for, and freezes it with the holder's signature. */
async function useCard(payments: PaymentsClient, cardholderId: CustomerId): Promise<void> {
  const wallet = await accountIn(payments, cardholderId, 'USDB');
  expect(wallet.type).toBe('EMBEDDED_WALLET');
  await payments.sandbox.fundInternalAccount({ accountId: wallet.id, amount: 50_000_000 });
  const { id } = await payments.cards.create({
    cardholderId,
    form: 'VIRTUAL',
    fundingSources: [wallet.id],
  });
  expect((await payments.cards.get({ id })).state).toBe('ACTIVE');
  const merchant = { descriptor: 'COFFEE SHOP' };
  const use = await payments.sandbox.simulateAuthorization({
    id,
    amount: 4_500_000,
    currency: { code: 'USDB' },
    merchant,
  });
  await payments.sandbox.simulateClearing({ id, cardTransactionId: use.id, amount: 4_500_000 });
  const stamper = await signIn(payments, wallet.id);
  expect((await payments.cards.update({ id, state: 'FROZEN' }, { stamper })).state).toBe('FROZEN');
  expect((await accountIn(payments, cardholderId, 'USDB')).balance.amount).toBe(45_500_000);
}

test('a business lives from creation to deletion over HTTP alone', async () => {
  const platform = await startEmptyPlatform();
  const { payments, mock } = platform;
  const { id: customerId } = await payments.customers.create({
    customerType: 'BUSINESS',
    email: 'engines@example.com',
    currencies: ['USD', 'USDB'],
    address,
    businessInfo: {
      legalName: 'Engines Ltd',
      country: 'US',
      incorporatedOn: '2001-02-03',
      taxId: '12-3456789',
      registrationNumber: '555',
      countriesOfOperation: ['US'],
    },
  });
  const { id: ownerId } = await payments.beneficialOwners.create({
    customerId,
    roles: ['CONTROL_PERSON', 'UBO'],
    ownershipPercentage: 100,
    personalInfo: {
      firstName: 'Ada',
      lastName: 'Byron',
      birthDate: '1990-12-10',
      nationality: 'GB',
      address,
      idType: 'NON_US_TAX_ID',
      identifier: 'QQ123456C',
      countryOfIssuance: 'GB',
    },
  });
  const first = await payments.verifications.create({ customerId });
  expect(first.verificationStatus).toBe('RESOLVE_ERRORS');
  for (const documentType of papers) {
    await payments.documents.create({
      documentHolder: customerId,
      documentType,
      country: 'US',
      file,
    });
  }
  for (const documentType of ['PASSPORT', 'NATIONAL_ID'] as const) {
    await payments.documents.create({ documentHolder: ownerId, documentType, country: 'GB', file });
  }
  const second = await payments.verifications.create({ customerId });
  expect(second).toMatchObject({ verificationStatus: 'IN_PROGRESS', errors: [] });
  mock.clock.advance({ minutes: 1 });
  expect(await payOut(platform, customerId)).toBe(150_00);
  await useCard(payments, customerId);
  expect((await payments.customers.delete({ customerId })).isDeleted).toBe(true);
});
