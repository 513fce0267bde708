import { exampleOf } from '@org/payments-contract/examples';
import { expect, test } from 'vitest';
import { SettlingClock } from '../../test/fake-clock.ts';
import { type Client, crashed, lostWrite } from '../../test/recovered.ts';
import { json, networkError, type Reply } from '../../test/scripted-service.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const SETTLE = 5_000;
/** How long a claim lasts, in addition to the time to settle. */
const LEASE = 600_000;

const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };

/** What a process leaves behind that ends before it can record what it knows of a write. */
async function afterCrash(
  lost: Reply[] = [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')],
  write = ({ quotes }: Client): Promise<unknown> => quotes.execute({ quoteId: 'Quote:1' }),
) {
  const clock = new SettlingClock();
  const left = await lostWrite({ write, lost, journal: crashed(), clock });
  left.journal.restart();
  return left;
}

test('an accepted repeat decides, and is not followed by a read that shows less', async () => {
  const { client } = await afterCrash();
  const script = ['PROCESSING', 'PENDING'].map((status) => json(200, { ...quote, status }));
  const { payments, received } = client(script);
  const writes = await payments.recover({ settle: 0 });
  expect(received.map(({ method }) => method)).toEqual(['POST']);
  expect(writes).toMatchObject([{ outcome: 'applied', source: { by: 'key' } }]);
});

test('a repeat is recorded before it is sent, for a recovery after the end of this process', async () => {
  const pending = () => json(200, { ...quote, status: 'PENDING' });
  const { clock, journal, client } = await afterCrash();
  clock.advance(900_000);
  const repeatedAt = new Date(clock.now()).toISOString();
  const { update } = journal;
  const dies = () => {
    // The process ends while its repeat is on the way: nothing that it does later has an effect.
    journal.update = async () => true;
    return networkError('ECONNRESET');
  };
  await client([dies]).payments.recover({ settle: 0 });
  journal.update = update;
  const [entry] = journal.entries.values();
  expect(entry?.end).toMatchObject({ outcome: 'unknown', endedAt: repeatedAt });
  clock.advance(LEASE);
  const reads = { repeatKeyed: false, settle: LEASE, deadline: 150_000 };
  const { payments } = client([pending(), pending()]);
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'unknown' }]);
  clock.advance(LEASE);
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'not-applied' }]);
});

test('a repeat that cannot be recorded is not sent', async () => {
  const { journal, client } = await afterCrash();
  journal.update = async () => {
    throw new Error('disk full');
  };
  const { payments, received } = client([]);
  await expect(payments.recover({ settle: 0 })).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  expect(received).toEqual([]);
});

test('nothing is asked about a write whose claim expired: another recovery may have it', async () => {
  const lost = [networkError('ECONNRESET'), networkError('ECONNRESET')];
  const { clock, client } = await afterCrash(lost, async ({ transactions }) => {
    for (const transactionId of ['Transaction:1', 'Transaction:2'] as const) {
      await transactions.reject({ transactionId }).catch(() => undefined);
    }
  });
  const pending = { ...(exampleOf('transactions.get').result as object), status: 'PENDING' };
  const read = ({ url }: { readonly url: string }) =>
    json(200, { ...pending, id: decodeURIComponent(url.split('/').at(-1) ?? '') });
  const script = [read, read, read, read];
  const { payments, received } = client(script);
  const writes: RecoveredWrite[] = [];
  for await (const write of payments.recover({ settle: SETTLE, deadline: 3_600_000 })) {
    writes.push(write);
    clock.advance(SETTLE + LEASE);
  }
  const why = expect.stringContaining('claim');
  expect(writes).toMatchObject([
    { outcome: 'not-applied', source: { by: 'read' } },
    { outcome: 'unknown', source: { by: 'none' }, because: why },
  ]);
  expect(received).toHaveLength(3);
});
