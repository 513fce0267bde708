import { IDEMPOTENCY_KEY_HEADER } from '@org/payments-contract';
import { describe, expect, test } from 'vitest';
import { executed, payload, quote, walletQuote } from '../../../test/any-operation.ts';
import { EagerClock, FakeClock } from '../../../test/fake-clock.ts';
import {
  BASE_URL,
  json,
  networkError,
  refusal,
  scriptedClient,
  scriptedService,
} from '../../../test/scripted-service.ts';
import { hangingStamper, stamper } from '../../../test/stampers.ts';
import { thrown } from '../../../test/thrown.ts';
import { createAgentClient } from '../../client/agent-client.ts';
import { SignatureRequiredError } from '../../errors/caller-errors.ts';

const input = { quoteId: 'Quote:1' } as const;

describe('inline signing', () => {
  test('reads the payload, stamps it and sends once, with the stamp and a key', async () => {
    const signer = stamper();
    const { payments, received } = scriptedClient([json(200, walletQuote), json(200, executed)]);
    const result = await payments.quotes.execute(input, { stamper: signer });
    expect(result.status).toBe('PROCESSING');
    expect(signer.payloads).toEqual([payload]);
    expect(received.map(({ method, url }) => `${method} ${url.slice(BASE_URL.length)}`)).toEqual([
      'GET /quotes/Quote:1',
      'POST /quotes/Quote:1/execute',
    ]);
    const [read, sent] = received;
    expect(read?.headers.has('idempotency-key')).toBe(false);
    expect(sent?.body).toBe('');
    expect(sent?.headers.get('service-wallet-signature')).toBe('stamp-1');
    expect(sent?.headers.has('request-id')).toBe(false);
    expect(sent?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('a quote that is not paid from a wallet is executed without a stamper and a stamp', async () => {
    const signer = stamper();
    const script = [json(200, quote), json(200, executed), json(200, quote), json(200, executed)];
    const { payments, received } = scriptedClient(script);
    await payments.quotes.execute(input);
    await payments.quotes.execute(input, { stamper: signer });
    expect(signer.payloads).toEqual([]);
    for (const { headers } of received) expect(headers.has('service-wallet-signature')).toBe(false);
  });

  test('without a stamper, a quote paid from a wallet throws SignatureRequiredError and is not executed', async () => {
    const { payments, received } = scriptedClient([json(200, walletQuote)]);
    const error = await thrown(payments.quotes.execute(input));
    expect(error).toBeInstanceOf(SignatureRequiredError);
    const expected = { payloadToSign: payload, expiresAt: quote.expiresAt };
    expect((error as SignatureRequiredError).challenge).toEqual(expected);
    expect(received.map(({ method }) => method)).toEqual(['GET']);
  });

  test('a repeated attempt carries the same stamp and the same key, and nothing is stamped again', async () => {
    const signer = stamper();
    const { payments, received } = scriptedClient([
      json(200, walletQuote),
      networkError('ECONNRESET'),
      refusal(503, 'SERVICE_UNAVAILABLE'),
      json(200, executed),
    ]);
    await payments.quotes.execute(input, { stamper: signer, idempotencyKey: 'mine' });
    const [, ...sent] = received;
    expect(sent).toHaveLength(3);
    for (const { headers } of sent) {
      expect(headers.get('service-wallet-signature')).toBe('stamp-1');
      expect(headers.get('idempotency-key')).toBe('mine');
    }
    expect(signer.payloads).toHaveLength(1);
  });

  test.each([
    ['its quote expires', '2026-01-05T09:00:30Z', 30_000],
    ['five minutes, if it seems to have expired', '2026-01-05T08:59:00Z', 300_000],
    ['five minutes, if its time cannot be read', 'soon', 300_000],
  ])('a stamper that never settles is abandoned after %s', async (_what, expiresAt, limit) => {
    const clock = new FakeClock();
    const { payments, received } = scriptedClient([json(200, { ...walletQuote, expiresAt })], {
      clock,
    });
    const signer = hangingStamper();
    const call = thrown(payments.quotes.execute(input, { stamper: signer }));
    await signer.asked;
    expect(clock.delays.at(-1)).toBe(limit);
    clock.advance(limit);
    expect(await call).toMatchObject({ code: 'CHALLENGE_EXPIRED' });
    expect([received.length, clock.pending]).toEqual([1, 0]);
  });

  test('an idempotency key that cannot be sent is refused before anybody signs', async () => {
    const signer = stamper();
    const { payments, received } = scriptedClient([]);
    const call = payments.quotes.execute(input, { stamper: signer, idempotencyKey: 'a\nb' });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect([received.length, signer.payloads.length]).toEqual([0, 0]);
  });

  test('a 202 response is an unknown outcome, and its payload is not signed', async () => {
    const challenge = {
      payloadToSign: 'other',
      requestId: 'Request:1',
      expiresAt: quote.expiresAt,
    };
    const signer = stamper();
    const { payments } = scriptedClient([json(200, walletQuote), json(202, challenge)]);
    const call = payments.quotes.execute(input, { stamper: signer });
    await expect(call).rejects.toMatchObject({ name: 'OutcomeUnknownError' });
    expect(signer.payloads).toEqual([payload]);
  });

  test('an agent executes a quote of its customer in the same way', async () => {
    const action = {
      id: 'AgentAction:1',
      agentId: 'Agent:1',
      customerId: 'Customer:1',
      platformCustomerId: 'ada',
      status: 'APPROVED',
      type: 'EXECUTE_QUOTE',
      createdAt: quote.createdAt,
      updatedAt: quote.createdAt,
    };
    const service = scriptedService(json(200, walletQuote), json(200, action));
    const agent = createAgentClient({
      baseUrl: BASE_URL,
      accessToken: 'agent-token',
      fetch: service.fetch,
      clock: new EagerClock(),
    });
    const signer = stamper();
    await agent.quotes.execute(input, { stamper: signer });
    const [read, sent] = service.received;
    expect(read?.url).toBe(`${BASE_URL}/agents/me/quotes/Quote:1`);
    expect(sent?.headers.get('service-wallet-signature')).toBe('stamp-1');
    expect(sent?.headers.get('authorization')).toBe('Bearer agent-token');
  });
});

describe('the two steps of an inline signature', () => {
  test('the step carries the payload and the key, has no request id, and is completed elsewhere', async () => {
    const begun = scriptedClient([json(200, walletQuote)]);
    const step = await begun.payments.quotes.execute.begin(input);
    if (step.status !== 'challenge') throw new Error('Expected a step to sign.');
    expect(step).toMatchObject({ payloadToSign: payload, expiresAt: quote.expiresAt });
    expect(step.requestId).toBeUndefined();
    const text = JSON.stringify(step);
    expect(JSON.parse(text)).not.toHaveProperty('requestId');

    const script = [networkError('ECONNRESET'), json(200, executed)];
    const { payments, received } = scriptedClient(script);
    await expect(payments.quotes.execute.complete(text, 'stamp')).resolves.toEqual(executed);
    const keys = received.map(({ headers }) => headers.get('idempotency-key'));
    const { headers } = JSON.parse(text) as { headers: Record<string, string> };
    expect(keys).toEqual([headers[IDEMPOTENCY_KEY_HEADER], headers[IDEMPOTENCY_KEY_HEADER]]);
    for (const { headers: sent } of received) {
      expect(sent.get('service-wallet-signature')).toBe('stamp');
      expect(sent.has('request-id')).toBe(false);
    }
  });

  test('begin executes a quote that does not need a signature', async () => {
    const { payments, received } = scriptedClient([json(200, quote), json(200, executed)]);
    const step = await payments.quotes.execute.begin(input);
    expect(step).toEqual({ status: 'done', result: executed });
    expect(received).toHaveLength(2);
  });

  test('a step with a request id is refused for an inline signature', async () => {
    const { payments } = scriptedClient([json(200, walletQuote)]);
    const step = await payments.quotes.execute.begin(input);
    if (step.status !== 'challenge') throw new Error('Expected a step to sign.');
    const forged = { ...step.toJSON(), requestId: 'Request:1' };
    const call = payments.quotes.execute.complete(forged, 'stamp');
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
