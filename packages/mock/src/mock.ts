import { type Choices, type Gap, gapsOf } from './choices.ts';
import type { MockClock } from './clock.ts';
import { answerRequest } from './engine/engine.ts';
import type { FaultList } from './faults/fault-list.ts';
import { createFixtures, type Fixtures } from './fixtures/index.ts';
import type { OutboxMessage } from './outbox.ts';
import { faultsOf } from './replay.ts';
import { type LoggedRequest, RequestLog } from './request-log.ts';
import { type Connection, type MockOptions, resolveSettings } from './settings.ts';
import type { Snapshot } from './store/snapshot.ts';
import { applyState, captureState, createWorld } from './world.ts';

/** The payments API in memory. Mocks share nothing: make one for each test. */
export interface Mock {
  /**
   * Answers a request; usable wherever a `fetch` function is taken. Only the path counts, not the
   * host. Rejects with `TypeError` where a fault breaks the connection.
   */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  /** Base URL and credentials for a client. */
  readonly connection: Connection;
  /** Adds resources without going through the API. */
  readonly add: Fixtures;
  readonly clock: MockClock;
  readonly faults: Pick<FaultList, 'add' | 'clear' | 'armed'>;
  /**
   * Adds the faults that make the operation of an `error.report()` of the SDK fail the same way
   * again, attempt by attempt, and returns how to remove them. The report is an `ErrorReport`, or
   * its JSON value.
   *
   * @throws MockUsageError for a report of another version
   * @example
   * mock.replay(JSON.parse(readFileSync('report.json', 'utf8')));
   */
  replay(report: unknown): () => void;
  /** The last requests with what became of them, oldest first, secrets masked. */
  readonly requests: readonly LoggedRequest[];
  /** Calls back with every request once it is answered, and returns how to stop that. */
  onRequest(listener: (request: LoggedRequest) => void): () => void;
  /** Codes the service would have sent, oldest first. */
  readonly outbox: readonly OutboxMessage[];
  /** Every point the specification leaves open, and what it is set to. */
  readonly gaps: readonly Gap[];
  /** The options behind the gaps, resolved. */
  readonly choices: Choices;
  /** The state as plain JSON: records, time and randomness; not log, outbox and faults. */
  snapshot(): Snapshot;
  /** Goes to a state. Log, outbox and faults are cleared. */
  restore(snapshot: Snapshot): void;
  /** Another mock in the same state. From then on the two know nothing of each other. */
  fork(): Mock;
  /** Back to how the mock was made, time included. Log, outbox and faults are cleared. */
  reset(): void;
}

/** A mock with an empty world, or with the one of `options.state`. */
export function createMock(options: MockOptions = {}): Mock {
  const settings = resolveSettings(options);
  const world = createWorld(settings);
  const log = new RequestLog(settings.logLimit);
  const empty = captureState(world);
  if (options.state !== undefined) applyState(world, structuredClone(options.state));

  const forget = () => {
    log.clear();
    world.outbox.clear();
    world.faults.clear();
  };

  const mock: Mock = {
    async fetch(input, init) {
      const isReady = input instanceof Request && init === undefined;
      const request = isReady ? input : new Request(input, init);
      request.signal.throwIfAborted();
      return answerRequest(request, world, log);
    },
    connection: settings.connection,
    add: createFixtures(world),
    clock: world.clock,
    faults: world.faults,
    replay(report) {
      const removers = faultsOf(report).map((fault) => world.faults.add(fault));
      return () => {
        for (const remove of removers) remove();
      };
    },
    get requests() {
      return log.entries;
    },
    onRequest: (listener) => log.subscribe(listener),
    get outbox() {
      return world.outbox.messages;
    },
    gaps: gapsOf(settings.choices),
    choices: settings.choices,
    snapshot: () => structuredClone(captureState(world)),
    restore(snapshot) {
      applyState(world, structuredClone(snapshot));
      forget();
    },
    fork() {
      const twin = createMock(options);
      twin.restore(captureState(world));
      return twin;
    },
    reset() {
      applyState(world, structuredClone(options.state ?? empty));
      if (typeof settings.now === 'function') world.clock.set(settings.now());
      forget();
    },
  };
  return mock;
}
