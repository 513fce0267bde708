import { iso } from '../clock.ts';
import { Writer } from '../store/writer.ts';
import type { Scene, World } from '../world.ts';
import { type ScheduledMove, scheduledMoves } from './tables.ts';

/** Schedules a change of state on the mock's clock. */
export function scheduleMove({ write }: Scene, move: ScheduledMove): void {
  write.insert(scheduledMoves, move);
}

/**
 * Applies the scheduled changes of state that are due, such as the ends of payments and the issue
 * of cards.
 */
export function makeDueMoves(world: World): void {
  const moves = scheduledMoves.in(world);
  if (moves.size === 0) return;
  const next = () => moves.page({ descending: false, limit: 1 }).records[0];
  for (let move = next(); move !== undefined && move.at <= world.clock.now(); move = next()) {
    const { table, recordId, to, from, fields, at } = move;
    const write = new Writer(world, at);
    write.delete(scheduledMoves, move.id);
    const scene = { world, write };
    world.rules.get(table)?.move(scene, recordId, { to, from }, { ...fields, updatedAt: iso(at) });
  }
}
