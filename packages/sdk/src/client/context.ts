import type { Transport } from '../transport/transport.ts';
import type { Clock } from './clock.ts';
import type { Authorization } from './credentials.ts';
import type { Observer } from './events.ts';
import type { SharedOptions, Stamper } from './options.ts';
import type { RetryBudget } from './retry-budget.ts';

/** What a client is: where it calls, as whom, and its defaults. */
export interface ClientContext {
  readonly baseUrl: string;
  readonly authorization: Authorization;
  readonly options: SharedOptions;
  readonly observers: readonly Observer[];
  readonly budget: RetryBudget;
  /** Between 0 and 1; for jitter. */
  readonly random: () => number;
}

/** The options of one call with every default filled in. */
export interface Settings {
  readonly stamper: Stamper | undefined;
  readonly timeout: number;
  readonly deadline: number;
  readonly retry: number;
  readonly transport: Transport;
  readonly validate: 'strict' | 'warn' | 'off';
  readonly onDrift: SharedOptions['onDrift'];
  readonly clock: Clock;
  readonly maxResponseBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  readonly observers: readonly Observer[];
}
