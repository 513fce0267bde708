import { type Clock, systemClock } from '@org/payments-contract/internal';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import {
  BASE_URL,
  json,
  kycLink as link,
  networkError,
  refusal,
  reportingClient,
  scriptedClient,
  scriptedService,
} from '../../../test/scripted-service.ts';
import { thrown } from '../../../test/thrown.ts';
import { createPaymentsClient } from '../../client/payments-client.ts';
import { AbortedError } from '../../errors/caller-errors.ts';
import { ConnectionError, TimeoutError } from '../../errors/network-errors.ts';

const page = { data: [], hasMore: false };
const transaction = { transactionId: 'Transaction:1' };

describe('a failed request', () => {
  test.each([
    ['a reset connection', networkError('ECONNRESET')],
    ['408', refusal(408, 'REQUEST_TIMEOUT')],
    ['429', refusal(429, 'RATE_LIMITED')],
    ['503', refusal(503, 'SERVICE_UNAVAILABLE')],
    ['a page of HTML with 502', new Response('<html>', { status: 502 })],
    ['504 without a body', new Response(null, { status: 504 })],
  ])('is sent again: a read after %s', async (_what, failure) => {
    const { payments, received } = scriptedClient([failure, json(200, page)]);
    await expect(payments.documents.list()).resolves.toEqual(page);
    expect(received).toHaveLength(2);
  });

  test.each([
    ['400 of a code that is final', refusal(400, 'INVALID_INPUT')],
    ['409', refusal(409, 'CONFLICT')],
    ['429 for a used-up day', refusal(429, 'DAILY_VOLUME_LIMIT_EXCEEDED')],
    ['500', refusal(500, 'INTERNAL_ERROR')],
  ])('is not sent again: a read after %s', async (_what, failure) => {
    const { payments, received } = scriptedClient([failure, json(200, page)]);
    const refused = { name: expect.stringMatching(/Error$/) };
    await expect(payments.documents.list()).rejects.toMatchObject(refused);
    expect(received).toHaveLength(1);
  });

  test('a keyed write keeps its generated key over its attempts, and shows it', async () => {
    const script = [
      networkError('ECONNRESET'),
      refusal(400, 'QUOTE_REQUEST_FAILED'),
      json(200, link),
    ];
    const { payments, received } = scriptedClient(script);
    const { response } = await payments.customers
      .createKycLink({ customerId: 'Customer:1' })
      .withResponse();
    const keys = received.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(response).toMatchObject({ idempotencyKey: keys[0], attempts: 3, status: 200 });
  });

  test('a key for an operation without keys is refused, not dropped', async () => {
    const { payments, received } = scriptedClient([]);
    // @ts-expect-error the operation does not accept a key
    const call = payments.transactions.reject(transaction, { idempotencyKey: 'mine' });
    await expect(call).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(received).toHaveLength(0);
  });

  test('an unkeyed write that cannot have left is sent again', async () => {
    const script = [networkError('ECONNREFUSED'), refusal(409, 'CONFLICT')];
    const { payments, received } = reportingClient(script);
    const refused = { code: 'CONFLICT' };
    await expect(payments.transactions.reject(transaction)).rejects.toMatchObject(refused);
    expect(received).toHaveLength(2);
  });

  test('a read is sent three times at most by default', async () => {
    const script = [1, 2, 3, 4].map(() => networkError('ECONNRESET'));
    const { payments, received } = scriptedClient(script, { retry: undefined });
    await expect(payments.documents.list()).rejects.toBeInstanceOf(ConnectionError);
    expect(received).toHaveLength(3);
  });
});

