import { expect, test, vi } from 'vitest';
import { memoryJournal } from './memory-journal.ts';
import { json, networkError, refusal, scriptedClient } from './scripted-service.ts';

test.each([
  ['unknown', networkError('ECONNRESET')],
  ['unknown', refusal(500, 'INTERNAL_ERROR')],
  ['applied', json(200, { id: 'Transaction:1', status: 'REJECTED' })],
  ['not-applied', refusal(409, 'CONFLICT')],
] as const)('a journal of another copy of the package records %s', async (outcome, reply) => {
  vi.resetModules();
  const { journalWork } = await import('../src/journal/journal-work.ts');
  const journal = { ...memoryJournal(), work: journalWork };
  const { payments } = scriptedClient([reply], { journal });
  await payments.transactions.reject({ transactionId: 'Transaction:1' }).catch(() => undefined);
  expect([...journal.entries.values()]).toMatchObject([{ end: { outcome } }]);
});
