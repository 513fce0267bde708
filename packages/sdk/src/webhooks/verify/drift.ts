import { assess, type Drift } from '@org/payments-contract';
import { findEvent, placeOf } from '@org/payments-contract/events';
import type { WebhookEvent } from '../event.ts';

/** How the data of an event differs from the contract. The event is still delivered. */
export interface WebhookDrift {
  /** Id of the event. */
  readonly id: string;
  /** Type of the event. */
  readonly type: string;
  /** Differences in optional fields, unknown fields and unknown values. */
  readonly drift: readonly Drift[];
  /** Required fields of `data` that are missing or of another type. */
  readonly unusable: readonly Drift[];
}

// All that reads the rows of the events is loaded as one module, when it is first needed.
export { placeOf };

/**
 * Compares the data of an event with the contract; undefined if they agree or the event is unknown.
 */
export function driftOf({ id, type, data }: WebhookEvent): WebhookDrift | undefined {
  const schema = findEvent(type)?.data;
  if (schema === undefined || schema === null) return undefined;
  const { drift, unusable } = assess(schema, data);
  return drift.length + unusable.length === 0 ? undefined : { id, type, drift, unusable };
}
