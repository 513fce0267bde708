import { expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import { card, json, networkError, scriptedClient } from '../../test/scripted-service.ts';

test.each([
  ['of the ended ones', { since: new Date(0) }],
  ['of the open ones', {}],
])(
  'an outcome in a word that this version does not know is unknown, and nothing is sent or recorded: recovery %s',
  async (_, options) => {
    const journal = memoryJournal();
    const clock = new FakeClock();
    journal.clock = clock;
    const lost = scriptedClient([networkError('ECONNRESET')], { journal, clock, retry: 0 });
    await lost.payments.transactions.reject({ transactionId: 'Transaction:1' }).catch(() => {});
    const [entry] = journal.entries.values();
    if (entry?.end === undefined) throw new Error('the write was not recorded');
    const reversed = { ...entry, end: { ...entry.end, outcome: 'reversed' as 'applied' } };
    journal.entries.set(entry.id, reversed);
    clock.advance(900_000);
    const { payments, received } = scriptedClient([json(200, card)], { journal, clock });
    const writes = await payments.recover(options);
    expect(writes).toMatchObject([
      {
        outcome: 'unknown',
        source: { by: 'none' },
        because: expect.stringContaining('later version'),
      },
    ]);
    expect(received).toEqual([]);
    expect(journal.entries.get(entry.id)).toEqual(reversed);
  },
);
