import { type OperationName, redact } from '@org/payments-contract';
import { iso } from './clock.ts';
import type { Change } from './store/writer.ts';

/** What became of a request. */
export type Decision = 'answered' | 'challenged' | 'refused' | 'failed' | 'lost';

/** One request and what the mock made of it. Secrets are masked. */
export interface LoggedRequest {
  /** Counts from 1. */
  readonly sequence: number;
  /** Time of the mock's clock, ISO 8601. */
  readonly at: string;
  /** Undefined when no operation has this method and path. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  /** Path below the base URL, with the query. */
  readonly path: string;
  /** Leg of a signed operation: 2 when the request carried a signature header. */
  readonly leg: 1 | 2 | undefined;
  readonly requestBody: unknown;
  /** 0 when no answer was given. */
  readonly status: number;
  readonly responseBody: unknown;
  readonly decision: Decision;
  readonly code: string | undefined;
  /** The `reason` of a 401. */
  readonly reason: string | undefined;
  /** Which check refused the request, expected against received. */
  readonly explanation: string | undefined;
  /** What a developer should know, though it refused nothing. */
  readonly notes: readonly string[];
  readonly changes: readonly Change[];
  /** The id of the challenge given out or answered. */
  readonly requestId: string | undefined;
}

/** An entry while its request runs. Bodies stay raw until the log is read. */
export type OpenEntry = {
  -readonly [Field in keyof Omit<LoggedRequest, 'at'>]: LoggedRequest[Field];
} & {
  /** Milliseconds since 1970. */
  readonly time: number;
};

/** The last requests, oldest first. */
export class RequestLog {
  readonly #entries: OpenEntry[] = [];
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The entries, with secrets masked. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries.map(({ time, ...entry }) => ({
      ...entry,
      at: iso(time),
      requestBody: redact(entry.requestBody),
      responseBody: redact(entry.responseBody),
      changes: redact(entry.changes) as Change[],
      notes: [...entry.notes],
    }));
  }

  open(time: number, method: string, path: string): OpenEntry {
    this.#count += 1;
    const entry: OpenEntry = {
      sequence: this.#count,
      time,
      operation: undefined,
      method,
      path,
      leg: undefined,
      requestBody: undefined,
      status: 0,
      responseBody: undefined,
      decision: 'answered',
      code: undefined,
      reason: undefined,
      explanation: undefined,
      notes: [],
      changes: [],
      requestId: undefined,
    };
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit) this.#entries.shift();
    return entry;
  }

  clear(): void {
    this.#entries.length = 0;
    this.#count = 0;
  }
}
