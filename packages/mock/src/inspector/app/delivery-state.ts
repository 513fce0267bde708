import type { DeliveryState, WebhookDelivery } from '../../webhooks/tables.ts';

const order: readonly DeliveryState[] = ['failed', 'not-sent', 'waiting', 'delivered', 'duplicate'];

/**
 * Returns an event's state: the worst of its endpoints' states. If an event was sent to an endpoint
 * again, the last delivery counts.
 *
 * @param deliveries of one event, oldest first
 */
export function stateOf(
  deliveries: readonly Pick<WebhookDelivery, 'target' | 'state'>[],
): DeliveryState | undefined {
  const last = new Map(deliveries.map(({ target, state }) => [target, state]));
  return order.find((state) => [...last.values()].includes(state));
}
