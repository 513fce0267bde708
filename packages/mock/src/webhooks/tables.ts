import { bookkeeping, recordOf } from '../store/table-handle.ts';

/**
 * The state of a delivery: it waits for its next attempt, the endpoint acknowledged it, the
 * endpoint reported a duplicate, it failed finally, or it was not sent because the endpoint's host
 * is not allowed.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'duplicate' | 'failed' | 'not-sent';

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** Time of the mock's clock, ISO 8601. */
  readonly at: string;
  /** Status of the endpoint's response; absent if no response arrived. */
  readonly status?: number;
  /** The start of the endpoint's response body. */
  readonly body?: string;
  /** Why no response arrived, or the problem with it. */
  readonly error?: string;
}

/** An event on its way to one endpoint. */
export interface WebhookDelivery {
  readonly id: string;
  readonly eventId: string;
  /** Type of event, such as `CARD.STATE_CHANGE`. */
  readonly eventType: string;
  /** Where it goes: a URL without its query, or `handler 1` for the first function. */
  readonly target: string;
  readonly state: DeliveryState;
  /** When it was first due, ISO 8601. */
  readonly createdAt: string;
  /** When it is sent next, ISO 8601; absent when it is over. */
  readonly nextAttemptAt?: string;
  /** Oldest first. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Why it was not sent. */
  readonly explanation?: string;
}

/** Returns when a delivery is sent next or, once it is over, was first due; milliseconds since 1970. */
export function dueTime({ nextAttemptAt, createdAt }: WebhookDelivery): number {
  return Date.parse(nextAttemptAt ?? createdAt);
}

export const deliveries = bookkeeping('deliveries', recordOf<WebhookDelivery>(), {
  time: dueTime,
  indexes: ['state', 'eventId'],
});

/** Keys that replaced the first one, oldest first; each is derived from its name. */
export const webhookKeys = bookkeeping('webhookKeys', recordOf<{ readonly id: string }>());

export const webhookTables = [deliveries, webhookKeys] as const;
