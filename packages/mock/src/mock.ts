import { type EventType, operations } from '@org/payments-contract';
import { publicKeyFromScalar } from '@org/payments-crypto';
import * as areas from './areas/index.ts';
import type { MockClock } from './clock.ts';
import type { EventGroup } from './engine/area.ts';
import { compose, type Engine, type HandlesOf, type TablesOf } from './engine/compose.ts';
import { makeDueMoves } from './engine/due-moves.ts';
import { respond } from './engine/engine.ts';
import { eventsOf } from './engine/events.ts';
import { BoundFixtures, type FixturesOf } from './engine/fixtures.ts';
import { type Panel, panelsOf } from './engine/panels.ts';
import type { OperationRouter } from './engine/router.ts';
import type { engineTables, MockEvent } from './engine/tables.ts';
import type { FaultList } from './faults/fault-list.ts';
import { faultsOf } from './faults/replay.ts';
import { type FixtureSetOf, type LoadedOf, locatedError } from './fixtures/fixture-set.ts';
import { loadFixtures } from './fixtures/load.ts';
import { type Ledger, ledgerOf } from './ledger/ledger.ts';
import { ledgerTables } from './ledger/tables.ts';
import type { OutboxMessage } from './log/outbox.ts';
import { type LoggedRequest, RequestLog } from './log/request-log.ts';
import { type Choices, type Gap, gapsOf } from './options/choices.ts';
import { type Connection, type MockOptions, resolveSettings } from './options/settings.ts';
import { CODE_KEY, EXPORT_KEY } from './random.ts';
import type { Snapshot as AnySnapshot } from './store/store.ts';
import { Writer } from './store/writer.ts';
import { Dispatcher } from './webhooks/dispatcher.ts';
import { enqueue } from './webhooks/enqueue.ts';
import { type EventsOf, eventsOfType } from './webhooks/event-types.ts';
import { webhookTables } from './webhooks/tables.ts';
import type { WebhookHandler } from './webhooks/targets.ts';
import { type Webhooks, webhooksOf } from './webhooks/webhooks.ts';
import { applyState, captureState, createWorld } from './world.ts';

/**
 * Adds resources to a mock. Every field has a sensible default, ids included; a field set to
 * undefined is left out of the record.
 */
export type Fixtures = FixturesOf<typeof areas>;

/** Entries of `mock.load` by fixture and name: what a file of fixtures contains. */
export type FixtureSet = FixtureSetOf<Fixtures>;

/** What each entry of a set became: what its fixture returns. */
export type LoadedFixtures<Set = FixtureSet> = LoadedOf<Fixtures, Set>;

type Handle =
  | HandlesOf<typeof areas>
  | (typeof engineTables)[number]
  | (typeof ledgerTables)[number]
  | (typeof webhookTables)[number];

/** The whole state of a mock as plain JSON: records, ledger, events, time and randomness. */
export type Snapshot = AnySnapshot<TablesOf<Handle>>;

