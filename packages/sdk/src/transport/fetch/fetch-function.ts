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
