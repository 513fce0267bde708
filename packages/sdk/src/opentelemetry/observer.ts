import {
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { ClientEvent, Observer } from '../client/events.ts';

/** How spans are made. */
export interface OpenTelemetryOptions {
  /** Default: the global tracer of this package's name. */
  readonly tracer?: Tracer;
}

interface OpenCall {
  readonly span: Span;
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

function childName(leg: 1 | 2 | undefined): string {
  return leg === undefined ? 'attempt' : `leg ${leg}`;
}

class Spans {
  readonly #tracer: Tracer;
  readonly #open = new Map<number, OpenCall>();

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  hear(event: ClientEvent): void {
    if (event.type === 'call.start') this.#start(event);
    const call = this.#open.get(event.call);
    if (call !== undefined) this.#follow(call, event);
  }

  #start(event: ClientEvent & { type: 'call.start' }): void {
    const name = event.operation ?? 'request';
    const span = this.#tracer.startSpan(name, {
      kind: SpanKind.CLIENT,
      startTime: event.at,
      attributes: { 'http.request.method': event.method, 'url.template': event.template },
    });
    this.#open.set(event.call, { span });
  }

  #child(call: OpenCall, name: string, startTime: number): Span {
    return this.#tracer.startSpan(name, { startTime }, trace.setSpan(context.active(), call.span));
  }

  #follow(call: OpenCall, event: ClientEvent): void {
    switch (event.type) {
      case 'attempt.start':
        call.attempt = this.#child(call, childName(event.leg), event.at);
        call.attempt.setAttribute('http.request.resend_count', event.attempt - 1);
        return;
      case 'attempt.end':
        if (event.status !== undefined) {
          call.attempt?.setAttribute('http.response.status_code', event.status);
        }
        finish(call.attempt, event.at, event.error);
        return;
      case 'sign.start':
        call.signing = this.#child(call, 'sign', event.at);
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

/**
 * An observer that makes OpenTelemetry spans: one for each call, under the caller's active span,
 * with a child for every attempt (`leg 1` and `leg 2` of a signed operation) and one for the
 * signature. Names and attributes hold the operation and the path template, never ids or values.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): Observer {
  const spans = new Spans(options.tracer ?? trace.getTracer('@org/payments-sdk'));
  return (event) => spans.hear(event);
}
