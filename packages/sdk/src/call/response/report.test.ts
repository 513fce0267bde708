import { expect, test } from 'vitest';
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
      {
        leg: 1,
        phase: 'response',
        status: 503,
        code: 'SERVICE_UNAVAILABLE',
        retryAfter: 1_000,
      },
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
  const { payments } = scriptedClient([
    json(202, challenge, { date, 'request-id': 'Request:first' }),
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
  const { payments } = scriptedClient([json(200, card, { 'x-region': 'eu' })]);
  const { data, response } = await payments.cards.get({ id: 'Card:1' }).withResponse();
  expect(data).toEqual(card);
  expect(response).toMatchObject({
    status: 200,
    text: JSON.stringify(card),
    drift: [],
    attempts: 1,
  });
  expect(Object.fromEntries(response.headers())).toMatchObject({ 'x-region': 'eu' });
  expect(response.header('X-Region')).toBe('eu');
});
