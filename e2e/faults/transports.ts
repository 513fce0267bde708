import { type UndiciTransport, undiciTransport } from '@org/payments-sdk/undici';
import type { NamedTransport } from './run-fault.ts';

/** The two transports of the SDK, by name, and how the second is closed. */
export function openTransports(): {
  readonly transports: readonly NamedTransport[];
  readonly close: UndiciTransport['close'];
} {
  const pool = undiciTransport({ connections: 256 });
  const transports = [
    { name: 'ky', transport: undefined },
    { name: 'undici', transport: pool },
  ];
  return { transports, close: () => pool.close() };
}
