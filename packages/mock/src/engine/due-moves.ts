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
 * of cards. Those that are due after a late request wait until it has been carried out.
 */
export function makeDueMoves(world: World): void {
  const moves = scheduledMoves.in(world);
  if (moves.size === 0) return;
  const until = Math.min(world.clock.now(), world.faults.late.earliest);
  const next = () => moves.page({ descending: false, limit: 1 }).records[0];
  for (let move = next(); move !== undefined && move.at <= until; move = next()) {
    const { table, recordId, to, from, fields, at } = move;
    const write = new Writer(world, at);
    write.delete(scheduledMoves, move.id);
    const scene = { world, write };
    world.rules.get(table)?.move(scene, recordId, { to, from }, { ...fields, updatedAt: iso(at) });
  }
}
