/**
 * One request of a call: the stage it reached and the failure that ended it, without ids and
 * values.
 */
export interface AttemptReport {
  /** Leg of a signed operation; absent for other operations. */
  readonly leg?: 1 | 2;
  /**
   * The stage that the attempt reached. `unsent`: nothing left this machine. `sent`: no status line
   * arrived. `body`: the response broke off after its status line. `response`: it is complete.
   */
  readonly phase: 'unsent' | 'sent' | 'body' | 'response';
  readonly status?: number;
  /** The `code` in the service's error body. */
  readonly code?: string;
  /** Why a complete response is missing; left out when one arrived. */
  readonly failure?: 'network' | 'timeout' | 'deadline' | 'aborted' | 'unusable';
  /** Code of the system error behind the failure, such as `ECONNRESET`. */
  readonly systemCode?: string;
  /** System call that failed, such as `connect` or `read`. */
  readonly syscall?: string;
  /** Start of the attempt by this machine's clock, ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  /** Milliseconds the service asked to wait. */
  readonly retryAfter?: number;
}

/**
 * What happened in a call that failed, for a support ticket or a test that replays it. JSON-safe.
 * It holds no input, no result, no header and no secret.
 */
export interface ErrorReport {
  readonly version: 1;
  readonly operation: string | null;
  readonly method: string | null;
  /** Path template, such as `/cards/{id}`. */
  readonly path: string | null;
  readonly attempts: readonly AttemptReport[];
  /** Both clocks at the time of the error, ISO 8601; `service` is null if it sent no date. */
  readonly clocks: { readonly ours: string; readonly service: string | null };
  /** Paths at which responses differed from the contract. */
  readonly drift: readonly string[];
  /** Challenge ids sent and ids the service assigned to its responses. */
  readonly requestIds: readonly string[];
  readonly idempotencyKey: string | null;
  readonly sdk: { readonly name: string; readonly version: string; readonly runtime: string };
}