describe('the wait before an attempt', () => {
  test('has full jitter: at most half a second, one, two…', async () => {
    const script = [1, 2, 3, 4].map(() => networkError('ECONNRESET'));
    const { payments, clock } = scriptedClient([...script, json(200, page)]);
    await payments.documents.list({}, { retry: 4 });
    const waits = clock.delays.filter((delay) => delay < 10_000);
    expect(waits).toHaveLength(4);
    waits.forEach((wait, index) => {
      expect(wait).toBeLessThanOrEqual(500 * 2 ** index);
    });
  });

  test.each([
    ['seconds', '7', 7_000],
    ['a date', 'Mon, 05 Jan 2026 08:00:09 GMT', 9_000],
  ])('follows Retry-After in %s', async (_what, retryAfter, expected) => {
    const headers = { 'retry-after': retryAfter, date: 'Mon, 05 Jan 2026 08:00:00 GMT' };
    const limited = json(429, { status: 429, code: 'RATE_LIMITED', message: 'slow' }, headers);
    const { payments, clock } = scriptedClient([limited, json(200, page)]);
    await payments.documents.list();
    expect(clock.delays).toContain(expected);
  });

  test('is not made when Retry-After exceeds a minute; the error has the time', async () => {
    const headers = { 'retry-after': '3600' };
    const limited = json(429, { status: 429, code: 'RATE_LIMITED', message: 'slow' }, headers);
    const { payments, received } = scriptedClient([limited]);
    const refused = { retryAfter: 3_600_000, retryable: true };
    await expect(payments.documents.list()).rejects.toMatchObject(refused);
    expect(received).toHaveLength(1);
  });

  test("is not made once the client's budget is used up", async () => {
    const { payments, received, script } = scriptedClient([]);
    for (let call = 0; call < 15; call += 1) {
      script.push(...[1, 2, 3].map(() => networkError('ECONNRESET')));
      await payments.documents.list().catch(() => undefined);
      script.length = 0;
    }
    expect(received).toHaveLength(15 + 20);
    // Each success refunds a fifth of a retry.
    script.push(...Array.from({ length: 5 }, () => json(200, { data: [], hasMore: false })));
    for (let call = 0; call < 5; call += 1) await payments.documents.list();
    script.push(...[1, 2, 3].map(() => networkError('ECONNRESET')));
    await payments.documents.list().catch(() => undefined);
    expect(received).toHaveLength(15 + 20 + 5 + 2);
  });

  test.each([
    ['503 to unkeyed writes', () => refusal(503, 'SERVICE_UNAVAILABLE')],
    ['503 with a code that is final', () => refusal(503, 'INVALID_INPUT')],
    ['429 with a code that is final', () => refusal(429, 'DAILY_VOLUME_LIMIT_EXCEEDED')],
    ['500 to unkeyed writes', () => refusal(500, 'INTERNAL_ERROR')],
  ])('%s does not refund a retry', async (_what, reply) => {
    const { payments, received, script } = scriptedClient([]);
    const read = async () => {
      script.push(...[1, 2, 3].map(() => refusal(503, 'SERVICE_UNAVAILABLE')));
      await payments.documents.list().catch(() => undefined);
      script.length = 0;
    };
    for (let call = 0; call < 15; call += 1) await read();
    const before = received.length;
    for (let call = 0; call < 100; call += 1) {
      script.push(reply());
      await payments.transactions.reject(transaction).catch(() => undefined);
    }
    for (let call = 0; call < 30; call += 1) await read();
    expect(received.length - before).toBe(100 + 30);
  });
});

