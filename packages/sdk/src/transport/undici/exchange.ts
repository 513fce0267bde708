import type { Dispatcher } from 'undici';
import { type Closable, type OpenExchanges, parseTarget, whenStopped } from '../exchanges.ts';
import { acceptedEncodings, IncomingBody } from '../incoming-body.ts';
import { plainError } from '../plain-error.ts';
import type { StreamedBody, TransportRequest, TransportResponse } from '../transport.ts';

type Fields = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];
type Controller = Dispatcher.DispatchController;

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was aborted.');
}

/** A body as undici takes it. Its type leaves out async iterables, which it accepts. */
function dispatchBody(
  body: string | StreamedBody | undefined,
): NonNullable<Dispatcher.DispatchOptions['body']> | null {
  return typeof body === 'object'
    ? (body.stream() as unknown as NonNullable<Dispatcher.DispatchOptions['body']>)
    : (body ?? null);
}

/** One request on its socket, and the response as it arrives. */
export class Exchange implements Dispatcher.DispatchHandler, TransportResponse, Closable {
  status = 0;
  openIndex = 0;
  readonly #request: TransportRequest;
  readonly #open: OpenExchanges;
  readonly #started: Promise<TransportResponse>;
  readonly #body: IncomingBody;
  readonly #resolve: (response: TransportResponse) => void;
  readonly #reject: (reason: unknown) => void;
  #fields: Fields = {};
  #controller: Controller | undefined;
  #sent = false;
  #done = false;
  #endStopping: (() => void) | undefined;
  #failure: Error | undefined;

  constructor(request: TransportRequest, open: OpenExchanges) {
    this.#request = request;
    this.#open = open;
    const { promise, resolve, reject } = Promise.withResolvers<TransportResponse>();
    this.#started = promise;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#body = new IncomingBody({
      pause: () => this.#controller?.pause(),
      resume: () => this.#controller?.resume(),
      stop: (error) => this.fail(error),
    });
  }

  /**
   * Sends the request; resolves with its response when the header fields are there.
   *
   * @param reportsStart whether the dispatcher calls `onRequestStart` before it acts on a request
   */
  start(dispatcher: Dispatcher, reportsStart: boolean): Promise<TransportResponse> {
    this.#open.add(this);
    this.#endStopping = whenStopped(this.#request, (reason) => this.fail(reason));
    if (this.#done) return this.#started;
    if (!reportsStart) this.#markSent();
    const { method, url, headers, body } = this.#request;
    try {
      const { origin, path } = parseTarget(url);
      const length = typeof body === 'object' ? body.length : undefined;
      dispatcher.dispatch(
        {
          origin,
          path,
          method: method as Dispatcher.HttpMethod,
          headers: {
            'accept-encoding': acceptedEncodings(),
            ...headers,
            ...(length !== undefined && { 'content-length': String(length) }),
          },
          body: dispatchBody(body),
          headersTimeout: 0,
          bodyTimeout: 0,
        },
        this,
      );
    } catch (error) {
      this.fail(plainError(error));
    }
    return this.#started;
  }

  /** Whether a byte may have been sent, and a caller waits for the response. */
  get isUnderWay(): boolean {
    return this.#sent && (this.status === 0 || !this.#body.isUnread);
  }

  header(name: string): string | null {
    const key = name.toLowerCase();
    const value = Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  }

  *headers(): Iterable<readonly [string, string]> {
    for (const name of Object.keys(this.#fields)) yield [name, this.header(name) ?? ''];
  }

  text(limit: number): Promise<string> {
    return this.#body.text(limit, this.header('content-length'), this.header('content-encoding'));
  }

  bytes(limit: number): Promise<Uint8Array> {
    return this.#body.bytes(limit, this.header('content-length'), this.header('content-encoding'));
  }

  /** Ends the exchange with an error, and closes its socket. */
  fail(reason: unknown): void {
    if (this.#done) return;
    this.#failure = toError(reason);
    this.#finish();
    this.#reject(reason);
    this.#body.fail(reason);
    this.#controller?.abort(this.#failure);
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(this.#failure);
    else this.#markSent();
  }

  #markSent(): void {
    if (this.#sent) return;
    this.#sent = true;
    this.#request.onSent?.();
  }

  onResponseStart(_controller: Controller, status: number, fields: Fields): void {
    if (status < 200) return;
    this.status = status;
    this.#fields = fields;
    this.#resolve(this);
  }

  onResponseData(_controller: Controller, chunk: Buffer): void {
    this.#body.push(chunk);
  }

  onResponseEnd(): void {
    if (this.#done) return;
    this.#body.end();
    this.#finish();
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.fail(plainError(error));
  }

  #finish(): void {
    this.#done = true;
    this.#endStopping?.();
    this.#open.remove(this);
  }
}
