import { expect, test } from 'vitest';
import { entryAt, journalSuite, SECRET, skewSuite } from '../../test/journal/journal-suite.ts';
import { createJournal } from './create-journal.ts';
import { MemoryStore, memoryJournal } from './memory-store.ts';

journalSuite('memory', async () => memoryJournal());
skewSuite('memory', async () => memoryJournal());

test('a journal in memory drops its oldest entry when it is full', async () => {
  const journal = createJournal(new MemoryStore(2), { secret: SECRET });
  const entries = [entryAt(1), entryAt(2), entryAt(3)];
  for (const entry of entries) await journal.append(entry);
  const left = await journal.open({ after: undefined, limit: 9 });
  expect(left.map(({ id }) => id)).toEqual(entries.slice(1).map(({ id }) => id));
});
