import type { Mock } from '../mock.ts';
import type { Connection, MockOptions } from '../options/settings.ts';

/** Options of a world: those of `createMock`, and where its events are delivered. */
export interface WorldOptions extends Omit<MockOptions, 'baseUrl'> {
  /** Letters, digits, `-`, `_`; a random name when left out. */
  readonly name?: string | undefined;
  /** URLs to which the world's events are delivered, until the world ends. */
  readonly forwardTo?: readonly string[] | undefined;
}

/** A mock of its own on a server, with its own address, credentials, clock, faults and webhooks. */
export interface World {
  readonly name: string;
  /** Address of its inspector; its control API is below `__mock` at this address. */
  readonly url: string;
  /** The inspector's page, with the token of the control API in its fragment if one is needed. */
  readonly inspectorUrl: string;
  /** Base URL and credentials for a client. */
  readonly connection: Connection;
  readonly mock: Mock;
}

/** The worlds of a server besides its first, so that tests in parallel share no state. */
export interface Worlds {
  /**
   * Adds a world. Its clock runs with the machine's unless `now` is given.
   *
   * @throws MockUsageError for an unknown option or value, and for a name in use
   * @example
   * const { connection, mock } = server.worlds.add({ name: 'worker-1' });
   */
  add(options?: WorldOptions): World;
  /** The worlds, oldest first. */
  readonly all: readonly World[];
  /** Ends a world: its address is unknown from then on. Returns whether it existed. */
  remove(name: string): boolean;
}
