import type { Drift } from '@org/payments-contract';
import { callOrWarn } from '@org/payments-contract/internal';
import type { Call } from './call.ts';
import type { LegResult } from './send/send.ts';

/** The facts of the response, besides its value. */
export interface ResponseInfo {
  /** HTTP status of the response. */
  readonly status: number;
  /** One header of the response, or null. */
  header(name: string): string | null;
  /** All header fields of the response, each with its lower-case name. */
  headers(): Iterable<readonly [string, string]>;
  /** The body as received. It contains the same secrets as the value. */
  readonly text: string;
  /** Differences from the contract that were found. */
  readonly drift: readonly Drift[];
  /** Requests sent for the call, on all legs, repeated ones included. */
  readonly attempts: number;
  /** The idempotency key sent, generated or given. */
  readonly idempotencyKey: string | undefined;
  /**
   * The id of the request at the service, for its support: that of the challenge, for a signed
   * change; otherwise the `Request-Id` of the response, undefined if it has none.
   */
  readonly requestId: string | undefined;
}

/** The value of a call, and the facts of its response. */
export interface Result {
  readonly data: unknown;
  readonly response: ResponseInfo;
}

/** A call's value, with the facts of its response. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: ResponseInfo;
}

/** A call in progress: await it for its value, or request the whole response as well. */
export interface ApiCall<Data> extends Promise<Data> {
  /** The value together with status, headers, text, attempts and keys of the response. */
  withResponse(): Promise<WithResponse<Data>>;
}

export function apiCall<Data>(result: Promise<Result>): ApiCall<Data> {
  const promise = result.then(({ data }) => data as Data);
  const withResponse = () => {
    promise.catch(() => undefined);
    return result as Promise<WithResponse<Data>>;
  };
  const call = promise as ApiCall<Data>;
  call.withResponse = withResponse;
  return call;
}

function reportDrift(call: Call, drift: readonly Drift[]): void {
  const paths = drift.map(({ path }) => path);
  call.drift.push(...paths);
  if (call.isObserved) call.emit({ type: 'drift', paths });
  const { onDrift } = call.settings;
  if (onDrift !== undefined)
    callOrWarn('`onDrift`', onDrift, { operation: call.operation.name, drift });
}

/** What a challenge returns. */
const nothing = { value: undefined, drift: [] as readonly Drift[] };

/** Turns the end of a request into the result of its call. */
export function resultOf(call: Call, { response, leg, reading, id }: LegResult): Result {
  const { value: data, drift } = reading.kind === 'value' ? reading : nothing;
  if (drift.length > 0) reportDrift(call, drift);
  const { status, text } = response;
  return {
    data,
    response: {
      status,
      text,
      drift,
      header: (name) => response.header(name),
      headers: () => response.headers(),
      attempts: call.attempts.length,
      idempotencyKey: leg.idempotencyKey,
      requestId: leg.signature?.requestId ?? id ?? undefined,
    },
  };
}
