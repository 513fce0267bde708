import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import type { Part } from './table.ts';

const expected = {
  webhook: 200,
  'a repeated webhook': 409,
  'a webhook with another body': 401,
  'a call': 200,
  'a call without a user': 401,
};

/** Starts the service, with a customer whose wallet the relay finds. */
export async function prepareQuestions() {
  const mock = createMock();
  const service = await listen(mock);
  const { account } = mock.add.wallet();
  const { publicKey, privateKey } = await generateWebhookKeys();
  const { baseUrl, tokenId, clientSecret } = service.connection;
  return {
    /** The variables with which a host finds the service. */
    env: {
      PAYMENTS_BASE_URL: baseUrl,
      PAYMENTS_TOKEN_ID: tokenId,
      PAYMENTS_CLIENT_SECRET: clientSecret,
      PAYMENTS_WEBHOOK_PUBLIC_KEY: publicKey,
      RELAY_SECRET: crypto.randomUUID() + crypto.randomUUID(),
      CUSTOMER_ID: String(account.customerId),
    },
    /** Sends webhooks and calls of a wallet. Throws if a response is another than documented. */
    async ask(addresses: Readonly<Record<Part, string>>) {
      const { body, headers } = await signEvent({ type: 'TEST' }, privateKey);
      const deliver = async (sent: string) => {
        const init = { method: 'POST', headers, body: sent };
        return (await fetch(`${addresses.webhooks}/webhooks`, init)).status;
      };
      const call = (cookie: string) => {
        const given = { origin: 'https://app.example.com', 'content-type': 'application/json' };
        const init = { method: 'POST', headers: { ...given, cookie }, body: '{}' };
        return fetch(`${addresses.relay}/api/wallet/v1/account`, init);
      };
      const account200 = await call('session=ada');
      const found: typeof expected = {
        webhook: await deliver(body),
        'a repeated webhook': await deliver(body),
        'a webhook with another body': await deliver(body.replace('TEST', 'TESS')),
        'a call': account200.status,
        'a call without a user': (await call('')).status,
      };
      const text = await account200.text();
      if (JSON.stringify(found) !== JSON.stringify(expected) || !text.includes(account.id)) {
        throw new Error(`${JSON.stringify(found)}\n${text}`);
      }
    },
    close: () => service.close(),
  };
}

/** A service behind a host, and what is sent to the host. */
export type Questions = Awaited<ReturnType<typeof prepareQuestions>>;
