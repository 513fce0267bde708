import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  card,
  challenge,
  json,
  networkError,
  refusal,
  reportingClient,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { PaymentsError } from '../../errors/payments-error.ts';
import { safeCause, scrub } from './scrub.ts';

const stamper = { stamp: async () => 'SECRET-stamp' };

async function errorOf(call: Promise<unknown>): Promise<PaymentsError> {
  return (await call.catch((thrown: unknown) => thrown)) as PaymentsError;
}

test('the report of a lost signed change lists every attempt, and no secret', async () => {
  const date = 'Mon, 05 Jan 2026 10:00:00 GMT';
  const busy = await refusal(503, 'SERVICE_UNAVAILABLE').json();
  const { payments } = reportingClient([
    networkError('ECONNREFUSED'),
    json(503, busy, { 'retry-after': '1', date, 'request-id': 'Request:a' }),
    json(202, challenge),
    networkError('ECONNRESET'),
  ]);
  const error = await errorOf(
    payments.cards.update({ id: 'Card:private', state: 'FROZEN' }, { stamper }),
  );
  const report = error.report();
  expect(report).toMatchObject({
    version: 1,
    operation: 'cards.update',
    method: 'PATCH',
    path: '/cards/{id}',
    attempts: [
      {
        leg: 1,
        phase: 'unsent',
        failure: 'network',
        systemCode: 'ECONNREFUSED',
        syscall: 'connect',
      },
      { leg: 1, phase: 'response', status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: 1_000 },
      { leg: 1, phase: 'response', status: 202 },
      { leg: 2, phase: 'sent', failure: 'network', systemCode: 'ECONNRESET', syscall: 'read' },
    ],
    requestIds: ['Request:a', challenge.requestId],
    drift: [],
    idempotencyKey: null,
    sdk: {
      name: '@org/payments-sdk',
      version: '0.0.0-source',
      runtime: `node/${process.versions.node}`,
    },
  });
  const { ours, service } = report.clocks;
  expect(Date.parse(service ?? '') - Date.parse(ours)).toBeGreaterThan(3_000_000);
  for (const { startedAt, durationMs } of report.attempts) {
    expect(Number.isNaN(Date.parse(startedAt))).toBe(false);
    expect(durationMs).toBeGreaterThanOrEqual(0);
  }
  const text = JSON.stringify(report);
  expect(JSON.parse(text)).toEqual(report);
  for (const hidden of ['SECRET', 'client-secret-value', 'Card:private', 'FROZEN']) {
    expect(text).not.toContain(hidden);
  }
});

test('the report of a lost second leg has the clock and the id of the first response', async () => {
  const date = 'Mon, 05 Jan 2026 10:00:00 GMT';
  const expiresAt = '2026-01-05T10:05:00Z';
  const { payments } = scriptedClient([
    json(202, { ...challenge, expiresAt }, { date, 'request-id': 'Request:first' }),
    networkError('ECONNRESET'),
  ]);
  const { clocks, requestIds } = (
    await errorOf(payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper }))
  ).report();
  expect(Date.parse(clocks.service ?? '') - Date.parse(clocks.ours)).toBeGreaterThan(3_000_000);
  expect(requestIds).toEqual(['Request:first', challenge.requestId]);
});

test.each([
  ['beyond what a date can hold', '+275760-09-13T00:00:00Z'],
  ['not a date', 'soon'],
])('a clock of the service that is %s is not in the report', async (_what, date) => {
  const refused = await refusal(503, 'SERVICE_UNAVAILABLE').json();
  const { payments } = scriptedClient([json(503, refused, { date }), networkError('ECONNRESET')], {
    retry: 1,
  });
  const source = { accountId: 'InternalAccount:1' };
  const destination = { accountId: 'ExternalAccount:1' };
  const error = await errorOf(payments.transfers.createOut({ source, destination, amount: 1 }));
  expect(error.code).toBe('OUTCOME_UNKNOWN');
  expect(error.report().clocks.service).toBeNull();
});

test('a key and a body that broke off are in the report', async () => {
  const broken = new ReadableStream({
    pull(controller) {
      controller.error(Object.assign(new Error('reset'), { code: 'ECONNRESET', syscall: 'read' }));
    },
  });
  const response = new Response(broken, { headers: { 'content-type': 'application/json' } });
  const { payments } = scriptedClient([response], { retry: 0 });
  const call = payments.customers.createKycLink(
    { customerId: 'Customer:1' },
    { idempotencyKey: 'key-1' },
  );
  expect((await errorOf(call)).report()).toMatchObject({
    attempts: [{ phase: 'body', status: 200, failure: 'network', systemCode: 'ECONNRESET' }],
    idempotencyKey: 'key-1',
  });
});

