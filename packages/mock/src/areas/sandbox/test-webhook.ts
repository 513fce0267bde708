import { type CallOf, plain } from '../../engine/behaviour.ts';
import { appendEvent } from '../../engine/events.ts';
import { refuse } from '../../engine/refusal.ts';
import { deliveries, type WebhookDelivery } from '../../webhooks/tables.ts';

type TestCall = CallOf<'sandbox.sendTestWebhook'>;

/** Checks that events have a receiver. @throws Refusal 400 */
function requireEndpoint({ world }: TestCall): void {
  const endpoint = world.ports.webhookEndpoint(world);
  if (endpoint !== undefined || world.webhooks.targets.length > 0) return;
  const explanation = 'Set webhookEndpoint in the configuration, or add one with deliverTo.';
  throw refuse('WEBHOOK_ENDPOINT_NOT_SET', 'No webhook endpoint is set', explanation);
}

/** Sends the `TEST` event of a call at once; returns its deliveries. */
async function deliverTest(call: TestCall): Promise<readonly WebhookDelivery[]> {
  const { world } = call;
  const table = deliveries.in(world);
  const { id: eventId } = appendEvent(call, 'TEST', undefined);
  const added = table.find('eventId', eventId);
  await Promise.all(added.map(({ id }) => world.webhooks.attemptNow(id)));
  return table.find('eventId', eventId);
}

/** Delivers a `TEST` event at once, and returns what the first endpoint responded. */
export const sendTestWebhook = plain<'sandbox.sendTestWebhook'>({
  async run(call) {
    requireEndpoint(call);
    const [delivery] = await deliverTest(call);
    const { status, body, error } = delivery?.attempts.at(-1) ?? {};
    if (delivery === undefined || status === undefined) {
      const reason = error ?? delivery?.explanation ?? 'The delivery was interrupted.';
      throw refuse('WEBHOOK_DELIVERY_ERROR', 'The webhook endpoint sent no response', reason);
    }
    const text = body === undefined ? {} : { response_body: body };
    return { body: { url: delivery.target, response_status: status, ...text } };
  },
});
