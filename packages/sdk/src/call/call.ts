import type { ClientContext, Settings } from '../client/context.ts';
import type { EventBody } from '../client/events.ts';
import type { CallOptions } from '../client/options.ts';
import { resolveSettings } from '../client/settings.ts';
import type { Reconciliation } from '../errors/network-errors.ts';
import { PaymentsError } from '../errors/payments-error.ts';
import type { CalledOperation } from './operation.ts';

let calls = 0;

/** One call while it runs: its settings, the time it has left, its events. */
export class Call {
  readonly context: ClientContext;
  readonly settings: Settings;
  readonly operation: CalledOperation;
  /** Reads the resource to see whether the change was applied, where a read can tell. */
  readonly reconcile: (() => Promise<Reconciliation>) | undefined;
  /** Attempts made, on either leg. */
  attempts = 0;
  #remaining: number;
  readonly #id: number;

  constructor(
    context: ClientContext,
    operation: CalledOperation,
    options?: CallOptions,
    reconcile?: () => Promise<Reconciliation>,
  ) {
    calls += 1;
    this.#id = calls;
    this.context = context;
    this.operation = operation;
    this.reconcile = reconcile;
    this.settings = resolveSettings(context, options);
    this.#remaining = this.settings.deadline;
  }

  /** Milliseconds of the deadline not used yet. */
  get remaining(): number {
    return this.#remaining;
  }

  now(): number {
    return this.settings.clock.now();
  }

  emit(event: EventBody): void {
    const base = { call: this.#id, operation: this.operation.name, at: this.now() };
    for (const observer of this.settings.observers) observer({ ...base, ...event });
  }

  /** Runs work whose time counts against the deadline. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const start = this.now();
    try {
      return await work();
    } finally {
      this.#remaining -= Math.max(0, this.now() - start);
    }
  }

  /** Runs the whole call between its start and end events. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { row } = this.operation;
    const start = this.now();
    this.emit({ type: 'call.start', method: row.method, template: row.path });
    try {
      const result = await work();
      this.#end(start, undefined);
      return result;
    } catch (error) {
      this.#end(start, error);
      throw error;
    }
  }

  #end(start: number, error: unknown): void {
    const code =
      error instanceof PaymentsError ? error.code : error === undefined ? undefined : 'UNEXPECTED';
    const status = (error as { status?: number } | undefined)?.status;
    this.emit({ type: 'call.end', durationMs: this.now() - start, error: code, status });
  }
}