test('drift of an earlier page and an invalid code are left out', async () => {
  const odd = { status: 400, code: 'what <b>is</b> this', message: 'no' };
  const { payments } = scriptedClient([json(400, odd)]);
  const { attempts } = (await errorOf(payments.cards.get({ id: 'Card:1' }))).report();
  expect(attempts).toEqual([expect.not.objectContaining({ code: expect.anything() })]);
});

test('an error outside a call has an empty report', () => {
  const report = new ConfigurationError('timeout', 'wrong', 'fix it').report();
  expect(report).toMatchObject({ version: 1, operation: null, attempts: [] });
});

test('a value includes the whole response', async () => {
  const script = [json(200, card, { 'x-region': 'eu', 'request-id': 'Request:9' })];
  const { payments } = scriptedClient(script);
  const { data, response } = await payments.cards.get({ id: 'Card:1' }).withResponse();
  expect(data).toEqual(card);
  expect(response).toMatchObject({
    status: 200,
    text: JSON.stringify(card),
    requestId: 'Request:9',
    drift: [],
    attempts: 1,
  });
  expect(Object.fromEntries(response.headers())).toMatchObject({ 'x-region': 'eu' });
  expect(response.header('X-Region')).toBe('eu');
});

test('a deprecated operation is reported once, with dates only', async () => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => emitWarning.mockRestore());
  const headers = { deprecation: '@1767225600', sunset: 'Wed, 01 Jul 2026 00:00:00 GMT' };
  const page = { data: [card], hasMore: false };
  const { payments } = scriptedClient([
    json(200, card),
    json(200, card, headers),
    json(200, card, headers),
    json(200, page, { deprecation: 'secret text', sunset: '@9e99' }),
  ]);
  for (let call = 0; call < 3; call += 1) await payments.cards.get({ id: 'Card:1' });
  await payments.cards.list({});
  expect(emitWarning.mock.calls).toEqual([
    [
      'The service has deprecated cards.get as of 2026-01-01 and will remove it on 2026-07-01. This is reported once.',
      { type: 'PaymentsWarning', code: 'PAYMENTS_DEPRECATED' },
    ],
    [
      'The service has deprecated cards.list. This is reported once.',
      { type: 'PaymentsWarning', code: 'PAYMENTS_DEPRECATED' },
    ],
  ]);
});

test('a scrubbed text contains no secret', () => {
  const secret = fc.string({ minLength: 4 }).filter((text) => !'[redacted]'.includes(text));
  fc.assert(
    fc.property(fc.array(secret, { maxLength: 3 }), fc.array(fc.string()), (secrets, parts) => {
      const text = parts.flatMap((part) => [part, ...secrets]).join(' ');
      const clean = scrub(text, secrets);
      const [first] = secrets;
      if (first !== undefined) expect(clean.includes(first)).toBe(false);
    }),
  );
});

test('a secret that begins with another one is masked as a whole', () => {
  expect(scrub('sent 1234-5678', ['1234', '1234-5678'])).toBe('sent [redacted]');
});

test('a secret is masked in JSON text too, where its quotes are escaped', () => {
  const secret = 'pass"word\n';
  expect(scrub(JSON.stringify({ secret }), [secret])).toBe('{"secret":"[redacted]"}');
});

test('a cause keeps name, message, stack, system fields and causes, and nothing else', () => {
  const system = {
    code: 'ECONNRESET',
    syscall: 'read',
    data: 'kycUrl=hidden',
    rawPacket: 'hidden',
  };
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), system) });
  const safe = safeCause(cause, ['hidden-value']) as Error & { cause: Record<string, unknown> };
  expect(safe).toMatchObject({ name: 'TypeError', message: 'fetch failed', stack: cause.stack });
  expect(safe.cause).toMatchObject({ message: 'reset', code: 'ECONNRESET', syscall: 'read' });
  expect(inspect(safe, { depth: 9, showHidden: true })).not.toContain('hidden');
  expect(safeCause(undefined, ['hidden-value'])).toBeUndefined();
});

test('each error of an AggregateError is copied', () => {
  const refused = Object.assign(new Error('a'), { syscall: 'connect', data: 'hidden' });
  const safe = safeCause(new AggregateError([refused, 'text'], 'all failed'), []);
  expect(safe).toMatchObject({ message: 'all failed', errors: [{ syscall: 'connect' }, 'text'] });
  expect(inspect(safe, { depth: 9, showHidden: true })).not.toContain('hidden');
});

test.each([
  ['in its message', new Error('sent hidden-value')],
  ['in its cause', new Error('no', { cause: new Error('hidden-value') })],
  [
    'in a field',
    Object.assign(new Error('no'), { config: { headers: { a: 'Basic hidden-value' } } }),
  ],
])('a cause with a secret %s is replaced, and its code kept', (_where, cause) => {
  const safe = safeCause(Object.assign(cause, { code: 'ECONNRESET' }), ['hidden-value']);
  expect(inspect(safe, { depth: 9, showHidden: true })).not.toContain('hidden-value');
  expect(safe).toMatchObject({ code: 'ECONNRESET' });
});
