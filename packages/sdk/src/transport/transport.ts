/** One HTTP request, complete but for its connection. */
export interface TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/** One HTTP answer whose body has not been read. */
export interface TransportResponse {
  readonly status: number;
  header(name: string): string | null;
  /**
   * Reads the body as UTF-8 text.
   *
   * @throws BodyTooLargeError beyond `limit` bytes
   */
  text(limit: number): Promise<string>;
}

/**
 * Sends one request once: no retry, no redirect, no status turned into an error. Rejects when no
 * complete answer came, with what the platform threw.
 */
export type Transport = (request: TransportRequest) => Promise<TransportResponse>;

/** A body went beyond the limit. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}
