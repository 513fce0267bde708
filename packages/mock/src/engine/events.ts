import { assess } from '@org/payments-contract';
import { findEvent } from '@org/payments-contract/events';
import { iso } from '../clock.ts';
import type { Scene, World } from '../world.ts';
import { ContractViolation } from './check-response.ts';
import { events, type MockEvent } from './tables.ts';

/** Checks an event against the contract. @throws ContractViolation */
export function checkEvent(type: string, data: unknown): void {
  const row = findEvent(type);
  // Mocks of resources outside the contract have their own events.
  if (row === undefined) return;
  if (row.data === null) {
    if (data === undefined) return;
    throw new ContractViolation(`The event ${type} must not carry data`);
  }
  const [found] = Object.values(assess(row.data, data)).flat();
  if (found === undefined) return;
  throw new ContractViolation(`${type} violates the contract: ${found.path}: ${found.message}`);
}

/** Appends an event and addresses it to the endpoints. At the limit, the oldest events are dropped. */
export function appendEvent(scene: Scene, type: string, data: unknown): MockEvent {
  const { world, write } = scene;
  if (world.settings.checkResponses) checkEvent(type, data);
  const table = events.in(world);
  const oldest = table.size >= world.settings.eventLimit ? table.oldest() : undefined;
  if (oldest !== undefined) write.delete(events, oldest.id);
  const event = write.insert(events, {
    id: `Webhook:${world.random.uuid('event')}`,
    type,
    timestamp: iso(write.now),
    data,
  });
  world.enqueue(scene, event);
  return event;
}

export function eventsOf(world: World): readonly MockEvent[] {
  return events.in(world).all();
}