describe('time limits', () => {
  function hanging(clock: FakeClock, options = {}) {
    return scriptedClient([() => new Promise<Response>(() => {})], { clock, retry: 0, ...options });
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));

  test.each([
    ['an attempt that gets no headers ends at its timeout', 'timeout', { timeout: 1_000 }],
    [
      'one deadline covers all attempts',
      'deadline',
      { timeout: 60_000, deadline: 1_000, retry: 5 },
    ],
  ])('a call ends at its limit: %s', async (_what, limit, options) => {
    const clock = new FakeClock();
    const { payments } = hanging(clock, options);
    const call = thrown(payments.documents.list());
    await settle();
    clock.advance(1_000);
    expect(await call).toMatchObject({ code: 'TIMEOUT', limit });
    expect(clock.pending).toBe(0);
  });

  test('an attempt whose body stalls ends at its timeout too', async () => {
    const clock = new FakeClock();
    const body = new ReadableStream({ start: (c) => c.enqueue(new Uint8Array([123])) });
    const stalled = new Response(body, { headers: { 'content-type': 'application/json' } });
    const { payments } = scriptedClient([stalled], { clock, retry: 0, timeout: 1_000 });
    const call = payments.documents.list().catch((error: unknown) => error);
    await settle();
    clock.advance(1_000);
    expect(await call).toBeInstanceOf(TimeoutError);
  });

  test('a write that times out is unknown, and says when it was sent', async () => {
    const clock = new FakeClock();
    const { payments } = hanging(clock, { timeout: 1_000 });
    const call = payments.transactions.reject(transaction).catch((error: unknown) => error);
    await settle();
    clock.advance(1_000);
    const sentAt = '2026-01-05T09:00:00.000Z';
    expect(await call).toMatchObject({ code: 'OUTCOME_UNKNOWN', sentAt });
  });

  test('a signal ends a read under way, and a wait between attempts', async () => {
    const clock = new FakeClock();
    for (const reply of [() => new Promise<Response>(() => {}), networkError('ECONNRESET')]) {
      const controller = new AbortController();
      const { payments } = scriptedClient([reply], { clock });
      const call = thrown(payments.documents.list({}, { signal: controller.signal }));
      await settle();
      controller.abort(new Error('the user left'));
      expect(await call).toBeInstanceOf(AbortedError);
    }
    expect(clock.pending).toBe(0);
  });

  test('a signal that fired before the call sends nothing', async () => {
    const { payments, received } = scriptedClient([]);
    const call = payments.transactions.reject(transaction, { signal: AbortSignal.abort() });
    await expect(call).rejects.toMatchObject({ code: 'ABORTED' });
    expect(received).toEqual([]);
  });
});

const customer = { customerId: 'Customer:1' };
const options = { idempotencyKey: 'mine' };

test('the error of a keyed write that never left has no key: nothing was changed', async () => {
  const refused = () => networkError('ECONNREFUSED');
  const { payments } = reportingClient([refused(), refused(), refused()]);
  const call = payments.customers.createKycLink(customer, options);
  const error = await call.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  expect(error).not.toHaveProperty('idempotencyKey');
  expect(error).toMatchObject({ action: expect.stringContaining('This call has changed nothing') });
});

/** A clock as callers write one: it passes every time to a timer of the runtime as it is. */
const plainClock: Clock = {
  now: () => Date.now(),
  setTimeout(callback, milliseconds) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Settles after timers of the runtime that are set for a millisecond. */
async function afterShortTimers(): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test.each([
  ['the machine', systemClock],
  ['a caller', plainClock],
])('a limit of any length is long, and not taken as none, on the clock of %s', async (_, clock) => {
  for (const limit of [Number.POSITIVE_INFINITY, 2 ** 40]) {
    const { fetch } = scriptedService(json(200, page));
    const slowly = async (request: Request) => {
      await afterShortTimers();
      return fetch(request);
    };
    const credentials = async () => {
      await afterShortTimers();
      return { tokenId: 'id', clientSecret: 'secret' };
    };
    const payments = createPaymentsClient({
      baseUrl: BASE_URL,
      credentials,
      fetch: slowly,
      clock,
    });
    const limits = { timeout: limit, deadline: limit, retry: 0 };
    await expect(payments.documents.list({}, limits)).resolves.toEqual(page);
  }
});

test.each([
  ['a refused connection', networkError('ECONNREFUSED')],
  ['an unknown name', networkError('ENOTFOUND')],
  ['a connect timeout', Object.assign(new Error('timeout'), { code: 'UND_ERR_CONNECT_TIMEOUT' })],
  ['an expired certificate', Object.assign(new Error('TLS'), { code: 'CERT_HAS_EXPIRED' })],
])('over fetch, %s is not proof: a fetch may have sent the request before', async (_, thrown) => {
  const { payments, received } = scriptedClient([thrown]);
  const call = payments.transactions.reject(transaction);
  const message = expect.stringMatching(/^The change may have been sent, and/);
  await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', message });
  expect(received).toHaveLength(1);
});
