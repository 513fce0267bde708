import { findOperation, type OperationName, type OperationRow } from '@org/payments-contract';
import { iso } from './clock.ts';
import { digest } from './engine/payload.ts';
import { isTooDeep, loggable } from './log-values.ts';
import type { Change } from './store/writer.ts';

/** The outcome of a request. */
export type Decision = 'answered' | 'challenged' | 'refused' | 'failed' | 'lost';

/** A header of the signed retry: `Service-Wallet-Signature` or `Request-Id`. */
export type SignatureHeader = 'stamp' | 'request-id';

/** One request and its outcome. Secrets are masked. */
export interface LoggedRequest {
  /** Counts from 1. */
  readonly sequence: number;
  /** Time of the mock's clock, ISO 8601. */
  readonly at: string;
  /** Undefined when no operation has this method and path. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  /**
   * Path below the base URL. Of a known operation, with the known parameters of its query; of any
   * other path without the query, which may carry anything.
   */
  readonly path: string;
  /** Leg of a signed operation: 2 when the request carried a signature header. */
  readonly leg: 1 | 2 | undefined;
  /** Which of the two headers of a signed retry the request carried. */
  readonly signatureHeaders: readonly SignatureHeader[];
  readonly requestBody: unknown;
  /**
   * SHA-256 of the body of a signed operation: equal bodies have equal ones. Undefined for a body
   * that is nested too deeply.
   */
  readonly bodyDigest: string | undefined;
  /** 0 when no response was given. */
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
  /** The id of the challenge that was issued or answered. */
  readonly requestId: string | undefined;
}

/** An entry while its request runs. Bodies stay raw until the log is read. */
export type OpenEntry = {
  -readonly [Field in keyof Omit<LoggedRequest, 'at' | 'bodyDigest'>]: LoggedRequest[Field];
} & {
  /** Milliseconds since 1970. */
  readonly time: number;
};

/** Larger bodies are not kept: the log of a long run stays small. */
const LONGEST_BODY = 64 * 1024;

function digestOf({ leg, requestBody }: Omit<OpenEntry, 'time'>): string | undefined {
  if (leg === undefined || isTooDeep(requestBody)) return undefined;
  return digest(JSON.stringify(requestBody) ?? '');
}

/** The schemas of a response, by which its secrets are found; none of a refusal or a challenge. */
function schemasOfResponse({ status }: Pick<OpenEntry, 'status'>, row: OperationRow | undefined) {
  const schema = row?.responses[status];
  return schema === undefined || schema === null ? [] : [schema];
}

function masked({ time, ...entry }: OpenEntry): LoggedRequest {
  const row = entry.operation === undefined ? undefined : findOperation(entry.operation)?.row;
  return {
    ...entry,
    at: iso(time),
    requestBody: loggable(entry.requestBody, ...(row?.body === undefined ? [] : [row.body])),
    bodyDigest: digestOf(entry),
    responseBody: loggable(entry.responseBody, ...schemasOfResponse(entry, row)),
    changes: entry.changes.map((change) => loggable(change) as Change),
    notes: [...entry.notes],
  };
}

/** The last requests, oldest first. */
export class RequestLog {
  readonly #entries: OpenEntry[] = [];
  readonly #masked = new WeakMap<OpenEntry, LoggedRequest>();
  readonly #closed = new WeakSet<OpenEntry>();
  readonly #listeners = new Set<(entry: LoggedRequest) => void>();
  readonly #limit: number;
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The entries, with secrets masked. */
  get entries(): readonly LoggedRequest[] {
    return this.#entries.map((entry) => this.#read(entry));
  }

  /** Calls back with every request once it has its response, and returns how to stop that. */
  subscribe(listener: (entry: LoggedRequest) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
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
      signatureHeaders: [],
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

  /** Ends an entry: it does not change any more. */
  close(entry: OpenEntry, contentLength: number): void {
    if (contentLength > LONGEST_BODY) entry.requestBody = `[${contentLength} bytes]`;
    this.#closed.add(entry);
    if (this.#listeners.size === 0) return;
    const read = this.#read(entry);
    for (const listener of this.#listeners) listener(read);
  }

  clear(): void {
    this.#entries.length = 0;
    this.#count = 0;
  }

  #read(entry: OpenEntry): LoggedRequest {
    const known = this.#masked.get(entry);
    if (known !== undefined) return known;
    const read = masked(entry);
    if (this.#closed.has(entry)) this.#masked.set(entry, read);
    return read;
  }
}
