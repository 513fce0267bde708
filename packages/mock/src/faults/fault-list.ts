import type { ErrorCode, OperationName } from '@org/payments-contract';
import type { Random } from '../random.ts';

/** What goes wrong, and at which step. */
export type FaultEffect =
  /** Answered instead of the operation, which does nothing. `html` replaces the JSON error body. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly code?: ErrorCode;
      /** Seconds, for the `Retry-After` header. */
      readonly retryAfter?: number;
      readonly html?: string;
    }
  /** The connection breaks before the request is read: nothing happens. */
  | { readonly kind: 'reset-connection' }
  /** The operation is carried out, then the connection breaks without an answer. */
  | { readonly kind: 'lose-reply' }
  /** The operation is carried out; its answer breaks off after so many bytes. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** The answer comes so much later, in real milliseconds. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** The answer's status and headers come at once, its body so much later, in real milliseconds. */
  | { readonly kind: 'delay-body'; readonly milliseconds: number }
  /** The challenge that leg 2 names expires before leg 2 is looked at. */
  | { readonly kind: 'expire-challenge' }
  /** The session that stamped leg 2 is revoked before leg 2 is looked at. */
  | { readonly kind: 'revoke-session' }
  /** One tied credential cannot be updated together with its customer. */
  | { readonly kind: 'fail-credential-update' };

/** Which requests a fault strikes. */
export interface Fault {
  /** Any operation when left out. */
  readonly operation?: OperationName;
  /** Leg of a signed operation; any request when left out. */
  readonly leg?: 1 | 2;
  /** The first matching request it strikes, counted from 1; 1 when left out. */
  readonly nth?: number;
  /** How many matching requests it strikes; 1 when left out. */
  readonly times?: number | 'always';
  /** Chance that a matching request is struck, 0 to 1, decided by the seed; 1 when left out. */
  readonly probability?: number;
  readonly effect: FaultEffect;
}

/** A fault that was added, and what it has done. */
export interface ArmedFault {
  /** Counts from 1. */
  readonly id: number;
  readonly fault: Fault;
  /** Requests that matched. */
  readonly seen: number;
  /** Requests that were struck. */
  readonly struck: number;
}

/** The faults of one mock. */
export interface FaultList {
  /** The faults that were added, those that struck out included. */
  readonly armed: readonly ArmedFault[];
  /** Adds a fault and returns how to take it away again. */
  add(fault: Fault): () => void;
  clear(): void;
  /** Effects on one request; counts it. Called once for each request by the engine. */
  strike(operation: OperationName, leg: 1 | 2 | undefined): readonly FaultEffect[];
}

type Armed = { -readonly [Field in keyof ArmedFault]: ArmedFault[Field] };

/** No effect at all; always the same list. */
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

/** An empty list of faults. */
export function createFaultList(random: Random): FaultList {
  const armed = new Set<Armed>();
  let count = 0;
  return {
    get armed() {
      return [...armed].map((entry) => ({ ...entry }));
    },
    add(fault) {
      count += 1;
      const entry: Armed = { id: count, fault, seen: 0, struck: 0 };
      armed.add(entry);
      return () => {
        armed.delete(entry);
      };
    },
    clear: () => armed.clear(),
    strike(operation, leg) {
      if (armed.size === 0) return noEffects;
      const struck = [...armed].filter(
        (entry) => matches(entry, operation, leg) && isStruck(entry, random),
      );
      return struck.length === 0 ? noEffects : struck.map(({ fault }) => fault.effect);
    },
  };
}
