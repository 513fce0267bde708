import type { RecoverOptions } from '../src/recover/options.ts';
import { SettlingClock } from './fake-clock.ts';
import { memoryJournal } from './memory-journal.ts';
import { type Reply, scriptedClient } from './scripted-service.ts';

/** A journal whose process ends before it can record the outcome of a write. */
export function crashed(): ReturnType<typeof memoryJournal> & { restart(): void } {
  const journal = memoryJournal();
  const { update } = journal;
  journal.update = async () => true;
  return Object.assign(journal, {
    restart() {
      journal.update = update;
    },
  });
}

export type Client = ReturnType<typeof scriptedClient>['payments'];

/**
 * Sends a write that is still open when the process ends, and recovers it from the service's
 * responses.
 */
export async function recovered(
  write: (payments: Client) => Promise<unknown>,
  lost: Reply[],
  replies: Reply[],
  options: RecoverOptions = { settle: 0 },
) {
  const journal = crashed();
  const clock = new SettlingClock();
  const before = { ...scriptedClient(lost, { journal, retry: 0, clock }), clock };
  await write(before.payments).catch(() => undefined);
  journal.restart();
  // Ten minutes after its deadline a write can no longer arrive, however far the clocks differ.
  if (options.settle === 0) before.clock.advance(720_000);
  const after = scriptedClient(replies, { journal, retry: 0, clock: before.clock });
  const writes = await after.payments.recover(options);
  return { writes, journal, sent: before.received, ...after, clock: before.clock };
}
