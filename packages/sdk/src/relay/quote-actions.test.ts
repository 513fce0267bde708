import { expect, test } from 'vitest';
import { callRelay, ORIGIN, SECRET, textField, userOfCookie } from '../../test/relay/call-relay.ts';
import { fakePlatform } from '../../test/relay/fake-platform.ts';
import { json } from '../../test/scripted-service.ts';
import { createWalletRelay } from './create-wallet-relay.ts';

const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
const payload = '{"quoteId":"Quote:ada"}';

function quote(owner: 'ada' | 'eve') {
  return {
    id: `Quote:${owner}`,
    status: 'PENDING',
    createdAt: '2026-01-05T09:00:00Z',
    expiresAt: '2026-01-05T09:05:00Z',
    source: { sourceType: 'ACCOUNT', accountId: `InternalAccount:${owner}`, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId: 'ExternalAccount:1', currency: 'USD' },
    sendingCurrency: usd,
    receivingCurrency: usd,
    totalSendingAmount: 100,
    totalReceivingAmount: 99,
    exchangeRate: 1,
    feesIncluded: 1,
    transactionId: 'Transaction:1',
    paymentInstructions: [
      { accountOrWalletInfo: { accountType: 'EMBEDDED_WALLET', payloadToSign: payload } },
    ],
  };
}

function relayWithPay() {
  const platform = fakePlatform({
    'GET /quotes/Quote:ada': () => json(200, quote('ada')),
    'GET /quotes/Quote:eve': () => json(200, quote('eve')),
    'POST /quotes/Quote:ada/execute': () => json(200, { ...quote('ada'), status: 'PROCESSING' }),
  });
  const { payments, clock } = platform;
  const relay = createWalletRelay(payments, {
    secret: SECRET,
    origins: [ORIGIN],
    authenticate: userOfCookie,
    clock,
    actions: {
      pay: {
        input: textField('quoteId'),
        run: ({ input }) => payments.quotes.execute.begin({ quoteId: input.quoteId }),
      },
    },
  });
  return { ...platform, relay };
}

test("an action pays from the wallet: the browser stamps the quote's payload, and the payment is sent once", async () => {
  const { relay, writes } = relayWithPay();
  const input = { quoteId: 'Quote:ada' };
  const begun = await callRelay(relay, 'actionBegin', { action: 'pay', input });
  expect(begun).toMatchObject({
    status: 200,
    body: { status: 'challenge', payloadToSign: payload, requestId: '/quotes/Quote:ada/execute' },
  });
  expect(writes()).toEqual([]);
  const { ticket } = begun.body as unknown as { ticket: string };
  const done = await callRelay(relay, 'actionComplete', { ticket, stamp: 'the-stamp' });
  expect(done).toMatchObject({ status: 200, body: { result: { status: 'PROCESSING' } } });
  const [sent] = writes();
  expect(sent?.headers.get('service-wallet-signature')).toBe('the-stamp');
  expect(sent?.headers.has('request-id')).toBe(false);
  expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
});

test("another user's quote is refused before anything is signed", async () => {
  const { relay, writes } = relayWithPay();
  const input = { quoteId: 'Quote:eve' };
  const begun = await callRelay(relay, 'actionBegin', { action: 'pay', input });
  expect(begun.status).toBe(403);
  const unknown = await callRelay(relay, 'actionBegin', {
    action: 'pay',
    input: { quoteId: 'Quote:none' },
  });
  expect(unknown.status).toBe(403);
  expect(writes()).toEqual([]);
});
