import { type UndiciTransport, undiciTransport } from '@org/payments-sdk/undici';
import type { NamedTransport } from './run-fault.ts';

/** The names of the transports, in the order of the tally. */
export const transportNames = ['node:http', 'undici', 'fetch'] as const;

/** The transports of the SDK, by name, and how the one with a pool of its own is closed. */
export function openTransports(): {
  readonly transports: readonly NamedTransport[];
  readonly close: UndiciTransport['close'];
} {
  const pool = undiciTransport({ connections: 256 });
  const [http, undici, overFetch] = transportNames;
  const transports = [
    { name: http, transport: undefined },
    { name: undici, transport: pool },
    { name: overFetch, transport: undefined, fetch: (request: Request) => fetch(request) },
  ];
  return { transports, close: () => pool.close() };
}
