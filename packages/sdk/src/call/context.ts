import type { DialectName, OperationRow } from '@org/payments-contract';
import type { Clock } from '@org/payments-contract/internal';
import type { CalledName } from '../errors/payments-error.ts';
import type { Observer } from '../observe/events.ts';
import type { Journal } from '../outcome/journal.ts';
import type { ServiceClock } from '../outcome/read-timing.ts';
import type { Transport } from '../transport/transport.ts';
import type { CallOptions, SharedOptions, Stamper } from './options.ts';
import type { RetryBudget } from './send/retry-policy.ts';

/** The operation of a call: one of the contract, or one the caller described. */
export interface CalledOperation {
  readonly name: CalledName;
  readonly row: OperationRow;
}

/** Supplies the value of the `Authorization` header. */
export interface Authorization {
  /** The header's value once it has been supplied, or a new one after a refusal. */
  readonly known?: string | undefined;
  /**
   * The header's value, at once if it is known. `refused` is the value of a request that was
   * refused: if it is still the current one, a new one is requested, once for all calls.
   */
  header(refused?: string): string | Promise<string>;
  /** Whether asking again after a 401 can return another value. */
  readonly isRefreshable: boolean;
  /** Abandons a request for a value that takes too long, so that the next call asks again. */
  giveUp(): void;
  /**
   * What identifies the account: the token's id, or an agent's token. Undefined until a function of
   * the caller has supplied it with the first header.
   */
  account(): string | undefined;
}

/** Where a client sends its requests. */
export interface Service {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly host: string;
  readonly port: number;
}

export interface ClientDialect {
  readonly name: DialectName;
  /** Loads the rows, with the first call. */
  load(): Promise<void>;
  /** Returns an operation as the dialect has it; the specification's until the rows are loaded. */
  operation(operation: CalledOperation): CalledOperation;
}

/** The state of a client: its base URL, its credentials and its defaults. */
export interface ClientContext {
  /**
   * Where the requests go.
   *
   * @throws ConfigurationError when no base URL was given
   */
  readonly service: () => Service;
  readonly authorization: Authorization;
  /** Which credential the client holds; the escape hatch uses it. */
  readonly auth: 'platform' | 'agent';
  readonly options: SharedOptions;
  /** The options of a call over those of the client, over the defaults. */
  readonly settings: (call: CallOptions | undefined) => Settings;
  readonly operation: (name: string) => CalledOperation | undefined;
  /** Undefined for the specification. */
  readonly dialect: ClientDialect | undefined;
  readonly journal: Journal | undefined;
  /** The names of the account in the journal, from the options. */
  readonly account: string | readonly string[] | undefined;
  readonly budget: RetryBudget;
  /** The service's clock, as far as responses have shown it. */
  readonly serviceClock: ServiceClock;
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
  /** By lower-case name, the User-Agent among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
  readonly current: object | undefined;
  /** One that is added receives the events of all calls from then on. */
  readonly observers: Observer[];
}
