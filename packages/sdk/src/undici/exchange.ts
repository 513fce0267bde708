import type { Dispatcher } from 'undici';
import {
  BodyTooLargeError,
  type TransportRequest,
  type TransportResponse,
} from '../transport/transport.ts';
import { decodeBody } from './decode-body.ts';

/** Bytes taken in before anyone asks for the body; beyond it the socket waits. */
const UNASKED_LIMIT = 65_536;

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];
type Controller = Dispatcher.DispatchController;

interface Settle<T> {
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** One request on its socket, and the answer as it comes in. */
export class Exchange implements Dispatcher.DispatchHandler, TransportResponse {
  status = 0;
  readonly #signal: AbortSignal;
  readonly #started: Settle<TransportResponse>;
  #headers: Headers = {};
  #controller: Controller | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #limit: number | undefined;
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;
  #body: Settle<void> | undefined;

  private constructor(signal: AbortSignal, started: Settle<TransportResponse>) {
    this.#signal = signal;
    this.#started = started;
  }

  /** Sends a request; resolves with its answer when the headers are there. */
  static start(dispatcher: Dispatcher, request: TransportRequest): Promise<TransportResponse> {
    const { method, body, signal } = request;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const { origin, pathname, search } = new URL(request.url);
      const exchange = new Exchange(signal, { resolve, reject });
      signal.addEventListener('abort', exchange.#onAbort, { once: true });
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method: method as Dispatcher.HttpMethod,
          headers: { 'accept-encoding': 'gzip, deflate, br', ...request.headers },
          body: body ?? null,
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        exchange,
      );
    });
  }

  header(name: string): string | null {
    const key = name.toLowerCase();
    const value = Object.hasOwn(this.#headers, key) ? this.#headers[key] : undefined;
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  async text(limit: number): Promise<string> {
    this.#limit = limit;
    this.#checkSize(Number(this.header('content-length') ?? 0));
    if (!this.#ended && this.#failure === undefined) {
      await new Promise<void>((resolve, reject) => {
        this.#body = { resolve, reject };
        this.#controller?.resume();
      });
    }
    if (this.#failure !== undefined) throw this.#failure.reason;
    const [only, ...more] = this.#chunks;
    const bytes = more.length === 0 ? only : Buffer.concat(this.#chunks);
    this.#chunks = [];
    return bytes === undefined ? '' : decodeBody(bytes, this.header('content-encoding'), limit);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(toError(this.#failure.reason));
  }

  onResponseStart(_controller: Controller, status: number, headers: Headers): void {
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
    this.#started.resolve(this);
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    if (this.#limit === undefined && this.#size > UNASKED_LIMIT) controller.pause();
    else this.#checkSize(this.#size);
  }

  onResponseEnd(): void {
    this.#ended = true;
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#body?.resolve();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#fail(error);
  }

  readonly #onAbort = (): void => {
    const { reason } = this.#signal;
    this.#fail(reason);
    this.#controller?.abort(toError(reason));
  };

  #checkSize(size: number): void {
    if (this.#limit === undefined || size <= this.#limit || this.#failure !== undefined) return;
    const error = new BodyTooLargeError(`The body is larger than ${this.#limit} bytes.`);
    this.#fail(error);
    if (!this.#ended) this.#controller?.abort(error);
  }

  #fail(reason: unknown): void {
    if (this.#failure !== undefined || this.#ended) return;
    this.#failure = { reason };
    this.#chunks = [];
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#started.reject(reason);
    this.#body?.reject(reason);
  }
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was aborted.');
}
