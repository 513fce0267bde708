import type { Clock } from '../client/clock.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import {
  BodyTooLargeError,
  type Transport,
  type TransportRequest,
} from '../transport/transport.ts';

/** An answer with its body read. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** An earlier attempt of the same request may have reached the service. */
  readonly followsLoss?: boolean;
  header(name: string): string | null;
}

/** Why an attempt gave no answer, and how far it had come. */
export interface AttemptFailure {
  readonly why: 'timeout' | 'deadline' | 'aborted' | 'network' | 'unusable';
  /** `unsent`: the request cannot have reached the service. */
  readonly phase: 'unsent' | 'sent' | 'body';
  /** The status line, where one arrived. */
  readonly status: number | undefined;
  /** This or an earlier attempt of the same request may have reached the service. */
  readonly mayHaveArrived?: boolean;
  readonly cause: unknown;
}

export type AttemptResult =
  | { readonly answer: Answer; readonly failure?: undefined }
  | { readonly answer?: undefined; readonly failure: AttemptFailure };

/** Limits of one attempt. `outer` fires with `deadline` as its reason when the call's time is up. */
export interface AttemptLimits {
  readonly clock: Clock;
  readonly timeout: number;
  readonly outer: AbortSignal;
  readonly maxResponseBytes: number;
}

/** Reasons our own timers abort with; compared by identity. */
export const timedOut = Symbol('timeout');
export const deadlineReached = Symbol('deadline');

/** System calls that come before a connection exists. The code of an error alone proves nothing. */
const unsentCalls = new Set(['connect', 'getaddrinfo']);

/** Failures that come before a byte of the request is sent. */
const unsentCodes = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_CLOSED',
  'UND_ERR_INVALID_ARG',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

function isUnsent(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  const { code, syscall, cause, errors } = error as Readonly<Record<string, unknown>>;
  // One error for each address that was tried.
  if (Array.isArray(errors)) return errors.every((inner) => isUnsent(inner, depth + 1));
  if (typeof syscall === 'string') return unsentCalls.has(syscall);
  return (typeof code === 'string' && unsentCodes.has(code)) || isUnsent(cause, depth + 1);
}

function whyOf(error: unknown, signal: AbortSignal): AttemptFailure['why'] {
  if (signal.aborted) {
    if (signal.reason === timedOut) return 'timeout';
    return signal.reason === deadlineReached ? 'deadline' : 'aborted';
  }
  const isUnusable = error instanceof BodyTooLargeError || isDecodingError(error);
  return isUnusable ? 'unusable' : 'network';
}

function isDecodingError(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    'code' in error &&
    error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  );
}

/** The promise, or the signal's reason when that comes first, even if the promise never settles. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    stop = () => signal.removeEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stop();
    promise.catch(() => undefined);
  }
}

/** Passes an abort on, for less than `AbortSignal.any` costs; the function given back unlinks. */
export function linkAbort(from: AbortSignal, to: AbortController): () => void {
  const onAbort = () => to.abort(from.reason);
  if (from.aborted) onAbort();
  else from.addEventListener('abort', onAbort, { once: true });
  return () => from.removeEventListener('abort', onAbort);
}

/** Sends a request once and reads the whole answer, headers and body within one time limit. */
export async function attempt(
  transport: Transport,
  request: Omit<TransportRequest, 'signal'>,
  limits: AttemptLimits,
): Promise<AttemptResult> {
  const own = new AbortController();
  const { signal } = own;
  const unlink = linkAbort(limits.outer, own);
  if (signal.aborted) {
    const why = whyOf(undefined, signal);
    return { failure: { why, phase: 'unsent', status: undefined, cause: signal.reason } };
  }
  const cancel = limits.clock.setTimeout(() => own.abort(timedOut), limits.timeout);
  let status: number | undefined;
  let sent = false;
  const onSent = () => {
    sent = true;
  };
  const exchange = async (): Promise<Answer> => {
    const response = await transport({ ...request, signal, onSent });
    signal.throwIfAborted();
    status = response.status;
    const text = await response.text(limits.maxResponseBytes);
    return { status, text, header: (name) => response.header(name) };
  };
  try {
    return { answer: await abortable(exchange(), signal) };
  } catch (cause) {
    const why = whyOf(cause, signal);
    const nothingLeft = transport.reportsSent
      ? !sent
      : !sent && why === 'network' && isUnsent(cause);
    // The transport's own settings forbid the request, such as a proxy that cannot be used.
    if (transport.reportsSent && !sent && isPaymentsError(cause)) throw cause;
    const phase = status !== undefined ? 'body' : nothingLeft ? 'unsent' : 'sent';
    return {
      failure: { why, phase, status, cause: typeof cause === 'symbol' ? undefined : cause },
    };
  } finally {
    cancel();
    unlink();
  }
}
