import type { TransportResponse } from '../../transport/transport.ts';

/** A complete response. */
export interface CompleteResponse {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
  headers(): Iterable<readonly [string, string]>;
}

/** @throws TypeError for a response without a status: a `fetch` or a transport that is incomplete */
export function statusOf({ status }: TransportResponse): number {
  if (Number.isInteger(status)) return status;
  throw new TypeError('The transport returned a response without a status.');
}

/** A part of the response of a user's transport, or `missing` if reading it fails. */
function readable<Value>(read: () => Value, missing: Value): Value {
  try {
    return read();
  } catch {
    return missing;
  }
}

/** A response whose header fields can always be read: the outcome of a call does not depend on them. */
export function completeResponse(response: TransportResponse, text: string): CompleteResponse {
  const fields = () =>
    Array.from(response.headers(), ([name, value]) => [name, `${value}`] as const);
  return {
    status: response.status,
    text,
    header(name) {
      const value = readable(() => response.header(name), null) ?? null;
      return value === null ? null : `${value}`;
    },
    headers: () => readable(fields, []),
  };
}
