import type { NamedOperation } from '@org/payments-contract';
import type { Random } from '../random.ts';
import type { Snapshot } from '../store/store.ts';
import type { Fault, FaultEffect } from './fault.ts';
import { checkedFault, strikes } from './fault-schema.ts';

interface LateRequest {
  /** When it arrives, by the mock's clock. */
  readonly at: number;
  /** Carries the request out; does not reject. */
  readonly run: () => Promise<void>;
  /** Called once it was carried out and is no longer one of those on their way. */
  readonly ended: () => void;
}

/** The requests of one mock that are still on their way, or that are being carried out. */
class LateRequests {
  #waiting: LateRequest[] = [];
  #running: LateRequest | undefined;
  #last: Promise<void> = Promise.resolve();

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#running === undefined;
  }

  /** When the earliest of them arrives, or has arrived; infinite if there is none. */
  get earliest(): number {
    return this.#running?.at ?? Math.min(...this.#waiting.map(({ at }) => at));
  }

  add(request: LateRequest): void {
    this.#waiting.push(request);
  }

  clear(): void {
    this.#waiting = [];
  }

  /** Carries out the requests that have arrived by now, one after another. */
  settle(now: () => number): Promise<void> {
    this.#last = this.#last.then(() => this.#settle(now));
    return this.#last;
  }

  async #settle(now: () => number): Promise<void> {
    for (;;) {
      const due = this.#waiting.filter(({ at }) => at <= now()).sort((a, b) => a.at - b.at);
      const [next] = due;
      if (next === undefined) return;
      this.#waiting = this.#waiting.filter((request) => request !== next);
      this.#running = next;
      await next.run();
      this.#running = undefined;
      next.ended();
    }
  }
}

export type { Fault, FaultEffect } from './fault.ts';

/** A fault that was added, and its effects so far. */
export interface ArmedFault {
  /** Counts from 1. */
  readonly id: number;
  readonly fault: Fault;
  /** Requests that matched. */
  readonly seen: number;
  /** Requests that the fault struck. */
  readonly struck: number;
}

export type ArmedEffect = FaultEffect & {
  /** The mock's state when the fault was added; for effects that show it. */
  readonly armedState?: Snapshot | undefined;
};

/** The faults of one mock. */
export interface FaultList {
  /** The faults that were added, including those that have had all their effects. */
  readonly armed: readonly ArmedFault[];
  /**
   * Adds a fault and returns a function that removes it.
   *
   * @throws MockUsageError for an unknown kind, operation, leg or field
   */
  add(fault: Fault): () => void;
  /** Removes a fault by the id that `armed` shows, and returns whether it was there. */
  remove(id: number): boolean;
  /**
   * Removes every fault. Reads are no longer stale, and requests that are still on their way never
   * arrive.
   */
  clear(): void;
  /** Returns the effects on one request and counts it. The engine calls it once for each request. */
  strike(operation: NamedOperation, leg: 1 | 2 | 3 | undefined): readonly ArmedEffect[];
  /** The requests that are to be carried out late. */
  readonly late: LateRequests;
  /** Lets reads show a state until a time of the mock's clock. */
  holdBack(state: Snapshot, until: number): void;
  /** Returns the state that reads show at a time; undefined for the present one. */
  staleState(now: number): Snapshot | undefined;
}

type Armed = { -readonly [Field in keyof ArmedFault]: ArmedFault[Field] } & {
  readonly state: Snapshot | undefined;
};

export const noEffects: readonly ArmedEffect[] = [];

function matches(
  { fault }: Armed,
  { name, row }: NamedOperation,
  leg: 1 | 2 | 3 | undefined,
): boolean {
  if (fault.operation !== undefined && fault.operation !== name) return false;
  return (fault.leg === undefined || fault.leg === leg) && strikes(fault.effect, row, leg);
}

function isStruck(armed: Armed, random: Random): boolean {
  const { nth = 1, times = 1, probability = 1 } = armed.fault;
  armed.seen += 1;
  if (armed.seen < nth || (times !== 'always' && armed.struck >= times)) return false;
  if (probability < 1 && random.fraction('fault') >= probability) return false;
  armed.struck += 1;
  return true;
}

/** Creates a list that captures states by `capture`, and calls `changed` also after each matching request. */
export function createFaultList(
  random: Random,
  capture: () => Snapshot,
  changed: () => void,
): FaultList {
  const armed = new Set<Armed>();
  const late = new LateRequests();
  let held: { readonly state: Snapshot; readonly until: number }[] = [];
  let count = 0;
  return {
    late,
    holdBack(state, until) {
      held.push({ state, until });
    },
    staleState(now) {
      if (held.length === 0) return undefined;
      held = held.filter(({ until }) => now < until);
      return held[0]?.state;
    },
    get armed() {
      return [...armed].map(({ id, fault, seen, struck }) => ({ id, fault, seen, struck }));
    },
    add(fault) {
      const valid = checkedFault(fault);
      count += 1;
      const state = valid.effect.kind === 'cached-list' ? capture() : undefined;
      const entry: Armed = { id: count, fault: valid, seen: 0, struck: 0, state };
      armed.add(entry);
      changed();
      return () => {
        armed.delete(entry);
        changed();
      };
    },
    remove(id) {
      const entry = [...armed].find((one) => one.id === id);
      if (entry === undefined) return false;
      armed.delete(entry);
      changed();
      return true;
    },
    clear() {
      armed.clear();
      late.clear();
      held = [];
      changed();
    },
    strike(operation, leg) {
      if (armed.size === 0) return noEffects;
      const matching = [...armed].filter((entry) => matches(entry, operation, leg));
      const struck = matching.filter((entry) => isStruck(entry, random));
      if (matching.length > 0) changed();
      if (struck.length === 0) return noEffects;
      return struck.map(({ fault, state }) => ({ ...fault.effect, armedState: state }));
    },
  };
}
