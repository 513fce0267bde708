import { iso } from '../clock.ts';
import type { MockEvent } from '../engine/tables.ts';
import type { Scene, World } from '../world.ts';
import { deliveries, type WebhookDelivery } from './tables.ts';
import { targetName } from './targets.ts';

/** The target of one event, and why it must not be sent there. */
interface Addressee {
  readonly name: string;
  readonly refusal?: string;
}

/** Returns why the mock does not send to the configured endpoint; undefined if it may. */
function refusalOf(world: World, url: string): string | undefined {
  const { hostname } = new URL(url);
  const { webhookHosts } = world.settings.choices;
  if (webhookHosts.includes(hostname)) return undefined;
  return `The mock sends to ${webhookHosts.join(', ')} only. Add ${hostname} to the option webhookHosts, or use deliverTo.`;
}

function addressees(world: World): readonly Addressee[] {
  const added = world.webhooks.targets.map(({ name }) => ({ name }));
  const endpoint = world.ports.webhookEndpoint(world);
  if (endpoint === undefined || !URL.canParse(endpoint)) return added;
  const name = targetName(endpoint);
  if (added.some((other) => other.name === name)) return added;
  const refusal = refusalOf(world, endpoint);
  return [...added, { name, ...(refusal === undefined ? {} : { refusal }) }];
}

function insert(scene: Scene, event: MockEvent, { name, refusal }: Addressee): WebhookDelivery {
  const { world, write } = scene;
  const table = deliveries.in(world);
  const oldest = table.size >= world.settings.eventLimit ? table.oldest() : undefined;
  if (oldest !== undefined) write.delete(deliveries, oldest.id);
  const createdAt = iso(write.now);
  return write.insert(deliveries, {
    id: `Delivery:${world.random.uuid('delivery')}`,
    eventId: event.id,
    eventType: event.type,
    target: name,
    createdAt,
    attempts: [],
    ...(refusal === undefined
      ? { state: 'waiting', nextAttemptAt: createdAt }
      : { state: 'not-sent', explanation: refusal }),
  });
}

/** Addresses an event to every endpoint. It is sent after the current step. */
export function enqueue(scene: Scene, event: MockEvent): readonly WebhookDelivery[] {
  const added = addressees(scene.world).map((addressee) => insert(scene, event, addressee));
  if (added.length > 0) scene.world.webhooks.wake();
  return added;
}
