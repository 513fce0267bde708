import { type ArmedEffect, noEffects } from '../faults/fault-list.ts';
import type { RequestLog } from '../request-log.ts';
import { Writer } from '../store/writer.ts';
import { Refusal } from './refusal.ts';
import { type Incoming, runOperation } from './run-operation.ts';

/** Returns a request that does not need the connection it came over. */
async function detached(request: Request): Promise<Request> {
  const { url, method, headers } = request;
  return new Request(url, { method, headers, body: await request.arrayBuffer() });
}

/**
 * Lets a write that a fault struck arrive later, on the mock's clock; its entry in the log then
 * shows what it changed. The service checks it when it arrives: its challenge may have expired.
 *
 * @returns whether the write was struck
 */
export async function postpone(
  effects: readonly ArmedEffect[],
  incoming: Omit<Incoming, 'write' | 'faults'>,
  log: RequestLog,
): Promise<boolean> {
  const effect = effects.find(({ kind }) => kind === 'late-apply');
  if (effect?.kind !== 'late-apply') return false;
  const { world, entry } = incoming;
  const request = await detached(incoming.request);
  const run = async () => {
    const write = new Writer(world);
    let note = 'It was carried out later.';
    try {
      await runOperation({ ...incoming, request, write, faults: noEffects });
    } catch (error) {
      const reason = error instanceof Refusal ? error.facts.explanation : String(error);
      note = `It was refused when it arrived: ${reason}`;
    }
    log.amend(entry, write.changes, note);
    world.webhooks.wake();
  };
  world.faults.late.add({ at: world.clock.now() + effect.milliseconds, run });
  return true;
}
