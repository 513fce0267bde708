import type { AgentResources, InputOf, Quote, Transaction } from '@org/payments-contract';
import { createClock, type MockClock } from './clock.ts';
import type { MockEvent } from './engine/tables.ts';
import { createFaultList, type FaultList } from './faults/fault-list.ts';
import { Observers } from './log/observers.ts';
import { Outbox } from './log/outbox.ts';
import type { Settings } from './options/settings.ts';
import { Random, randomSeed } from './random.ts';
import { type Snapshot, Store } from './store/store.ts';
import type { Entity } from './store/table.ts';
import type { AnyTableHandle, TableHandle } from './store/table-handle.ts';
import { WebhookTargets } from './webhooks/targets.ts';

/**
 * Reports that a mock's state was changed, whoever changed it: a request, a fixture, the clock, a
 * restore or a delivery. Everything that holds state calls `changed`.
 */
class ChangeSignal {
  readonly #listeners = new Observers<undefined>('A listener of `onChange`');
  #isDue = false;

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Reports a change. All changes of one turn are reported to the listeners once, after it. */
  readonly changed = (): void => {
    if (this.#isDue || this.#listeners.isEmpty) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#listeners.notify(undefined);
    });
  };
}

/** One record that a request created, changed or deleted. */
export interface Change {
  readonly kind: 'created' | 'updated' | 'deleted';
  readonly table: string;
  readonly id: string;
  /** Fields that differ, before and after; only for `updated`. */
  readonly fields?: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
}

/** Writes records. All writes of the mock go through a writer. */
export interface Write {
  readonly changes: readonly Change[];
  /** Time of the writes, milliseconds since 1970. */
  readonly now: number;
  /** Adds a record. @throws Error if the id is taken */
  insert<Record extends Entity, Index extends string>(
    handle: TableHandle<string, Record, Index>,
    record: Record,
  ): Record;
  update<Record extends Entity, Index extends string>(
    handle: TableHandle<string, Record, Index>,
    record: Record,
    fields: Partial<Record>,
  ): Record;
  delete<Record extends Entity, Index extends string>(
    handle: TableHandle<string, Record, Index>,
    id: string,
  ): void;
}

export interface Scene {
  readonly world: World;
  readonly write: Write;
}

export interface TableRules {
  /** Called once for every write; `before` is undefined for a creation, `after` for a deletion. */
  written(scene: Scene, before: Entity | undefined, after: Entity | undefined): void;
  /** Applies a scheduled change of state, unless the resource has left the state it applies to. */
  move(
    scene: Scene,
    id: string,
    states: { readonly to: string; readonly from: string | undefined },
    fields: Readonly<Record<string, unknown>>,
  ): void;
}

export interface SigningSession {
  readonly id: string;
  readonly accountId: string;
  readonly authMethodId: string;
  readonly expiresAt: string;
  readonly revokedAt?: string | undefined;
}

export interface PlatformToken {
  readonly id: string;
  /** What the token may do: `VIEW`, `TRANSACT`, `MANAGE`. */
  readonly permissions: readonly string[];
  accepts(secret: string): boolean;
}

/** The available and held money of an internal account, in the smallest unit. */
export interface ShownBalance {
  readonly available: number;
  readonly held: number;
}

/** The functions of the area of quotes that the area of agents calls. */
export interface QuoteDesk {
  /**
   * Creates a quote, without executing it.
   *
   * @param isExecuted refuses a quote or returns whether it is executed next, before anything is written
   * @throws Refusal as `quotes.create` does
   */
  start(
    scene: Scene,
    input: InputOf<AgentResources['quotes']['create']>,
    isExecuted: (quote: Quote) => boolean,
  ): Quote;
  /**
   * Returns a quote that an agent created, as it is now. @throws Refusal 404 `QUOTE_NOT_FOUND`, also
   * for a quote of anyone else (rule 107)
   */
  require(scene: Scene, quoteId: string, agentId: string): Quote;
  /** Returns the payload and the signers of a quote's stamp, if an embedded wallet pays. */
  signature(
    scene: Scene,
    quote: Quote,
  ):
    | {
        readonly payloadToSign: string;
        readonly signers: { readonly accountIds: readonly string[] | 'any' };
      }
    | undefined;
  /**
   * Executes a quote of an agent, whose id the payment carries.
   *
   * @throws Refusal 409 `CONFLICT` for one that is executed or expired, 400 if the balance
   *   is too low
   */
  execute(scene: Scene, quote: Quote): { readonly quote: Quote; readonly transaction: Transaction };
}
/** A webhook endpoint's decision about an incoming payment (rule 94). */
export type PaymentDecision =
  | { readonly kind: 'approve'; readonly receiverCustomerInfo: Readonly<Record<string, unknown>> }
  | { readonly kind: 'reject'; readonly reason: string | undefined }
  | { readonly kind: 'ask'; readonly requiredFields: readonly string[] }
  | { readonly kind: 'postpone' }
  /** The endpoint responded with an error: the payment fails for that if nobody decides in time. */
  | { readonly kind: 'error' };

