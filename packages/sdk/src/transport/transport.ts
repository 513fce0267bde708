/** The parts of a response that are read: those of `fetch`, and of libraries with a body of Node. */
export interface FetchResponse {
  readonly status: number;
  readonly headers: Iterable<readonly [string, string]>;
  readonly body: ReadableStream<Uint8Array> | AsyncIterable<string | Uint8Array> | null;
}

/** The second argument of a function that sends requests, as `fetch` takes it. */
export interface FetchInit {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A string; for an upload a stream, or its bytes for a function of a URL, such as node-fetch, which
   * cannot send a stream. The type is all of them at once, so that a function can be passed
   * whatever the bodies that its own types name.
   */
  readonly body?: string & Uint8Array<ArrayBuffer> & ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly signal: AbortSignal;
  readonly redirect: 'manual';
  /** Frameworks and browsers keep responses to reads otherwise. Left out where a runtime refuses it. */
  readonly cache?: 'no-store';
  readonly duplex?: 'half';
}

/**
 * Sends a request. A function that declares two parameters, as node-fetch does, is called with the
 * URL and its options, any other one with a `Request` and the same options; `String(request)` is
 * its URL. The type of the first argument is both, so that either kind of function can be passed.
 */
export type FetchFunction = (request: Request & string, init: FetchInit) => Promise<FetchResponse>;

/** A body that can be built again for a repeated attempt: a multipart upload. */
export interface StreamedBody {
  /** Total bytes, if known: sent as Content-Length. */
  readonly length: number | undefined;
  /** A fresh stream of the same bytes. */
  stream(): ReadableStream<Uint8Array>;
}

/** One HTTP request, complete except for its connection. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | StreamedBody | undefined;
  readonly signal: AbortSignal;
  /**
   * Sets the function that is called once, with the reason, when the request is to be abandoned; at
   * the same time as `signal`. Present if the transport has `takesStop`: it costs less than a
   * listener on a signal, which is then created only if it is read.
   */
  readonly onStop?: ((stop: (reason: unknown) => void) => void) | undefined;
  /** Called once, right before the first byte of the request can leave this machine on a connected socket. */
  readonly onSent?: (() => void) | undefined;
}

/** One HTTP response whose body has not been read. */
export interface TransportResponse {
  readonly status: number;
  /** The value of one header field, repeated fields joined with `, `; null if it is missing. */
  header(name: string): string | null;
  /** All header fields as lower-case name and value. */
  headers(): Iterable<readonly [string, string]>;
  /**
   * Reads the body as UTF-8 text.
   *
   * @throws BodyTooLargeError beyond `limit` bytes
   */
  text(limit: number): Promise<string>;
  /**
   * Reads the body as bytes.
   *
   * @throws BodyTooLargeError beyond `limit` bytes
   */
  bytes(limit: number): Promise<Uint8Array>;
}

/**
 * Sends one request once: no retry, no redirect, no status turned into an error. Rejects with the
 * platform's error when no complete response arrived.
 */
export interface Transport {
  (request: TransportRequest): Promise<TransportResponse>;
  /** Set if the transport calls `onSent`: a failure before that call proves that nothing was sent. */
  readonly reportsSent?: true;
  /** Set if the transport uses `onStop`, and uses `signal` only if `onStop` is missing. */
  readonly takesStop?: true;
  /** Closes pooled connections; pending requests are rejected. */
  close?(): Promise<void>;
}

/** The body of a response or request is larger than the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}
