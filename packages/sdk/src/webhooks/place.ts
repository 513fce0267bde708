import type { EventPlace } from '@org/payments-contract';
import type { WebhookEvent } from './event.ts';

/** What names and orders the events of a resource, as far as it is read. */
export type PlacedEvent = Pick<WebhookEvent, 'type' | 'timestamp' | 'data'>;

/**
 * Returns where an event belongs among the events of its resource: keep `place` in a column beside
 * what you keep of the resource, and change both only where the column is not greater. Works for
 * every event, also a copy or one from a queue. Undefined if the event has no resource, such as
 * `TEST`, or a type that this version of the SDK does not have.
 *
 * @throws WebhookError `WEBHOOK_ENVELOPE_INVALID` for a copy without `type` or with a `timestamp` that is
 *   not a date-time: its order would not be known
 *
 * @example
 * ```ts
 * const { place } = (await placeOf(event)) ?? {};
 * await sql`UPDATE payouts SET state = 'paid', place = ${place}
 *   WHERE transaction = ${event.data.id} AND place <= ${place}`;
 * ```
 */
export async function placeOf(event: PlacedEvent): Promise<EventPlace | undefined> {
  const rows = await import('./verify/drift.ts');
  return rows.placeOf(event);
}
