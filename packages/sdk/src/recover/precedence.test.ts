import { exampleOf } from '@org/payments-contract/examples';
import { expect, test } from 'vitest';
import { SettlingClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import { json, networkError, type Reply, scriptedClient } from '../../test/scripted-service.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const SETTLE = 5_000;
/** How long a claim lasts, in addition to the time to settle. */
const LEASE = 600_000;

type Client = ReturnType<typeof scriptedClient>['payments'];

/** Sends writes that are still open when their process ends, and returns its journal and clock. */
async function openWrites(lost: Reply[], send: (payments: Client) => Promise<unknown>) {
  const journal = memoryJournal();
  const { update } = journal;
  // The process ends before it can record what it knows.
  journal.update = async () => true;
  const clock = new SettlingClock();
  journal.clock = clock;
  await send(scriptedClient(lost, { journal, retry: 0, clock }).payments);
  journal.update = update;
  return { journal, retry: 0, clock };
}

test('an accepted repeat decides, and is not followed by a read that shows less', async () => {
  const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };
  const lost = [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')];
  const options = await openWrites(lost, (payments) =>
    payments.quotes.execute({ quoteId: 'Quote:1' }).catch(() => undefined),
  );
  const script = ['PROCESSING', 'PENDING'].map((status) => json(200, { ...quote, status }));
  const { payments, received } = scriptedClient(script, options);
  const writes = await payments.recover({ settle: 0 });
  expect(received.map(({ method }) => method)).toEqual(['POST']);
  expect(writes).toMatchObject([{ outcome: 'applied', source: { by: 'key' } }]);
});

test('a repeat is recorded before it is sent, for a recovery after the end of this process', async () => {
  const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };
  const pending = () => json(200, { ...quote, status: 'PENDING' });
  const lost = [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')];
  const { clock, journal, retry } = await openWrites(lost, (payments) =>
    payments.quotes.execute({ quoteId: 'Quote:1' }).catch(() => undefined),
  );
  clock.advance(900_000);
  const repeatedAt = new Date(clock.now()).toISOString();
  const { update } = journal;
  const dies = () => {
    // The process ends while its repeat is on the way: nothing that it does later has an effect.
    journal.update = async () => true;
    return networkError('ECONNRESET');
  };
  await scriptedClient([dies], { journal, retry, clock }).payments.recover({ settle: 0 });
  journal.update = update;
  const [entry] = journal.entries.values();
  expect(entry?.end).toMatchObject({ outcome: 'unknown', endedAt: repeatedAt });
  clock.advance(LEASE);
  const reads = { repeatKeyed: false, settle: LEASE, deadline: 150_000 };
  const { payments } = scriptedClient([pending(), pending()], { journal, retry, clock });
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'unknown' }]);
  clock.advance(LEASE);
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'not-applied' }]);
});

test('a repeat that cannot be recorded is not sent', async () => {
  const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };
  const lost = [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')];
  const options = await openWrites(lost, (payments) =>
    payments.quotes.execute({ quoteId: 'Quote:1' }).catch(() => undefined),
  );
  options.journal.update = async () => {
    throw new Error('disk full');
  };
  const { payments, received } = scriptedClient([], options);
  await expect(payments.recover({ settle: 0 })).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  expect(received).toEqual([]);
});

test('nothing is asked about a write whose claim expired: another recovery may have it', async () => {
  const lost = [networkError('ECONNRESET'), networkError('ECONNRESET')];
  const options = await openWrites(lost, async ({ transactions }) => {
    for (const transactionId of ['Transaction:1', 'Transaction:2'] as const) {
      await transactions.reject({ transactionId }).catch(() => undefined);
    }
  });
  const pending = { ...(exampleOf('transactions.get').result as object), status: 'PENDING' };
  const read = ({ url }: { readonly url: string }) =>
    json(200, { ...pending, id: decodeURIComponent(url.split('/').at(-1) ?? '') });
  const script = [read, read, read, read];
  const { payments, received } = scriptedClient(script, options);
  const writes: RecoveredWrite[] = [];
  for await (const write of payments.recover({ settle: SETTLE, deadline: 3_600_000 })) {
    writes.push(write);
    options.clock.advance(SETTLE + LEASE);
  }
  const why = expect.stringContaining('claim');
  expect(writes).toMatchObject([
    { outcome: 'not-applied', source: { by: 'read' } },
    { outcome: 'unknown', source: { by: 'none' }, because: why },
  ]);
  expect(received).toHaveLength(3);
});