/** Functions of the areas that the engine and the ledger call without importing them. */
export interface Ports {
  agentOf(world: World, token: string): string | undefined;
  endCustomer(scene: Scene, customerId: string): void;
  tokenOf(world: World, clientId: string): PlatformToken | undefined;
  sessionsOf(world: World, publicKey: string): readonly SigningSession[];
  revokeSession(scene: Scene, id: string): void;
  showBalance(scene: Scene, accountId: string, balance: ShownBalance): void;
  readonly quoteDesk: QuoteDesk;
  webhookEndpoint(world: World): string | undefined;
  /** Carries out what an endpoint decided; does nothing for a payment that no longer waits for it. */
  decidePayment(scene: Scene, transactionId: string, decision: PaymentDecision): void;
}

/**
 * Adds resources and changes them so that an event is emitted; `name` is the part of its kind after
 * the dot. Returns the event's data, for a kind that no change of a resource emits.
 */
export type Recipe = (scene: Scene, name: string) => unknown;

export interface WorldParts {
  readonly tables: readonly AnyTableHandle[];
  readonly rules: ReadonlyMap<string, TableRules>;
  readonly ports: Ports;
  readonly recipes: ReadonlyMap<string, Recipe>;
  start(scene: Scene): void;
}

/** Addresses an event to the webhook endpoints, in the step that emits it. */
export type Enqueue = (scene: Scene, event: MockEvent) => unknown;

/** One mock's records, time, randomness and messages: what behaviours work on. */
export interface World {
  readonly settings: Settings;
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly clock: MockClock;
  readonly random: Random;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly webhooks: WebhookTargets;
  readonly enqueue: Enqueue;
  readonly faults: FaultList;
  readonly rules: ReadonlyMap<string, TableRules>;
  readonly ports: Ports;
  /** How each group of events is triggered. */
  readonly recipes: ReadonlyMap<string, Recipe>;
  /** Reports changes of all of the above. */
  readonly changes: ChangeSignal;
}

export function createWorld(settings: Settings, parts: WorldParts, enqueue: Enqueue): World {
  const webhooks = new WebhookTargets();
  const changes = new ChangeSignal();
  const { changed } = changes;
  const clock = createClock(settings.now, () => {
    webhooks.wake();
    void world.faults.late.settle(clock.now);
    changed();
  });
  const random = new Random(settings.isSeeded ? settings.seed : randomSeed());
  const world: World = {
    settings,
    basePath: new URL(settings.connection.baseUrl).pathname,
    clock,
    random,
    store: new Store(parts.tables, changed),
    outbox: new Outbox(settings.outboxLimit, clock, changed),
    webhooks,
    enqueue,
    faults: createFaultList(random, () => captureState(world), changed),
    rules: parts.rules,
    ports: parts.ports,
    recipes: parts.recipes,
    changes,
  };
  return world;
}

/** Returns a world's state, whose records are shared with the world. */
export function captureState({ clock, random, store }: World): Snapshot {
  const { seed, state } = random;
  return { version: 1, now: clock.now(), seed, random: state, tables: store.state };
}

export function applyState({ settings, clock, random, store }: World, state: Snapshot): void {
  // Keys that are not stored follow from the seed. Without one, it was that of the settings.
  if (!settings.isSeeded) random.seed = state.seed ?? settings.seed;
  store.state = state.tables;
  clock.set(state.now);
  random.state = state.random;
}