/** The payments API in memory. Mocks share nothing: create one for each test. */
export interface Mock {
  /**
   * Responds to a request; usable wherever a `fetch` function is accepted. Only the path counts,
   * not the host. Rejects with `TypeError` if a fault breaks the connection.
   */
  readonly fetch: (input: Request | string | URL, init?: RequestInit) => Promise<Response>;
  /**
   * The public key that verifies exported wallets if `walletExportSignature` is `signed`: hex, to
   * be pinned with `openWalletExport`.
   */
  readonly walletExportKey: string;
  /**
   * The public key that signs what one-time codes are sealed to in the dialect `2026-08`: hex, to be
   * pinned with `codeKey` of the wallet or with `sealCode`.
   */
  readonly codeKey: string;
  /** Base URL and credentials for a client. */
  readonly connection: Connection;
  /** The seed: that of the options or the state, otherwise a random one. It repeats a run exactly. */
  readonly seed: string | number;
  /** Adds resources without going through the API. */
  readonly add: Fixtures;
  /**
   * Adds the entries of a set, each after those it refers to, and returns what they became. A reset
   * returns to the state after it. A set is added whole or not at all.
   *
   * @throws FixtureError for a name, field or value that does not exist, with the closest that does;
   *   for a set of `readFixtures` also file, line and column
   * @example
   * const { customer, card } = await mock.load({
   *   customer: { ada: { email: 'ada@example.com' } },
   *   wallet: { main: { customerId: { ref: 'customer.ada' }, available: 125_000 } },
   *   card: { frozen: { fundingSources: [{ ref: 'wallet.main' }], state: 'FROZEN' } },
   * });
   * console.log(customer.ada.id, card.frozen.state);
   */
  load<const Set extends FixtureSet>(set: Set): Promise<LoadedFixtures<Set>>;
  /** The mock's time, from the only clock that the mock reads; `advance` moves it. */
  readonly clock: MockClock;
  /** Failures that requests are to meet: refusals, lost responses, broken connections. */
  readonly faults: Pick<FaultList, 'add' | 'remove' | 'clear' | 'armed'>;
  /**
   * Adds the faults that make the operation of an `error.report()` of the SDK fail the same way
   * again, attempt by attempt, and returns a function that removes them. The report is an
   * `ErrorReport`, or its JSON value.
   *
   * @throws MockUsageError for a report of another version
   * @example
   * mock.replay(JSON.parse(readFileSync('report.json', 'utf8')));
   */
  replay(report: unknown): () => void;
  /** The last requests with their outcomes, oldest first, secrets masked. */
  readonly requests: readonly LoggedRequest[];
  /** Empties `requests`. Nothing else changes; the next request has the number 1. */
  clearRequests(): void;
  /**
   * Calls a listener with every request once it has a response, and returns a function that removes
   * it. A listener that throws or rejects affects no response; its first failure is printed.
   */
  onRequest(listener: (request: LoggedRequest) => void): () => void;
  /**
   * Calls a listener after the state was changed by anything: requests, fixtures, the clock, faults,
   * restores, deliveries. Changes made together are reported once. Returns a function that removes
   * the listener. A listener that throws or rejects changes nothing; its first failure is printed.
   *
   * @example
   * mock.onChange(() => render(mock.panels()));
   */
  onChange(listener: () => void): () => void;
  /**
   * The events of all changes of state, as webhooks carry them, oldest first. Bounded by
   * `eventLimit`.
   */
  readonly events: readonly MockEvent[];
  /**
   * The events of a kind, or of a group such as `CARD`, oldest first.
   *
   * @throws MockUsageError for a kind that does not exist, naming those that do
   * @example
   * mock.eventsOf('OUTGOING_PAYMENT.COMPLETED')[0]?.data.sentAmount;
   */
  eventsOf<Type extends EventType | EventGroup>(type: Type): readonly EventsOf<Type>[];
  /** Deliveries of events, and the keys that verify them. */
  readonly webhooks: Webhooks;
  /**
   * Delivers every event from now on, signed, to a URL or to a function, and returns a function
   * that stops it. Resets, restores and snapshots do not change it; a fork starts without it.
   *
   * @example
   * mock.deliverTo('http://localhost:3000/webhooks');
   * mock.deliverTo((request) => handler(request));
   */
  deliverTo(to: string | URL | WebhookHandler): () => void;
  /** The ledger behind the balances: for each currency, money in and out, balances, holds, fees. */
  readonly ledger: Ledger;
  /** The resources in their wire form, by area, as the inspector shows them. */
  panels(): readonly Panel[];
  /** One-time codes that the service would have sent, oldest first. */
  readonly outbox: readonly OutboxMessage[];
  /** Every point the specification leaves open, and its setting. */
  readonly gaps: readonly Gap[];
  /** The options behind the gaps, resolved. */
  readonly choices: Choices;
  /** Returns the state as plain JSON; without log, outbox and faults. */
  snapshot(): Snapshot;
  /** Puts the mock into a state. Log, outbox and faults are cleared. */
  restore(snapshot: AnySnapshot): void;
  /** Returns another mock in the same state. From then on the two are independent. */
  fork(): Mock;
  /**
   * Returns to the state in which the mock was created, `options.state` and time included, or to
   * that after the last `load`. Log, outbox and faults are cleared.
   */
  reset(): void;
}

let shared: Engine | undefined;

