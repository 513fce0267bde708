import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
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
  readonly #onSent: (() => void) | undefined;
  #headers: Headers = {};
  #controller: Controller | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  #limit: number | undefined;
  #ended = false;
  #failure: { readonly reason: unknown } | undefined;
  #body: Settle<void> | undefined;

  private constructor(request: TransportRequest, started: Settle<TransportResponse>) {
    this.#signal = request.signal;
    this.#onSent = request.onSent;
    this.#started = started;
  }

  /** Sends a request; resolves with its answer when the headers are there. */
  static start(dispatcher: Dispatcher, request: TransportRequest): Promise<TransportResponse> {
    const { method, body, signal } = request;
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const { origin, pathname, search } = new URL(request.url);
      const exchange = new Exchange(request, { resolve, reject });
      signal.addEventListener('abort', exchange.#onAbort, { once: true });
      dispatcher.dispatch(
        {
          origin,
          path: pathname + search,
          method: method as Dispatcher.HttpMethod,
          headers: {
            'accept-encoding': 'gzip, deflate, br',
            ...request.headers,
            ...(typeof body === 'object' &&
              body.length !== undefined && { 'content-length': String(body.length) }),
          },
          body:
            typeof body === 'object'
              ? Readable.fromWeb(body.stream() as NodeReadableStream)
              : (body ?? null),
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

  *headers(): Iterable<readonly [string, string]> {
    for (const [name, value] of Object.entries(this.#headers)) {
      if (value !== undefined) yield [name, Array.isArray(value) ? value.join(', ') : value];
    }
  }

  async text(limit: number): Promise<string> {
    const bytes = await this.#read(limit);
    return bytes === undefined ? '' : decodeBody(bytes, this.header('content-encoding'), limit);
  }

  async bytes(limit: number): Promise<Uint8Array> {
    return new TextEncoder().encode(await this.text(limit));
  }

  async #read(limit: number): Promise<Buffer | undefined> {
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
    return bytes;
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(toError(this.#failure.reason));
    else this.#onSent?.();
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
