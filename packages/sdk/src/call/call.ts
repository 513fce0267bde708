import { callOrWarn } from '@org/payments-contract/internal';
import { attachReport, isPaymentsError } from '../errors/payments-error.ts';
import { isDiagnosed, publish } from '../observe/diagnostics.ts';
import type { ClientEvent, EventBody } from '../observe/events.ts';
import { type Moment, momentOf } from '../outcome/read-timing.ts';
import type { ReadResult } from '../outcome/reconcile.ts';
import type { CalledOperation, ClientContext, Settings } from './context.ts';
import type { AnyCallOptions, CallOptions } from './options.ts';
import type { PreparedRequest } from './request/prepare.ts';
import { type AttemptRecord, reportOf } from './response/report.ts';

export type Read = (
  context: ClientContext,
  operation: CalledOperation,
  input: Readonly<Record<string, unknown>>,
  options?: CallOptions,
) => Promise<ReadResult>;

let calls = 0;

const noOptions: CallOptions = {};

function sharedOptions(options: AnyCallOptions): CallOptions {
  const { idempotencyKey: _key, current: _current, extra: _extra, ...shared } = options;
  return shared;
}

/** The options of a read on whose result something depends: no cache may respond to it. */
export function uncached(options: CallOptions): CallOptions {
  return { ...options, headers: { ...options.headers, 'cache-control': 'no-cache' } };
}

/** The options of a read that shows the outcome of a write, which is also strict. */
export function evidential(options: CallOptions): CallOptions {
  return { ...uncached(options), validate: 'strict' };
}

/** One call while it runs: its settings, the time it has left, its events and its record. */
export class Call {
  readonly context: ClientContext;
  readonly settings: Settings;
  /** The call's options without those of its own request, for the reads that it sends. */
  readonly options: CallOptions;
  readonly operation: CalledOperation;
  /** Sends the read that shows whether a lost change was applied. */
  readonly read: Read;
  /** Requests sent, on either leg, in the order they were sent. */
  readonly attempts: AttemptRecord[] = [];
  /** Ids of challenges and responses. */
  readonly requestIds: string[] = [];
  /** Paths at which responses differed from the contract. */
  readonly drift: string[] = [];
  /** The key sent, generated or given. */
  idempotencyKey: string | undefined;
  /** The service's clock minus ours, in milliseconds; undefined until a response has a date. */
  clockOffset: number | undefined;
  readonly startedAt: Moment;
  #deadlineAt: number;
  /** For events; undefined until the service has named one. */
  #requestId: string | undefined;
  readonly #id: number;

  constructor(
    context: ClientContext,
    operation: CalledOperation,
    read: Read,
    options?: AnyCallOptions,
  ) {
    calls += 1;
    this.#id = calls;
    this.context = context;
    this.operation = operation;
    this.read = read;
    this.settings = context.settings(options);
    this.options = options === undefined ? noOptions : sharedOptions(options);
    this.startedAt = momentOf(this.settings.clock);
    this.#deadlineAt = this.startedAt.now + this.settings.deadline;
  }

  /** Milliseconds of the deadline that are left. */
  get remaining(): number {
    return this.remainingAt(this.now());
  }

  /** Milliseconds of the deadline that are left at a time of the call's clock. */
  remainingAt(now: number): number {
    return this.#deadlineAt - now;
  }

  /** When the call ends at the latest, by its clock; infinite without a deadline. */
  get deadlineAt(): number {
    return this.#deadlineAt;
  }

  /** Extends the deadline by time that does not count against it, such as signing. */
  extend(milliseconds: number): void {
    this.#deadlineAt += Math.max(0, milliseconds);
  }

  /**
   * Sends a read after the call, with its options except its signal, which may have fired. A
   * response that differs from the contract is an error: it shows nothing about the call.
   */
  readLater(operation: CalledOperation, input: Readonly<Record<string, unknown>>) {
    const { signal: _signal, onProgress: _progress, ...options } = this.options as AnyCallOptions;
    return this.read(this.context, operation, input, evidential(options));
  }

  /** Notes the id of a request at the service, unless it is one that no service would choose. */
  noteRequestId(id: string): void {
    if (/^[\w:.-]{1,128}$/.test(id)) this.#requestId = id;
  }

  now(): number {
    return this.settings.clock.now();
  }

  /** Whether anybody observes the call. Events are created only in that case. */
  get isObserved(): boolean {
    return this.settings.observers.length > 0 || isDiagnosed();
  }

  emit(body: EventBody): void {
    const { name: operation } = this.operation;
    const base = { call: this.#id, operation, requestId: this.#requestId, at: this.now() };
    publish({ ...base, ...body } as ClientEvent, this.settings.observers);
  }

  /** Trace headers of the observers, for the attempt that has just been announced. */
  traceHeaders(): Record<string, string> {
    const headers: Record<string, string> = {};
    for (const { traceHeaders } of this.settings.observers) {
      if (traceHeaders === undefined) continue;
      callOrWarn('An observer', (id: number) => Object.assign(headers, traceHeaders(id)), this.#id);
    }
    return headers;
  }

  /** Does the work of the call between its start and end events; an error gets the call's report. */
  async run<T>(
    work: (call: Call, request: PreparedRequest) => Promise<T>,
    request: PreparedRequest,
  ): Promise<T> {
    const isObserved = this.isObserved;
    const start = isObserved ? this.now() : 0;
    if (isObserved) this.#announce();
    try {
      const result = await work(this, request);
      if (isObserved) this.#end(start, undefined);
      return result;
    } catch (error) {
      if (isPaymentsError(error)) attachReport(error, reportOf(this));
      if (isObserved) this.#end(start, error);
      throw error;
    }
  }

  #announce(): void {
    const { method, path: template } = this.operation.row;
    const { host, port } = this.#server();
    this.emit({ type: 'call.start', method, template, host, port });
  }

  #server(): { readonly host?: string; readonly port?: number } {
    try {
      return this.context.service();
    } catch {
      // A missing base URL is reported when the call needs it.
      return {};
    }
  }

  #end(start: number, error: unknown): void {
    const code = isPaymentsError(error)
      ? error.code
      : error === undefined
        ? undefined
        : 'UNEXPECTED';
    const { status, outcome } = (error ?? {}) as { readonly status?: number; outcome?: string };
    const key = outcome === 'unknown' && { idempotencyKey: this.idempotencyKey };
    this.emit({ type: 'call.end', durationMs: this.now() - start, error: code, status, ...key });
  }
}
