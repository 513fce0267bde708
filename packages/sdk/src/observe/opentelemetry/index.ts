import {
  context,
  type Meter,
  metrics,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { KindsOf } from '@org/payments-contract/internal';
import { checkOptions } from '../../options/checks.ts';
import type { ClientEvent, Observer } from '../events.ts';

/** How spans and gauges are created. */
export interface OpenTelemetryOptions {
  /** Default: the global tracer of this package's name. */
  readonly tracer?: Tracer | undefined;
  /** Default: the global meter of this package's name. */
  readonly meter?: Meter | undefined;
}

const names: KindsOf<OpenTelemetryOptions> = { tracer: true, meter: true };

type OpenWrites = ClientEvent & { readonly type: 'journal.open' };

/** The gauges of a supervised journal, which are created by its first event. */
function journalGauges(meter: () => Meter): (event: OpenWrites) => void {
  let record: ((event: OpenWrites) => void) | undefined;
  const create = () => {
    const unit = '{write}';
    const writes = meter().createGauge('payments.journal.open', {
      description: 'Writes whose outcome is not certain.',
      unit,
    });
    const age = meter().createGauge('payments.journal.oldest_age', {
      description: 'Time since the oldest write whose outcome is not certain.',
      unit: 's',
    });
    return ({ open, foreign, oldestMs }: OpenWrites) => {
      writes.record(open, { 'payments.journal.account': 'own' });
      writes.record(foreign, { 'payments.journal.account': 'another' });
      age.record(oldestMs / 1_000);
    };
  };
  return (event) => {
    record ??= create();
    record(event);
  };
}

type RunFigures = ClientEvent & { readonly type: 'run.progress' };

/** The gauges of runs, which are created by the first event of one. */
function runGauges(meter: () => Meter): (event: RunFigures) => void {
  const create = () => {
    const gauge = (name: string, unit: string, description: string) =>
      meter().createGauge(`payments.run.${name}`, { description, unit });
    return {
      items: gauge('items', '{item}', 'Items of a run, by what became of them.'),
      amount: gauge('amount', '{unit}', 'Sums in the smallest unit of their currency.'),
      refused: gauge('refused', '{item}', 'Refused items, by code.'),
      rate: gauge('rate', '{item}/s', 'Items that were finished, in the last minute.'),
    };
  };
  let gauges: ReturnType<typeof create> | undefined;
  return ({ run, counts, open, amounts, refusals, rate }) => {
    gauges ??= create();
    const of = { 'payments.run': run };
    for (const [status, items] of Object.entries({ ...counts, open })) {
      gauges.items.record(items, { ...of, 'payments.run.status': status });
    }
    for (const [status, sums] of Object.entries(amounts)) {
      for (const { amount, currency } of sums) {
        const labels = { 'payments.run.status': status, 'payments.currency': currency };
        gauges.amount.record(amount, { ...of, ...labels });
      }
    }
    for (const { code, items } of refusals)
      gauges.refused.record(items, { ...of, 'error.type': code });
    gauges.rate.record(rate.finished, of);
  };
}

interface OpenCall {
  readonly span: Span;
  readonly start: ClientEvent & { readonly type: 'call.start' };
  attempt?: Span;
  signing?: Span;
}

function finish(span: Span | undefined, at: number, error: string | undefined): void {
  if (error !== undefined) {
    span?.setAttribute('error.type', error);
    span?.setStatus({ code: SpanStatusCode.ERROR, message: error });
  }
  span?.end(at);
}

/** The span as a W3C `traceparent`; undefined if its ids are not valid. */
function traceparent(span: Span): string | undefined {
  const { traceId, spanId, traceFlags } = span.spanContext();
  if (!/^(?!0+$)[0-9a-f]{32}$/.test(traceId) || !/^(?!0+$)[0-9a-f]{16}$/.test(spanId)) {
    return undefined;
  }
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

class Spans {
  readonly #tracer: Tracer;
  readonly #open = new Map<number, OpenCall>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  follow(event: ClientEvent): void {
    if (event.type === 'call.start') this.#start(event);
    const call = this.#open.get(event.call);
    if (call !== undefined) this.#record(call, event);
  }

  /** Headers that pass the span of the running attempt on. */
  headers(id: number): Record<string, string> {
    const span = this.#open.get(id)?.attempt;
    if (span === undefined) return {};
    const carrier: Record<string, string> = {};
    propagation.inject(trace.setSpan(context.active(), span), carrier);
    const own = traceparent(span);
    return own === undefined ? carrier : { traceparent: own, ...carrier };
  }

  #start(event: ClientEvent & { type: 'call.start' }): void {
    const span = this.#tracer.startSpan(event.operation ?? 'request', {
      kind: SpanKind.INTERNAL,
      startTime: event.at,
      attributes: { 'http.request.method': event.method, 'url.template': event.template },
    });
    this.#open.set(event.call, { span, start: event });
  }

  #attempt({ start, span }: OpenCall, event: ClientEvent & { type: 'attempt.start' }): Span {
    const { method, template, host, port } = start;
    const attributes = {
      'http.request.method': method,
      'url.template': template,
      ...(host !== undefined && { 'server.address': host }),
      ...(port !== undefined && { 'server.port': port }),
      ...(event.leg !== undefined && { 'payments.leg': event.leg }),
      ...(event.resend > 0 && { 'http.request.resend_count': event.resend }),
    };
    return this.#tracer.startSpan(
      `${method} ${template}`,
      { kind: SpanKind.CLIENT, startTime: event.at, attributes },
      trace.setSpan(context.active(), span),
    );
  }

  #record(call: OpenCall, event: ClientEvent): void {
    switch (event.type) {
      case 'attempt.start':
        call.attempt = this.#attempt(call, event);
        return;
      case 'attempt.end':
        if (event.status !== undefined) {
          call.attempt?.setAttribute('http.response.status_code', event.status);
        }
        finish(call.attempt, event.at, event.error ?? failedStatus(event.status));
        return;
      case 'sign.start':
        call.signing = this.#tracer.startSpan(
          'sign',
          { startTime: event.at },
          trace.setSpan(context.active(), call.span),
        );
        return;
      case 'sign.end':
        finish(call.signing, event.at, event.error);
        return;
      case 'retry':
        call.span.addEvent(
          'retry',
          { 'retry.delay_ms': event.delayMs, 'retry.why': event.why },
          event.at,
        );
        return;
      case 'drift':
        call.span.addEvent('drift', { 'drift.paths': [...event.paths] }, event.at);
        return;
      case 'call.end':
        this.#open.delete(event.call);
        finish(call.span, event.at, event.error);
    }
  }
}

/** An error status is the error of a CLIENT span. */
function failedStatus(status: number | undefined): string | undefined {
  return status !== undefined && status >= 400 ? String(status) : undefined;
}

/**
 * Creates an observer that records OpenTelemetry spans: one for each call, under the caller's
 * active span; below it a CLIENT span for every attempt and one for the signature. Each request
 * carries the `traceparent` of its attempt. Names and attributes hold the operation, the path
 * template and the host, never ids or values. A supervised journal is recorded as two gauges:
 * `payments.journal.open` and `payments.journal.oldest_age`.
 *
 * @example
 * createPaymentsClient({ observers: [openTelemetry()] });
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Observer {
  checkOptions(options, names, { of: 'openTelemetry' });
  const spans = new Spans(options.tracer ?? trace.getTracer('@org/payments-sdk'));
  const meter = () => options.meter ?? metrics.getMeter('@org/payments-sdk');
  const countOpen = journalGauges(meter);
  const showRun = runGauges(meter);
  const observer = (event: ClientEvent) => {
    if (event.type === 'journal.open') countOpen(event);
    else if (event.type === 'run.progress') showRun(event);
    else spans.follow(event);
  };
  return Object.assign(observer, { traceHeaders: (call: number) => spans.headers(call) });
}
