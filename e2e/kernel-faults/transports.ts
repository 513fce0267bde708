import type { Transport } from '@org/payments-sdk';
import { nodeHttpTransport } from '@org/payments-sdk/node-http';
import { undiciTransport } from '@org/payments-sdk/undici';

/** A transport under test. */
export interface NamedTransport {
  readonly name: 'node:http' | 'fetch' | 'undici';
  /** Opens one with a single connection; undefined if the client creates it from `fetch`. */
  open(): (Transport & { close(): Promise<void> }) | undefined;
}

/** Every transport of the SDK. */
export const transports: readonly NamedTransport[] = [
  { name: 'node:http', open: () => nodeHttpTransport({ connections: 1 }) },
  { name: 'undici', open: () => undiciTransport({ connections: 1 }) },
  { name: 'fetch', open: () => undefined },
];
