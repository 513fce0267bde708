import { describe, expect, test } from 'vitest';
import { memoryJournal } from '../../test/memory-journal.ts';
import { type Client, crashed, createLink, lostWrite } from '../../test/recovered.ts';
import {
  json,
  kycLink as link,
  networkError,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import type { RecoverOptions } from './options.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const transaction = { transactionId: 'Transaction:1' };

describe('a recovery', () => {
  async function openWrites(count: number) {
    const lost = Array.from({ length: count }, () => networkError('ECONNRESET'));
    const write = async (payments: Client) => {
      for (const _ of lost) await createLink(payments).catch(() => undefined);
    };
    const { journal, client } = await lostWrite({ write, lost, journal: crashed() });
    journal.restart();
    return { journal, ...client(Array.from({ length: 2 * count }, () => json(200, link))) };
  }

  test('settles a write when the loop continues, so that a loop that ends early gets it again', async () => {
    const { payments } = await openWrites(3);
    const seen: RecoveredWrite[] = [];
    for await (const write of payments.recover()) {
      seen.push(write);
      if (seen.length === 2) break;
    }
    const again = await payments.recover();
    expect(again.map(({ id }) => id)).toContain(seen[1]?.id);
    expect(again.map(({ id }) => id)).not.toContain(seen[0]?.id);
    expect(again).toHaveLength(2);
  });

  test('shares the writes with a recovery that runs at the same time', async () => {
    const { payments, received } = await openWrites(60);
    const both = await Promise.all([payments.recover(), payments.recover()]);
    const ids = both.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(60);
    expect(ids).toHaveLength(60);
    expect(received).toHaveLength(60);
  });

  test('claims one write at a time: another recovery finds the others meanwhile', async () => {
    const { payments } = await openWrites(3);
    const seen: RecoveredWrite[] = [];
    for await (const write of payments.recover()) {
      seen.push(write);
      expect(await payments.recover()).toHaveLength(2);
    }
    expect(seen).toHaveLength(1);
  });

  test('returns the writes that ended since a time, for a caller that lost the result', async () => {
    const journal = memoryJournal();
    const script = [
      json(200, { id: 'Transaction:1', status: 'REJECTED' }),
      refusal(409, 'CONFLICT'),
    ];
    const { payments } = scriptedClient(script, { journal });
    await payments.transactions.reject(transaction);
    await payments.transactions.reject(transaction).catch(() => undefined);
    expect(await payments.recover()).toEqual([]);
    const writes = await payments.recover({ since: new Date(0) });
    expect(writes.map(({ outcome, because }) => [outcome, because]).sort()).toEqual([
      ['applied', 'The response was recorded.'],
      ['not-applied', 'The call ended with CONFLICT, which was recorded.'],
    ]);
    expect(writes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          source: expect.objectContaining({ by: 'response' }),
          resourceId: 'Transaction:1',
        }),
        expect.objectContaining({
          source: expect.objectContaining({ by: 'response', errorCode: 'CONFLICT', status: 409 }),
        }),
      ]),
    );
    expect(await payments.recover({ since: '2027-01-01' })).toEqual([]);
  });

  test('reports an entry that cannot be opened', async () => {
    const { journal, payments } = await openWrites(1);
    const [entry] = journal.entries.values();
    if (entry !== undefined) journal.entries.set(entry.id, { ...entry, request: undefined });
    expect(await payments.recover()).toMatchObject([
      { outcome: 'unknown', because: expect.stringContaining('cannot be opened') },
    ]);
  });

  test('needs a journal', async () => {
    const { payments } = scriptedClient([]);
    await expect(payments.recover()).rejects.toMatchObject({
      name: 'ConfigurationError',
      option: 'journal',
    });
    const iterator = payments.recover()[Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toMatchObject({ code: 'CONFIGURATION' });
  });

  test.each([
    [{ settel: 1 }, 'options.settel: is not an option'],
    [{ settle: -1 }, 'options.settle: expected a number of milliseconds'],
    [
      { settle: Number.POSITIVE_INFINITY },
      'options.settle: expected a number of milliseconds from 0 to 31536000000',
    ],
    [{ since: 'yesterday' }, 'options.since: expected a Date'],
  ])('refuses the options %j', async (options, message) => {
    const { payments } = scriptedClient([], { journal: memoryJournal() });
    await expect(payments.recover(options as RecoverOptions)).rejects.toThrow(message);
  });

  test('fails where a verdict cannot be recorded, and returns the write again', async () => {
    const { journal, payments } = await openWrites(1);
    const { update } = journal;
    journal.update = async (id, end) => {
      if (end !== undefined) throw new Error('disk full');
      return update(id, end);
    };
    await expect(payments.recover()).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
    journal.update = update;
    expect(await payments.recover()).toMatchObject([{ outcome: 'applied' }]);
  });
});
