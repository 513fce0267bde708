import type { OperationName, OperationRow } from '@org/payments-contract';
import { iso } from '../clock.ts';
import { digest } from '../digest.ts';
import type { Change } from '../store/writer.ts';
import { isTooDeep, loggable, loggablePath } from './log-values.ts';
import { Observers } from './observers.ts';

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
  /** Undefined if no operation has this method and path. */
  readonly operation: OperationName | undefined;
  /** The method of the request, in capital letters. */
  readonly method: string;
  /**
   * Path below the base URL. For a known operation, with the known parameters of its query; for any
   * other path without the query, which may contain anything.
   */
  readonly path: string;
  /** Leg of a signed operation: 2, or 3 after a second challenge, when the request carried a signature header. */
  readonly leg: 1 | 2 | 3 | undefined;
  /** The signature headers that the request carried. */
  readonly signatureHeaders: readonly SignatureHeader[];
  /** The body of the request, secrets masked. */
  readonly requestBody: unknown;
  /**
   * SHA-256 of the body of a signed operation: equal bodies have equal ones. Undefined for a body
   * that is nested too deeply.
   */
  readonly bodyDigest: string | undefined;
  /** 0 if no response was sent. */
  readonly status: number;
  /** The body of the response, secrets masked. */
  readonly responseBody: unknown;
  /** The outcome of the request. */
  readonly decision: Decision;
  /** The error code of the response; undefined for a success. */
  readonly code: string | undefined;
  /** The `reason` of a 401. */
  readonly reason: string | undefined;
  /** The check that refused the request, with the expected and the received value. */
  readonly explanation: string | undefined;
  /** Notes for the developer, which did not refuse the request. */
  readonly notes: readonly string[];
  /** The records that the request created, changed or deleted. */
  readonly changes: readonly Change[];
  /** The id of the challenge that was issued or answered. */
  readonly requestId: string | undefined;
}

/** An entry while its request runs. Bodies and parameters stay raw until the log is read. */
export type OpenEntry = {
  -readonly [Field in keyof Omit<LoggedRequest, 'at' | 'bodyDigest'>]: LoggedRequest[Field];
} & {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The parts of a known operation's path; then `path` is built from them. */
  target: Parameters<typeof loggablePath> | undefined;
  isClosed: boolean;
};

type Raw = Omit<OpenEntry, 'time' | 'target' | 'isClosed'>;

/** Larger bodies are not kept, so that the log of a long run stays small. */
const LONGEST_BODY = 64 * 1024;

function digestOf({ leg, requestBody }: Raw): string | undefined {
  if (leg === undefined || isTooDeep(requestBody)) return undefined;
  return digest(JSON.stringify(requestBody) ?? '');
}

/** Returns the schemas of an operation's bodies; of a refused request, the response has none. */
function schemasOf(row: OperationRow | undefined, status: number) {
  if (row === undefined) return { request: [], response: [] };
  const { body, responses } = row;
  const response = responses[status];
  return {
    request: body === undefined ? [] : [body],
    response: response === undefined || response === null ? [] : [response],
  };
}

function masked({ time, target, isClosed: _isClosed, ...entry }: OpenEntry): LoggedRequest {
  const schemas = schemasOf(target?.[0], entry.status);
  return {
    ...entry,
    at: iso(time),
    path: target === undefined ? entry.path : loggablePath(...target),
    requestBody: loggable(entry.requestBody, ...schemas.request),
    bodyDigest: digestOf(entry),
    responseBody: loggable(entry.responseBody, ...schemas.response),
    changes: entry.changes.map((change) => loggable(change) as Change),
    notes: [...entry.notes],
  };
}

export class RequestLog {
  readonly #entries: OpenEntry[] = [];
  readonly #masked = new WeakMap<OpenEntry, LoggedRequest>();
  readonly #listeners = new Observers<LoggedRequest>('A listener of `onRequest`');
  readonly #limit: number;
  readonly #changed: () => void;
  #count = 0;

  /** @param changed called after the log was emptied */
  constructor(limit: number, changed: () => void) {
    this.#limit = limit;
    this.#changed = changed;
  }

  get entries(): readonly LoggedRequest[] {
    return this.#entries.map((entry) => this.#read(entry));
  }

  /** Calls a listener with every request once it has a response, and returns a function that removes it. */
  subscribe(listener: (entry: LoggedRequest) => void): () => void {
    return this.#listeners.add(listener);
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
      target: undefined,
      isClosed: false,
    };
    this.#entries.push(entry);
    if (this.#entries.length > this.#limit) this.#entries.shift();
    return entry;
  }

  /** Adds to a complete entry what its request did after its connection was lost. */
  amend(entry: OpenEntry, changes: readonly Change[], note: string): void {
    entry.changes = changes;
    entry.notes = [...entry.notes, note];
    this.#masked.delete(entry);
    this.#changed();
  }

  /** Completes an entry, which no longer changes unless it is amended. */
  close(entry: OpenEntry, contentLength: number): void {
    if (contentLength > LONGEST_BODY) entry.requestBody = `[${contentLength} bytes]`;
    entry.isClosed = true;
    if (!this.#listeners.isEmpty) this.#listeners.notify(this.#read(entry));
  }

  clear(): void {
    this.#entries.length = 0;
    this.#count = 0;
    this.#changed();
  }

  #read(entry: OpenEntry): LoggedRequest {
    const known = this.#masked.get(entry);
    if (known !== undefined) return known;
    const read = masked(entry);
    if (entry.isClosed) this.#masked.set(entry, read);
    return read;
  }
}
