import { exampleOf } from '@org/payments-contract/examples';
import { expect, test } from 'vitest';
import { SettlingClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import { json, networkError, scriptedClient } from '../../test/scripted-service.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const SETTLE = 5_000;
/** How long a claim lasts, in addition to the time to settle. */
const LEASE = 600_000;

test('nothing is asked about a write whose claim expired: another recovery may have it', async () => {
  const journal = memoryJournal();
  const { update } = journal;
  // The process ends before it can record what it knows.
  journal.update = async () => {};
  const clock = new SettlingClock();
  const lost = [networkError('ECONNRESET'), networkError('ECONNRESET')];
  const before = scriptedClient(lost, { journal, retry: 0, clock });
  for (const transactionId of ['Transaction:1', 'Transaction:2'] as const) {
    await before.payments.transactions.reject({ transactionId }).catch(() => undefined);
  }
  journal.update = update;
  const pending = { ...(exampleOf('transactions.get').result as object), status: 'PENDING' };
  const read = ({ url }: { readonly url: string }) =>
    json(200, { ...pending, id: decodeURIComponent(url.split('/').at(-1) ?? '') });
  const script = [read, read, read, read];
  const { payments, received } = scriptedClient(script, { journal, retry: 0, clock });
  const writes: RecoveredWrite[] = [];
  for await (const write of payments.recover({ settle: SETTLE, deadline: 3_600_000 })) {
    writes.push(write);
    clock.advance(SETTLE + LEASE);
  }
  const why = expect.stringContaining('claim');
  expect(writes).toMatchObject([
    { outcome: 'not-applied', evidence: { by: 'read' } },
    { outcome: 'unknown', evidence: { by: 'none', why } },
  ]);
  expect(received).toHaveLength(3);
});
