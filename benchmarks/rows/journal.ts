import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPaymentsClient } from '@org/payments-sdk';
import { sqliteJournal } from '@org/payments-sdk/journal';
import { startServer } from '../lib/child.ts';
import { interleaved, p50, perSecond } from '../lib/rounds.ts';
import { type Row, ratioRow } from '../lib/row.ts';

const card = {
  cardholderId: 'Customer:91ab',
  form: 'VIRTUAL' as const,
  fundingSources: ['InternalAccount:40de'],
};

/**
 * Measures the time that the journal adds to a write: sealing, the wait for the disk, and the
 * record of its end.
 */
export async function journalRows(): Promise<Row[]> {
  const server = await startServer('programs/constant-server');
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = sqliteJournal(join(folder, 'writes.db'), {
    secret: 'the secret of the journal that is measured',
  });
  const options = {
    baseUrl: `${server.url}/2025-10-13`,
    tokenId: 'token',
    clientSecret: 'secret',
  };
  const plain = createPaymentsClient(options);
  const journalled = createPaymentsClient({ ...options, journal });
  const works = {
    'SDK without a journal': () => plain.cards.create(card),
    'SDK, sqliteJournal': () => journalled.cards.create(card),
  };
  const contenders = Object.entries(works);
  const sequential = await interleaved(
    15,
    contenders.map(([name, work]) => ({ name, measure: p50(150, work) })),
    6,
  );
  const concurrent = await interleaved(
    11,
    contenders.map(([name, work]) => ({ name, measure: perSecond(1_000, 64, work) })),
  );
  await journal.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
  return [
    ratioRow({ id: 'journal', work: 'One write, sequential', unit: 'µs' }, sequential),
    ratioRow({ id: 'journal-64', work: 'Writes, 64 at once', unit: 'per s' }, concurrent),
  ];
}
