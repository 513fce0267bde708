import type { RecoverOptions } from '../src/recover/options.ts';
import { FakeClock, SettlingClock } from './fake-clock.ts';
import { type MemoryJournal, memoryJournal } from './memory-journal.ts';
import { networkError, type Reply, scriptedClient } from './scripted-service.ts';

/** A journal whose process ends before it can record the outcome of a write. */
export function crashed(): MemoryJournal & { restart(): void } {
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

/** A write with a key of its own. */
export const createLink = (payments: Client) =>
  payments.customers.createKycLink({ customerId: 'Customer:1' });

interface Lost<Journal, Clock> {
  readonly write?: (payments: Client) => Promise<unknown>;
  /** What the write gets in place of a response. */
  readonly lost?: Reply[];
  readonly journal?: Journal;
  readonly clock?: Clock;
  /** Options of the client that sends the write. */
  readonly options?: object;
}

/** What a lost write leaves behind: its journal and its clock, and what makes clients over both. */
export async function lostWrite<
  Journal extends MemoryJournal = MemoryJournal,
  Clock extends FakeClock = FakeClock,
>({
  write = createLink,
  lost = [networkError('ECONNRESET')],
  journal = memoryJournal() as Journal,
  clock = new FakeClock() as Clock,
  options,
}: Lost<Journal, Clock> = {}) {
  journal.clock = clock;
  const client = (replies: Reply[], more: object = {}) =>
    scriptedClient(replies, { journal, clock, retry: 0, ...more });
  const { payments, received: sent } = client(lost, options);
  await write(payments).catch(() => undefined);
  return { journal, clock, client, sent };
}

/** The same with several writes, each with a key of its own. */
export function lostWrites<Journal extends MemoryJournal>(count: number, journal?: Journal) {
  const lost = Array.from({ length: count }, () => networkError('ECONNRESET'));
  const write = async (payments: Client) => {
    for (const _ of lost) await createLink(payments).catch(() => undefined);
  };
  return lostWrite<Journal>({ write, lost, ...(journal !== undefined && { journal }) });
}

/** Sends a write that is still open when the process ends, and recovers it from the service's responses. */
export async function recovered(
  write: (payments: Client) => Promise<unknown>,
  lost: Reply[],
  replies: Reply[],
  options: RecoverOptions = { settle: 0 },
) {
  const clock = new SettlingClock();
  const { journal, client, sent } = await lostWrite({ write, lost, journal: crashed(), clock });
  journal.restart();
  // Ten minutes after its deadline a write can no longer arrive, however far the clocks differ.
  if (options.settle === 0) clock.advance(720_000);
  const after = client(replies);
  const writes = await after.payments.recover(options);
  return { writes, journal, sent, ...after, clock };
}
