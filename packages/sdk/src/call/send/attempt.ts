import type { Clock } from '@org/payments-contract/internal';
import { startLimit } from '../../limits/limited.ts';
import type { AttemptFailure, FailureReason } from '../../outcome/observations.ts';
import {
  BodyTooLargeError,
  type Transport,
  type TransportRequest,
} from '../../transport/transport.ts';
import { type CompleteResponse, completeResponse } from '../response/complete-response.ts';

export type AttemptResult =
  | { readonly response: CompleteResponse; readonly failure?: undefined }
  | { readonly response?: undefined; readonly failure: AttemptFailure };

export interface AttemptLimits {
  readonly clock: Clock;
  /** Milliseconds for headers and body. */
  readonly timeout: number;
  /** Milliseconds the call has left. Default: no limit. */
  readonly left?: number | undefined;
  /** The caller's signal. */
  readonly outer?: AbortSignal | undefined;
  readonly maxResponseBytes: number;
}

/** A request without the fields that the attempt adds. */
export type AttemptRequest = Omit<TransportRequest, 'signal' | 'onSent'>;

/** Reason of the transport's signal when a limit is reached. */
const limitReached = new Error('The time limit of the request was reached.');

function isUnusable(error: unknown): boolean {
  if (error instanceof BodyTooLargeError) return true;
  return (
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  );
}

/**
 * One attempt in progress, as the request that a transport with `takesStop` gets. It creates an abort
 * controller only when its signal is read.
 */
class Attempt implements TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: TransportRequest['headers'];
  readonly body: TransportRequest['body'];
  #controller: AbortController | undefined;
  #stopTransport: ((reason: unknown) => void) | undefined;
  #stopped: { readonly reason: unknown } | undefined;
  readonly #transport: Transport;
  readonly #limits: AttemptLimits;
  readonly #resolve: (result: AttemptResult) => void;
  #cancel: () => void = () => {};
  #isSent = false;
  #isOver = false;
  #status: number | undefined;

  constructor(
    { method, url, headers, body }: AttemptRequest,
    transport: Transport,
    limits: AttemptLimits,
    resolve: (result: AttemptResult) => void,
  ) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.body = body;
    this.#transport = transport;
    this.#limits = limits;
    this.#resolve = resolve;
  }

  readonly onSent = (): void => {
    this.#isSent = true;
  };

  readonly onStop = (stop: (reason: unknown) => void): void => {
    if (this.#stopped === undefined) this.#stopTransport = stop;
    else stop(this.#stopped.reason);
  };

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#stopped !== undefined) this.#controller.abort(this.#stopped.reason);
    return this.#controller.signal;
  }

  start(): void {
    const { clock, timeout, left = Number.POSITIVE_INFINITY, outer } = this.#limits;
    const why = left <= timeout ? 'deadline' : 'timeout';
    const stop = () => this.#stop(why, limitReached);
    this.#cancel = startLimit(clock, stop, Math.min(timeout, left));
    outer?.addEventListener('abort', this.#onAbort, { once: true });
    void this.#exchange();
  }

  async #exchange(): Promise<void> {
    try {
      const response = await this.#transport(this.#transport.takesStop ? this : this.#plain());
      if (this.#isOver) return;
      const { status } = response;
      if (!Number.isInteger(status)) throw withoutStatus();
      this.#status = status;
      const text = await response.text(this.#limits.maxResponseBytes);
      this.#end({ response: completeResponse(response, text) });
    } catch (cause) {
      this.#fail(isUnusable(cause) ? 'unusable' : 'network', cause);
    }
  }

  /** The request for any other transport, which may copy it. */
  #plain(): TransportRequest {
    const { method, url, headers, body, signal, onSent } = this;
    return { method, url, headers, body, signal, onSent };
  }

  readonly #onAbort = (): void => {
    this.#stop('aborted', this.#limits.outer?.reason);
  };

  #stop(why: FailureReason, reason: unknown): void {
    if (this.#isOver) return;
    this.#fail(why, why === 'aborted' ? reason : undefined);
    this.#stopped = { reason };
    this.#controller?.abort(reason);
    this.#stopTransport?.(reason);
  }

  #fail(why: FailureReason, cause: unknown): void {
    if (this.#isOver) return;
    const status = this.#status;
    const phase = status !== undefined ? 'body' : this.#mayHaveBeenSent() ? 'sent' : 'unsent';
    // Bytes that cannot be parsed before a status line are a failure like any other.
    const reason = why === 'unusable' && phase !== 'body' ? 'network' : why;
    this.#end({ failure: { why: reason, phase, status, cause } });
  }

  /**
   * Whether the request may have been sent. Only a transport that reports it proves that it was not:
   * an error code does not, because a `fetch` may have tried before, and interceptors throw any code.
   */
  #mayHaveBeenSent(): boolean {
    return this.#isSent || this.#transport.reportsSent !== true;
  }

  #end(result: AttemptResult): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancel();
    this.#limits.outer?.removeEventListener('abort', this.#onAbort);
    this.#resolve(result);
  }
}

/** The error for a `fetch` or a transport that is incomplete. */
function withoutStatus(): TypeError {
  return new TypeError('The transport returned a response without a status.');
}

function unsent(why: 'aborted' | 'deadline', cause: unknown): AttemptResult {
  return { failure: { why, phase: 'unsent', status: undefined, cause } };
}

/**
 * Sends a request once and reads the whole response, headers and body within one time limit. It
 * resolves at the limit even if the transport ignores its signal.
 */
export function attempt(
  transport: Transport,
  request: AttemptRequest,
  limits: AttemptLimits,
): Promise<AttemptResult> {
  if (limits.outer?.aborted) return Promise.resolve(unsent('aborted', limits.outer.reason));
  if (limits.left !== undefined && limits.left <= 0) {
    return Promise.resolve(unsent('deadline', undefined));
  }
  const { promise, resolve } = Promise.withResolvers<AttemptResult>();
  new Attempt(request, transport, limits, resolve).start();
  return promise;
}
