import { createClock, type MockClock } from './clock.ts';
import type { FaultList } from './faults/fault-list.ts';
import { createFaultList } from './faults/fault-list.ts';
import { Outbox } from './outbox.ts';
import { Random } from './random.ts';
import type { Settings } from './settings.ts';
import type { Snapshot } from './store/snapshot.ts';
import { Store } from './store/store.ts';

/** One mock's records, time, randomness and messages: what behaviours work on. */
export interface World {
  readonly settings: Settings;
  /** Path of the base URL, without a slash at its end. */
  readonly basePath: string;
  readonly clock: MockClock;
  readonly random: Random;
  readonly store: Store;
  readonly outbox: Outbox;
  readonly faults: FaultList;
}

/** A world without records, at the start of its time. */
export function createWorld(settings: Settings): World {
  const clock = createClock(settings.now);
  const random = new Random(settings.seed);
  return {
    settings,
    basePath: new URL(settings.connection.baseUrl).pathname,
    clock,
    random,
    store: new Store(),
    outbox: new Outbox(settings.outboxLimit, clock),
    faults: createFaultList(random),
  };
}

/** The state of a world. Its records are shared with the world. */
export function captureState({ clock, random, store }: World): Snapshot {
  return { version: 1, now: clock.now(), random: random.state, tables: store.state };
}

/** Puts a world into a state. */
export function applyState({ clock, random, store }: World, state: Snapshot): void {
  clock.set(state.now);
  random.state = state.random;
  store.state = state.tables;
}
