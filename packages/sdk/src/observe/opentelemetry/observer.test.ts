import {
  type Context,
  type Meter,
  type Span,
  SpanKind,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { expect, test } from 'vitest';
import {
  card,
  challenge,
  json,
  networkError,
  refusal,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import { openTelemetry } from './index.ts';

interface Recorded {
  readonly kind: SpanKind | undefined;
  readonly name: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, unknown>;
  readonly events: string[];
  status: unknown;
  ended: boolean;
}

function recordingTracer() {
  const spans: Recorded[] = [];
  const names = new Map<unknown, string>();
  const startSpan = (name: string, options: SpanOptions = {}, context?: Context): Span => {
    const parent = context === undefined ? undefined : names.get(trace.getSpan(context));
    const recorded: Recorded = {
      name,
      kind: options.kind,
      parent,
      attributes: { ...options.attributes },
      events: [],
      status: undefined,
      ended: false,
    };
    spans.push(recorded);
    const spanId = String(spans.length).repeat(16);
    const span = {
      spanContext: () => ({ traceId: 'a'.repeat(32), spanId, traceFlags: 1 }),
      setAttribute: (key: string, value: unknown) => {
        recorded.attributes[key] = value;
        return span;
      },
      addEvent: (event: string) => {
        recorded.events.push(event);
        return span;
      },
      setStatus: (status: unknown) => {
        recorded.status = status;
        return span;
      },
      end: () => {
        recorded.ended = true;
      },
    } as unknown as Span;
    names.set(span, name);
    return span;
  };
  return { spans, tracer: { startSpan } as unknown as Tracer };
}

test('a signed call is one span with children for leg 1, sign and leg 2', async () => {
  const { spans, tracer } = recordingTracer();
  const script = [networkError('ECONNRESET'), json(202, challenge), json(200, card)];
  const { payments, received } = scriptedClient(script, { observers: [openTelemetry({ tracer })] });
  await payments.cards.update(
    { id: 'Card:1', state: 'FROZEN' },
    { stamper: { stamp: async () => 'stamp-value' } },
  );
  expect(spans.map(({ name, parent }) => [name, parent])).toEqual([
    ['cards.update', undefined],
    ['PATCH /cards/{id}', 'cards.update'],
    ['PATCH /cards/{id}', 'cards.update'],
    ['sign', 'cards.update'],
    ['PATCH /cards/{id}', 'cards.update'],
  ]);
  expect(spans.every(({ ended }) => ended)).toBe(true);
  expect(spans[0]).toMatchObject({
    attributes: { 'http.request.method': 'PATCH', 'url.template': '/cards/{id}' },
    events: ['retry'],
    status: undefined,
  });
  expect(spans[1]?.attributes).toMatchObject({ 'error.type': 'network' });
  expect(spans[2]?.attributes).toMatchObject({
    'http.response.status_code': 202,
    'http.request.resend_count': 1,
    'server.address': 'api.example.com',
    'server.port': 443,
    'url.template': '/cards/{id}',
    'payments.leg': 1,
  });
  // The second leg is a request of its own, sent once.
  expect(spans[4]?.attributes).toMatchObject({ 'payments.leg': 2 });
  expect(spans[4]?.attributes).not.toHaveProperty('http.request.resend_count');
  expect(spans.map(({ kind }) => kind)).toEqual([
    SpanKind.INTERNAL,
    SpanKind.CLIENT,
    SpanKind.CLIENT,
    undefined,
    SpanKind.CLIENT,
  ]);
  const parents = received.map(({ headers }) => headers.get('traceparent'));
  expect(parents).toEqual([2, 3, 5].map((id) => `00-${'a'.repeat(32)}-${`${id}`.repeat(16)}-01`));
  expect(JSON.stringify(spans)).not.toContain('Card:1');
});

test('a failed call ends its span with the code of its error', async () => {
  const { spans, tracer } = recordingTracer();
  const options = { observers: [openTelemetry({ tracer })] };
  const { payments } = scriptedClient([refusal(409, 'CONFLICT')], options);
  await payments.transactions.reject({ transactionId: 'Transaction:1' }).catch(() => undefined);
  expect(spans[0]).toMatchObject({ attributes: { 'error.type': 'CONFLICT' }, ended: true });
  const expected = ['transactions.reject', 'POST /transactions/{transactionId}/reject'];
  expect(spans.map(({ name }) => name)).toEqual(expected);
});

test('a supervised journal is two gauges, and a run is four', () => {
  const recorded: unknown[] = [];
  const createGauge = (name: string, { unit }: { readonly unit: string }) => ({
    record: (value: number, attributes: object = {}) =>
      recorded.push([name, unit, value, attributes]),
  });
  const observer = openTelemetry({ meter: { createGauge } as unknown as Meter });
  const facts = { call: 0, operation: undefined, at: 0 };
  observer({ ...facts, type: 'journal.open', open: 3, foreign: 1, oldestMs: 1_500 });
  observer({ ...facts, type: 'journal.failed', error: 'JOURNAL_FAILED', retryInMs: 1_000 });
  expect(recorded).toEqual([
    ['payments.journal.open', '{write}', 3, { 'payments.journal.account': 'own' }],
    ['payments.journal.open', '{write}', 1, { 'payments.journal.account': 'another' }],
    ['payments.journal.oldest_age', 's', 1.5, {}],
  ]);
  recorded.length = 0;
  const none = { paid: [], refused: [], unknown: [], 'not-sent': [], open: [] };
  observer({
    ...{ ...facts, type: 'run.progress', run: 'october', items: 5, open: 2, underWay: 1 },
    counts: { paid: 2, refused: 1, unknown: 0, 'not-sent': 0 },
    amounts: { ...none, paid: [{ items: 2, amount: 700, currency: 'EUR' }] },
    refusals: [{ code: 'NOT_FOUND', items: 1 }],
    rate: { limit: undefined, pausedUntil: undefined, finished: 1.5 },
  });
  const run = { 'payments.run': 'october' };
  const items = { paid: 2, refused: 1, unknown: 0, 'not-sent': 0, open: 2 };
  const paid = { 'payments.run.status': 'paid', 'payments.currency': 'EUR' };
  expect(recorded).toEqual([
    ...Object.entries(items).map(([status, count]) => [
      ...['payments.run.items', '{item}', count],
      { ...run, 'payments.run.status': status },
    ]),
    ['payments.run.amount', '{unit}', 700, { ...run, ...paid }],
    ['payments.run.refused', '{item}', 1, { ...run, 'error.type': 'NOT_FOUND' }],
    ['payments.run.rate', '{item}/s', 1.5, run],
  ]);
});
