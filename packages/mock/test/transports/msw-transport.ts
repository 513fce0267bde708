import type { HttpHandler } from 'msw';
import type { Mock } from '../../src/index.ts';
import { failOnUnhandled, mockHandlers } from '../../src/msw/index.ts';
import type { Transport } from '../support/open-mock.ts';

export interface Interception {
  use(...handlers: HttpHandler[]): void;
  resetHandlers(): void;
}

/**
 * Returns the transport of an active interception. Each mock is a handler for as long as its transport is
 * open.
 */
export function mswTransport(name: string, interception: Interception): Transport {
  return {
    name,
    async open(mock: Mock) {
      interception.use(...mockHandlers(mock, { covers: 'origin' }));
      return {
        fetch: (url, init) => fetch(url, init),
        connection: mock.connection,
        close: async () => interception.resetHandlers(),
      };
    },
  };
}

/** Options with which the suite starts an interception, so that no request bypasses it. */
export const startOptions = failOnUnhandled;
