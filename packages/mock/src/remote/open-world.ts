import type { EventType } from '@org/payments-contract';
import type { Duration, Instant } from '../clock.ts';
import type { MockEvent } from '../engine/tables.ts';
import type { Fault } from '../faults/fault.ts';
import { locatedError } from '../fixtures/fixture-set.ts';
import type { OutboxMessage } from '../log/outbox.ts';
import type { LoggedRequest } from '../log/request-log.ts';
import type { FixtureSet, Fixtures, LoadedFixtures } from '../mock.ts';
import type { Connection } from '../options/settings.ts';
import type { WorldOptions } from '../server/world.ts';
import { ControlClient } from './control-client.ts';

/** Options of a world, as they are sent: those that are functions exist in a process only. */
export interface RemoteWorldOptions
  extends Omit<WorldOptions, 'now' | 'sleep' | 'outcomes' | 'checkResponses' | 'state'> {
  /** The time at which the clock stands still; it runs with the machine's when left out. */
  readonly now?: string | number | undefined;
  /** What the world has from its start, and after each reset: a set, or that of `readFixtures`. */
  readonly fixtures?: FixtureSet | undefined;
}

/** The fixtures of a mock in another process: each returns a promise. */
export type RemoteFixtures = {
  readonly [Name in keyof Fixtures]: (
    ...given: Parameters<Fixtures[Name]>
  ) => Promise<Awaited<ReturnType<Fixtures[Name]>>>;
};

/** A world of a mock in another process. */
export interface RemoteWorld {
  readonly name: string;
  /** Address of its inspector and, below `__mock`, of its control API. */
  readonly url: string;
  readonly inspectorUrl: string;
  /** Base URL and credentials for a client, or for the environment of an application under test. */
  readonly connection: Connection;
  /** Verifies the world's events. */
  readonly webhookPublicKey: string;
  /** The world's `codeKey`, for a wallet of the dialect `2026-08`. */
  readonly codeKey: string;
  /** Adds resources without going through the API. */
  readonly add: RemoteFixtures;
  /** What the entries of the option `fixtures` became, by fixture and name. */
  readonly fixtures: LoadedFixtures;
  /** Adds the entries of a set, as `mock.load` does. A reset returns to the state after it. */
  load<const Set extends FixtureSet>(set: Set): Promise<LoadedFixtures<Set>>;
  /** Moves the world's clock; applications that follow it know the new time before this resolves. */
  advance(duration: Duration): Promise<void>;
  /** Moves the world's clock to a point in time. */
  setClock(instant: Instant): Promise<void>;
  /** Adds a fault. */
  addFault(fault: Fault): Promise<void>;
  /** Delivers every event from now on, signed, to a URL, such as that of an application. */
  forwardTo(url: string): Promise<void>;
  /** Emits a type of event, with the resources it is about. */
  trigger(type: EventType): Promise<void>;
  /** One-time codes that the service would have sent, oldest first. */
  outbox(): Promise<readonly OutboxMessage[]>;
  /** The last requests with their outcomes, oldest first, secrets masked. */
  requests(): Promise<readonly LoggedRequest[]>;
  /** The events of all changes of state, oldest first. */
  events(): Promise<readonly MockEvent[]>;
  /**
   * Returns the world to the state in which it began. It repeats its ids, so that an application
   * that remembers events takes the new ones for repeats: reset both.
   */
  reset(): Promise<void>;
  /** Ends the world. */
  close(): Promise<void>;
}

type Facts = Pick<
  RemoteWorld,
  'name' | 'url' | 'inspectorUrl' | 'connection' | 'webhookPublicKey' | 'codeKey' | 'fixtures'
>;

/** Each name is a fixture; the server refuses those that do not exist. */
function fixturesOf(control: ControlClient): RemoteFixtures {
  const get = (_target: object, name: string | symbol) =>
    typeof name === 'string' && name !== 'then'
      ? (fields: object = {}) => control.add(name, fields)
      : undefined;
  return new Proxy({}, { get }) as RemoteFixtures;
}

/** Names the place in the file of a set that a server refuses. */
function located<Result>(set: FixtureSet | undefined, response: Promise<Result>): Promise<Result> {
  return response.catch((error: unknown) => {
    throw locatedError(set, error);
  });
}

/**
 * Adds a world to a mock that runs in another process, so that tests in parallel share no state.
 *
 * @param server address of the mock, with the token in its fragment if one is needed
 * @throws Error for an option that the server refuses, with its message; FixtureError for a set of
 *   `readFixtures`, with file, line and column; the error of `fetch`
 * @example
 * const world = await openWorld('http://127.0.0.1:4010');
 * const payments = createPaymentsClient(world.connection);
 */
export async function openWorld(
  server: string | URL,
  options: RemoteWorldOptions = {},
): Promise<RemoteWorld> {
  const parent = new ControlClient(() => server);
  const facts = (await located(options.fixtures, parent.addWorld(options))) as Facts;
  const control = new ControlClient(() => facts.inspectorUrl);
  return {
    ...facts,
    add: fixturesOf(control),
    load: async <const Set extends FixtureSet>(set: Set) =>
      (await located(set, control.load(set))) as LoadedFixtures<Set>,
    advance: async (duration) => void (await control.advance(duration)),
    setClock: async (instant) => void (await control.setClock(instant)),
    addFault: async (fault) => void (await control.arm(fault)),
    forwardTo: async (url) => void (await control.send('POST', '/webhooks/targets', { url })),
    trigger: async (type) => void (await control.trigger(type)),
    outbox: control.outbox,
    requests: control.log,
    events: control.events,
    reset: async () => void (await control.reset()),
    close: async () => void (await parent.removeWorld(facts.name)),
  };
}
