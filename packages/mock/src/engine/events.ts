import { iso } from '../clock.ts';
import type { Scene, World } from '../world.ts';
import { events, type MockEvent } from './tables.ts';

/** Appends an event; the oldest ones go first when the limit is reached. */
export function appendEvent({ world, write }: Scene, type: string, data: unknown): MockEvent {
  const table = events.in(world);
  const oldest = table.size >= world.settings.eventLimit ? table.oldest() : undefined;
  if (oldest !== undefined) write.delete(events, oldest.id);
  return write.insert(events, {
    id: `Webhook:${world.random.uuid('event')}`,
    type,
    timestamp: iso(world.clock.now()),
    data,
  });
}

/** The events of a world, oldest first. */
export function eventsOf(world: World): readonly MockEvent[] {
  return events.in(world).all();
}
