import type * as z from 'zod/mini';
import type { StateMachine } from './state-machine.ts';

/**
 * What orders the events of one resource: the time of its last change, `updatedAt` or the event's own,
 * and among equal times its states.
 */
export interface EventOrder {
  /** The field of the data that identifies the resource. */
  readonly id: string;
  /** The machines of its states, by field, the deciding one first; with a dot if a field is nested. */
  readonly states: { readonly [path: string]: StateMachine<string> };
}

/** Where an event belongs among the events of its resource. */
export interface EventPlace {
  /** Names the resource, such as `OUTGOING_PAYMENT Transaction:1`. */
  readonly resource: string;
  /**
   * Text that sorts as the changes of the resource happened: the time of the change, among equal times
   * the states (a final one last), and then the time of the event.
   */
  readonly place: string;
}

/** One group of webhook events: its types, its data, and the responses of an endpoint. */
export interface EventRow {
  /** The types of the group, `OBJECT.EVENT`. */
  readonly types: readonly [string, ...string[]];
  /** The schema of `data`; null if an event carries none. */
  readonly data: z.ZodMiniType | null;
  /** What orders the events of the resource in `data`; left out if an event carries none. */
  readonly order?: EventOrder;
  /**
   * Responses of the endpoint besides any 2xx, which acknowledges the event, and 409, which marks
   * it as a duplicate.
   */
  readonly responses?: { readonly [status: number]: z.ZodMiniType | null };
  /** The cause of the event: a change of a state, or an operation by name. */
  readonly emittedBy: string;
  /** False if the service does not deliver again after a failure. */
  readonly isRetried?: false;
}

/** Declares what orders the events of a resource. */
export function orderedBy(id: string, states: EventOrder['states']): EventOrder {
  return { id, states };
}

/** Declares one group of webhook events. */
export function event<const Row extends EventRow>(row: Row): Row {
  return row;
}
