import type { OperationRow } from '@org/payments-contract';
import { Random } from '../random.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { World } from '../world.ts';
import type { FaultEffect } from './fault.ts';
import type { ArmedEffect } from './fault-list.ts';

/** What a request works on, and what its response says about time. */
export interface SeenWorld {
  readonly world: World;
  /** Milliseconds by which the `Date` header differs from the mock's clock. */
  readonly dateOffset: number;
  /** Milliseconds since the response was fresh; undefined if it does not come from a cache. */
  readonly age: number | undefined;
}

function withClock(world: World, now: () => number): World {
  return { ...world, clock: { ...world.clock, now } };
}

/** Returns a world in a past state, whose clock stands still. What is written to it is lost. */
function past(world: World, state: Snapshot, at: number): World {
  const random = new Random(world.settings.seed);
  random.state = state.random;
  const store = world.store.copy(state.tables);
  return { ...withClock(world, () => at), store, random };
}

function sumOfSkews(effects: readonly FaultEffect[]): number {
  return effects.reduce(
    (sum, effect) => (effect.kind === 'skewed-date' ? sum + effect.milliseconds : sum),
    0,
  );
}

/**
 * Returns what a request works on: the world itself, the world by a clock that is off, or, for a
 * read, the world as it was when a cache was filled or before a write.
 */
export function seenWorld(
  world: World,
  row: OperationRow,
  effects: readonly ArmedEffect[],
): SeenWorld {
  const skew = sumOfSkews(effects);
  const now = world.clock.now();
  for (const effect of effects) {
    if (effect.kind !== 'cached-list' || effect.armedState === undefined) continue;
    const at = effect.armedState.now - effect.milliseconds;
    return { world: past(world, effect.armedState, at), dateOffset: at - now, age: now - at };
  }
  const stale = row.method === 'GET' ? world.faults.staleState(now) : undefined;
  if (stale !== undefined) {
    return { world: past(world, stale, stale.now), dateOffset: skew, age: undefined };
  }
  if (skew === 0) return { world, dateOffset: 0, age: undefined };
  const skewed = withClock(world, () => world.clock.now() + skew);
  return { world: skewed, dateOffset: skew, age: undefined };
}
