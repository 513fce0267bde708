import type { OperationName } from '@org/payments-contract';
import type { Random } from '../random.ts';
import type { Fault, FaultEffect } from './fault.ts';
import { checkedFault } from './fault-schema.ts';

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
  /** Removes every fault. */
  clear(): void;
  /**
   * Returns the effects on one request and counts it. The engine calls it once for each request.
   */
  strike(operation: OperationName, leg: 1 | 2 | undefined): readonly FaultEffect[];
}

type Armed = { -readonly [Field in keyof ArmedFault]: ArmedFault[Field] };

/** The shared empty list of effects. */
export const noEffects: readonly FaultEffect[] = [];

function matches({ fault }: Armed, operation: OperationName, leg: 1 | 2 | undefined): boolean {
  if (fault.operation !== undefined && fault.operation !== operation) return false;
  return fault.leg === undefined || fault.leg === leg;
}

function isStruck(armed: Armed, random: Random): boolean {
  const { nth = 1, times = 1, probability = 1 } = armed.fault;
  armed.seen += 1;
  if (armed.seen < nth || (times !== 'always' && armed.struck >= times)) return false;
  if (probability < 1 && random.fraction('fault') >= probability) return false;
  armed.struck += 1;
  return true;
}

/**
 * Creates an empty list of faults.
 *
 * @param changed called after every change of the list, and after every request that matched
 */
export function createFaultList(random: Random, changed: () => void): FaultList {
  const armed = new Set<Armed>();
  let count = 0;
  return {
    get armed() {
      return [...armed].map((entry) => ({ ...entry }));
    },
    add(fault) {
      const valid = checkedFault(fault);
      count += 1;
      const entry: Armed = { id: count, fault: valid, seen: 0, struck: 0 };
      armed.add(entry);
      changed();
      return () => {
        armed.delete(entry);
        changed();
      };
    },
    clear() {
      armed.clear();
      changed();
    },
    strike(operation, leg) {
      if (armed.size === 0) return noEffects;
      const matching = [...armed].filter((entry) => matches(entry, operation, leg));
      const struck = matching.filter((entry) => isStruck(entry, random));
      if (matching.length > 0) changed();
      return struck.length === 0 ? noEffects : struck.map(({ fault }) => fault.effect);
    },
  };
}
