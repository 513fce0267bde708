import { iso } from '../clock.ts';
import { Writer } from '../store/writer.ts';
import type { Scene, World } from '../world.ts';
import { type ScheduledMove, scheduledMoves } from './tables.ts';

/** Schedules a change of a record's state, or of its fields alone; each step of a record once. */
export function scheduleMove(
  { write }: Scene,
  { name: table }: { readonly name: string },
  move: Pick<ScheduledMove, 'id' | 'at' | 'to' | 'from'> & {
    readonly step: string;
    readonly fields?: ScheduledMove['fields'];
  },
): void {
  const { id: recordId, step, ...rest } = move;
  write.insert(scheduledMoves, { fields: {}, ...rest, table, recordId, id: `${recordId}/${step}` });
}

/** Changes a move of a record that is still to come; does nothing for one that was made. */
export function adjustMove(
  { world, write }: Scene,
  id: string,
  change: Pick<ScheduledMove, 'to' | 'from' | 'fields'>,
): void {
  const move = scheduledMoves.in(world).get(id);
  if (move !== undefined) {
    write.update(scheduledMoves, move, { ...change, fields: { ...move.fields, ...change.fields } });
  }
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
