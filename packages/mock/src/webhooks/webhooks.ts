import { findEvent } from '@org/payments-contract/events';
import { appendEvent, checkEvent, eventsOf } from '../engine/events.ts';
import { events, type MockEvent } from '../engine/tables.ts';
import { Writer } from '../store/writer.ts';
import { MockUsageError } from '../usage-error.ts';
import type { Scene, World } from '../world.ts';
import type { Dispatcher } from './dispatcher.ts';
import { enqueue } from './enqueue.ts';
import { requireEventType } from './event-types.ts';
import { publicKeysOf, rotateKey, webhookKey } from './signing.ts';
import { deliveries, type WebhookDelivery } from './tables.ts';
import type { DeliveryListener } from './targets.ts';

/**
 * Emits an event of a kind. A recipe adds resources and changes them until the event is emitted.
 * For a state that the mock's resources cannot reach, the event is built from the recipe's data.
 *
 * @throws MockUsageError for an unknown type of event
 */
function trigger(world: World, type: string): MockEvent {
  const [group = '', name = ''] = requireEventType(type).split('.');
  const scene: Scene = { world, write: new Writer(world) };
  const before = new Set(eventsOf(world).map(({ id }) => id));
  const recipe = world.recipes.get(group);
  if (recipe === undefined && findEvent(type)?.data !== null) {
    throw new Error(`${type} cannot be triggered: no area of the mock has a recipe for ${group}`);
  }
  const data = recipe?.(scene, name);
  const emitted = eventsOf(world).findLast((event) => event.type === type && !before.has(event.id));
  if (emitted !== undefined) return emitted;
  checkEvent(type, data);
  return appendEvent(scene, type, data);
}

/** A mock's webhooks: their keys and deliveries, and functions to send and trigger events. */
export interface Webhooks {
  /** The public key that verifies deliveries: PEM SubjectPublicKeyInfo of a P-256 key. */
  readonly publicKey: string;
  /** The public keys the mock has signed with since it was created, the current one first. */
  readonly publicKeys: readonly string[];
  /**
   * Signs every attempt from now on with a new key, repeated deliveries of older events included,
   * and returns its public key. To accept every delivery, a receiver must accept both keys.
   *
   * @example
   * const publicKeys = [mock.webhooks.rotateKey(), former];
   */
  rotateKey(): string;
  /** Every delivery with its attempts, oldest first. Bounded by `eventLimit`. */
  readonly deliveries: readonly WebhookDelivery[];
  /**
   * Sends all deliveries that are due on the mock's clock, and resolves when none is in flight.
   * Events are sent without it too; a test calls it to wait for them.
   *
   * @example
   * mock.clock.advance({ days: 1 });
   * await mock.webhooks.flush();
   */
  flush(): Promise<void>;
  /**
   * Starts all deliveries that are due on the mock's clock, without waiting for responses. A server
   * with a running clock calls it every second.
   */
  poll(): void;
  /**
   * Calls a listener with a delivery after each attempt, and returns a function that removes it. A
   * listener that throws or rejects affects no delivery; its first failure is printed.
   */
  onAttempt(listener: DeliveryListener): () => void;
  /**
   * Delivers an event again to every endpoint, and returns the new deliveries once each was
   * attempted.
   *
   * @param id of an event or of a delivery
   * @throws MockUsageError for an unknown id
   */
  resend(id: string): Promise<readonly WebhookDelivery[]>;
  /**
   * Emits an event of a kind, with suitable resources, and returns it. The resources
   * may emit further events.
   *
   * @throws MockUsageError for an unknown type of event, naming the known ones
   */
  trigger(type: string): MockEvent;
}

function requireEvent(world: World, id: string): MockEvent {
  const eventId = deliveries.in(world).get(id)?.eventId ?? id;
  const event = events.in(world).get(eventId);
  if (event !== undefined) return event;
  throw new MockUsageError(`${id} is not an event or a delivery of the mock`, []);
}

export function webhooksOf(world: World, dispatcher: Dispatcher): Webhooks {
  return {
    get publicKey() {
      return webhookKey(world).publicKey;
    },
    get publicKeys() {
      return publicKeysOf(world);
    },
    rotateKey: () => rotateKey(world, new Writer(world)).publicKey,
    get deliveries() {
      return structuredClone(deliveries.in(world).created());
    },
    flush: () => dispatcher.flush(),
    poll: () => dispatcher.poll(),
    onAttempt: (listener) => world.webhooks.subscribe(listener),
    async resend(id) {
      const event = requireEvent(world, id);
      const added = enqueue({ world, write: new Writer(world) }, event);
      await Promise.all(added.map((delivery) => world.webhooks.attemptNow(delivery.id)));
      const table = deliveries.in(world);
      return structuredClone(added.map((delivery) => table.get(delivery.id) ?? delivery));
    },
    trigger: (type) => structuredClone(trigger(world, type)),
  };
}
