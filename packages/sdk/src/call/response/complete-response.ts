import type { TransportResponse } from '../../transport/transport.ts';

export interface CompleteResponse {
  readonly status: number;
  readonly text: string;
  header(name: string): string | null;
  headers(): Iterable<readonly [string, string]>;
}

/** A response whose header fields can always be read: the outcome of a call does not depend on them. */
export function completeResponse(response: TransportResponse, text: string): CompleteResponse {
  return {
    status: response.status,
    text,
    header(name) {
      try {
        const value = response.header(name) ?? null;
        return value === null ? null : `${value}`;
      } catch {
        return null;
      }
    },
    headers() {
      try {
        return Array.from(response.headers(), ([name, value]) => [name, `${value}`] as const);
      } catch {
        return [];
      }
    },
  };
}
