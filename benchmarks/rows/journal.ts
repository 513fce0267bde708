import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPaymentsClient } from '@org/payments-sdk';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { startServer } from '../processes.ts';
import { interleaved, p50, perSecond } from '../rounds.ts';
import { atLeast, atMost, type Row } from '../table.ts';

const card = {
  cardholderId: 'Customer:91ab',
  form: 'VIRTUAL' as const,
  fundingSources: ['InternalAccount:40de'],
};

/** The time that a journal adds to a write: sealing, the wait for the disk, the record of its end. */
export async function journalRows(): Promise<Row[]> {
  const server = await startServer('constant-server');
  using folder = mkdtempDisposableSync(join(tmpdir(), 'journal-'));
  const secret = 'the secret of the journal that is measured';
  const journal = sqliteJournal(join(folder.path, 'writes.db'), { secret });
  const baseUrl = `${server.url}/2025-10-13`;
  const options = { baseUrl, tokenId: 'token', clientSecret: 'secret' };
  const clients = {
    'SDK without a journal': createPaymentsClient(options),
    'SDK, sqliteJournal': createPaymentsClient({ ...options, journal }),
  };
  const works = Object.entries(clients).map(([name, { cards }]) => ({
    name,
    work: () => cards.create(card),
  }));
  const alone = works.map(({ name, work }) => ({ name, measure: p50(150, work) }));
  const many = works.map(({ name, work }) => ({ name, measure: perSecond(1_000, 64, work) }));
  const [sequential, concurrent] = [await interleaved(15, alone, 6), await interleaved(11, many)];
  await journal.close();
  await server.close();
  const ours = 'SDK, sqliteJournal';
  return [
    {
      work: 'One write, sequential',
      unit: 'µs',
      series: sequential,
      targets: { [ours]: atMost(2) },
    },
    {
      work: 'Writes, 64 at once',
      unit: 'per s',
      series: concurrent,
      targets: { [ours]: atLeast(0.8) },
    },
  ];
}
