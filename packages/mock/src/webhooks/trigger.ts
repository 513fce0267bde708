import { findEvent } from '@org/payments-contract';
import { appendEvent, checkEvent, eventsOf } from '../engine/events.ts';
import type { MockEvent } from '../engine/tables.ts';
import { Writer } from '../store/writer.ts';
import type { Scene, World } from '../world.ts';
import { requireEventType } from './event-types.ts';

/**
 * Emits an event of a kind. A recipe adds resources and changes them until the event is emitted.
 * For a state that the mock's resources cannot reach, the event is built from the recipe's data.
 *
 * @throws MockUsageError for an unknown type of event
 */
export function trigger(world: World, type: string): MockEvent {
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
