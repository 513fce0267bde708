import type { HttpHandler } from 'msw';
import type { Mock } from '../../src/index.ts';
import { failOnUnhandled, mockHandlers } from '../../src/msw/index.ts';
import type { Door } from './lab.ts';

/** What the suite needs of a server or a worker of Mock Service Worker. */
export interface Interception {
  use(...handlers: HttpHandler[]): void;
  resetHandlers(): void;
}

/** The door of an interception that is already on: each mock is a handler for as long as it is open. */
export function mswDoor(name: string, interception: Interception): Door {
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

/** How the suite starts an interception: nothing may get past it. */
export const startOptions = failOnUnhandled;
