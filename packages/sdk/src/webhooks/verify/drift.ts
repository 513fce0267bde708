import { assess, type Drift } from '@org/payments-contract';
import { findEvent, placeOf as placeInOrder } from '@org/payments-contract/events';
import type { WebhookEvent } from '../event.ts';
import { WebhookError } from '../webhook-error.ts';

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

// All that reads the rows of the events is in one module, which is loaded when it is first needed.

/** @throws WebhookError `WEBHOOK_ENVELOPE_INVALID` for a copy whose order would not be known */
export function placeOf(event: Pick<WebhookEvent, 'type' | 'timestamp' | 'data'>) {
  const { type, timestamp }: Partial<typeof event> = Object(event);
  const isDated = typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp));
  if (typeof type !== 'string' || !isDated) {
    const field =
      typeof type === 'string' ? '`timestamp` is not a date-time' : '`type` is not text';
    const message = `The event has no place: its ${field}.`;
    const action =
      'Pass an object with `type`, `timestamp` and `data`; for text, what JSON.parse returns.';
    throw new WebhookError('WEBHOOK_ENVELOPE_INVALID', { message, action });
  }
  return placeInOrder(event);
}

/** Compares the data of an event with the contract; undefined if they agree or the event is unknown. */
export function driftOf({ id, type, data }: WebhookEvent): WebhookDrift | undefined {
  const schema = findEvent(type)?.data;
  if (schema === undefined || schema === null) return undefined;
  const { drift, unusable } = assess(schema, data);
  return drift.length + unusable.length === 0 ? undefined : { id, type, drift, unusable };
}