/** Returns the composed areas and operations. They are composed once, for the first mock. */
function engine(): Engine {
  shared ??= compose(Object.values(areas), operations(), [...ledgerTables, ...webhookTables]);
  return shared;
}

/**
 * Creates a mock whose world has the platform's internal accounts, or with the world of
 * `options.state`.
 *
 * @throws TypeError for an option or a value that does not exist, naming the allowed ones
 *
 * @example
 * const mock = createMock();
 * const payments = createPaymentsClient(mock.connection);
 */
export function createMock(options: MockOptions = {}): Mock {
  return createMockOf(engine(), options);
}

/** Creates a mock of areas and operations other than the contract's. */
export function createMockOf(parts: Engine, options: MockOptions = {}): Mock {
  const settings = resolveSettings(options);
  const world = createWorld(settings, parts, enqueue);
  const log = new RequestLog(settings.logLimit, world.changes.changed);
  const dispatcher = new Dispatcher(world);
  parts.start({ world, write: new Writer(world) });
  const initial = captureState(world);
  let origin = options;
  let router: Promise<OperationRouter> | undefined;
  if (options.state !== undefined) applyState(world, structuredClone(options.state));

  const fixtures = new BoundFixtures(parts.areas, world);
  const forget = () => {
    log.clear();
    dispatcher.forget();
    world.outbox.clear();
    world.faults.clear();
  };

  /** What has fallen due happens before anything about it is read. */
  const presentWorld = () => {
    makeDueMoves(world);
    return world;
  };

  return {
    fetch(input, init) {
      try {
        const isReady = input instanceof Request && init === undefined;
        const request = isReady ? input : new Request(input, init);
        request.signal.throwIfAborted();
        const { dialect } = settings;
        if (dialect === undefined) return respond(parts.router, request, world, log);
        router ??= import('./dialects/router.ts').then((it) => it.dialectRouter(parts, dialect));
        return router.then((own) => respond(own, request, world, log));
      } catch (error) {
        return Promise.reject(error);
      }
    },
    get seed() {
      return world.random.seed;
    },
    get walletExportKey() {
      return publicKeyFromScalar(world.random.fixed(EXPORT_KEY));
    },
    get codeKey() {
      return publicKeyFromScalar(world.random.fixed(CODE_KEY));
    },
    connection: settings.connection,
    add: fixtures.functions as unknown as Fixtures,
    async load<const Set extends FixtureSet>(set: Set) {
      const before = captureState(world);
      try {
        const loaded = await loadFixtures(fixtures, set);
        origin = { ...options, state: captureState(world) as Snapshot };
        return loaded as LoadedFixtures<Set>;
      } catch (error) {
        applyState(world, before);
        throw locatedError(set, error);
      }
    },
    clock: world.clock,
    faults: world.faults,
    replay(report) {
      const removers = faultsOf(report).map((fault) => world.faults.add(fault));
      return () => removers.forEach((remove) => void remove());
    },
    get requests() {
      return log.entries;
    },
    clearRequests: () => log.clear(),
    onRequest: (listener) => log.subscribe(listener),
    onChange: (listener) => world.changes.subscribe(listener),
    get events() {
      return structuredClone(eventsOf(presentWorld())) as readonly MockEvent[];
    },
    eventsOf: <Type extends EventType | EventGroup>(type: Type) =>
      structuredClone(eventsOfType(presentWorld(), type)) as unknown as readonly EventsOf<Type>[],
    webhooks: webhooksOf(world, dispatcher),
    deliverTo: (to) => world.webhooks.add(to),
    ledger: ledgerOf(world),
    panels: () => structuredClone(panelsOf(parts.resources, world)),
    get outbox() {
      return world.outbox.messages;
    },
    gaps: gapsOf(settings.choices),
    choices: settings.choices,
    snapshot: () => structuredClone(captureState(world)) as Snapshot,
    restore(snapshot) {
      applyState(world, structuredClone(snapshot));
      forget();
    },
    fork() {
      const twin = createMockOf(parts, origin);
      twin.restore(captureState(world));
      return twin;
    },
    reset() {
      applyState(world, structuredClone(origin.state ?? initial));
      if (typeof settings.now === 'function') world.clock.set(settings.now());
      forget();
    },
  };
}
