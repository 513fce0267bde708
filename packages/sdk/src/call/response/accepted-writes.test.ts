import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { json, kycLink as link, scriptedClient } from '../../../test/scripted-service.ts';
import { ContractError, OutcomeUnknownError } from '../../errors/network-errors.ts';
import type { DriftReport } from '../options.ts';

const customer = { customerId: 'Customer:1' };
const transaction = { transactionId: 'Transaction:1' };
const publicKey = `04${'a'.repeat(128)}`;

function body(text: string, status = 200): Response {
  return new Response(text, { status, headers: { 'content-type': 'application/json' } });
}

async function failure(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.each(['strict', 'warn', 'off'] as const)('an accepted write, validate: %s', (validate) => {
  test.each([
    ['a missing field', { kycUrl: link.kycUrl }],
    ['a field that is null', { ...link, provider: null }],
    ['a field of another kind', { ...link, expiresAt: 7 }],
  ])('reaches the caller with %s', async (_what, value) => {
    const onDrift = vi.fn<(report: DriftReport) => void>();
    const { payments } = scriptedClient([json(200, value)], { validate, onDrift });
    const { data, response } = await payments.customers.createKycLink(customer).withResponse();
    expect(data).toEqual(value);
    expect(response.drift.length > 0).toBe(validate !== 'off');
    expect(onDrift).toHaveBeenCalledTimes(validate === 'off' ? 0 : 1);
  });

  test('is an error with the whole response where a known integer would be rounded', async () => {
    const amount = '{"amount":9007199254740993,"currency":{"code":"USD","decimals":2}}';
    const text = `{"id":"Transaction:1","status":"REJECTED","type":"INCOMING","receivedAmount":${amount},"customerId":"Customer:1","platformCustomerId":"p","destination":{"destinationType":"ACCOUNT","accountId":"InternalAccount:1","currency":"USD"}}`;
    const response = new Response(text, {
      headers: { 'content-type': 'application/json', 'request-id': 'Request:7' },
    });
    const { payments } = scriptedClient([response], { validate });
    const error = await failure(payments.transactions.reject(transaction));
    expect(error).toBeInstanceOf(ContractError);
    expect(error).toMatchObject({
      accepted: true,
      status: 200,
      resourceId: 'Transaction:1',
      requestId: 'Request:7',
      drift: [{ path: 'receivedAmount.amount' }],
    });
    expect((error as ContractError).rawText()).toBe(text);
  });
});

describe('an accepted write whose response is not JSON', () => {
  test.each([
    [
      'a page of HTML',
      new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      '<html>',
    ],
    ['half a body', body('{"kycUrl":"https://secret'), '{"kycUrl":"https://secret'],
  ])('%s: the error carries text, status and the generated key', async (_what, response, text) => {
    const { payments, received } = scriptedClient([response], { retry: 0 });
    const error = await failure(payments.customers.createKycLink(customer));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    const key = received[0]?.headers.get('idempotency-key');
    expect(error).toMatchObject({ status: 200, idempotencyKey: key, retryable: true });
    expect((error as OutcomeUnknownError).rawText()).toBe(text);
    const shown = inspect(error, { depth: 9, showHidden: true, getters: true });
    expect(shown + JSON.stringify(error)).not.toContain('secret');
  });
});

describe('an accepted write whose response differs in its head', () => {
  const text = JSON.stringify(link);
  test.each([
    ['has no content type', new Response(new TextEncoder().encode(text))],
    ['is text/plain', new Response(text, { headers: { 'content-type': 'text/plain' } })],
    ['is 202', json(202, link)],
  ])('%s: its value reaches the caller, with drift', async (_what, response) => {
    const onDrift = vi.fn<(report: DriftReport) => void>();
    const { payments, received } = scriptedClient([response], { onDrift });
    await expect(payments.customers.createKycLink(customer)).resolves.toEqual(link);
    expect(onDrift.mock.calls[0]?.[0].drift[0]).toMatchObject({ kind: 'mismatch', path: '' });
    expect(received).toHaveLength(1);
  });
});

describe('a session key that is returned only once', () => {
  const opened = { id: 'Session:1', encryptedSessionSigningKey: 'sealed' };
  const input = {
    id: 'AuthMethod:1',
    type: 'EMAIL_OTP',
    otp: '1',
    clientPublicKey: publicKey,
  } as const;

  test('is returned by credentials.verify, whatever else is missing', async () => {
    const { payments } = scriptedClient([json(200, opened)]);
    const session = await payments.credentials.verify(input);
    expect(session).toMatchObject({ encryptedSessionSigningKey: 'sealed' });
  });
});

test('a read whose response has no more than its request is read, and reported as drift', async () => {
  const onDrift = vi.fn<(report: DriftReport) => void>();
  const { payments } = scriptedClient([json(200, { id: 'Card:1' })], { onDrift, validate: 'warn' });
  await expect(payments.cards.get({ id: 'Card:1' })).resolves.toEqual({ id: 'Card:1' });
  expect(onDrift).toHaveBeenCalledOnce();
});
