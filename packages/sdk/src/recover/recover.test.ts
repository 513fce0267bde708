import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import { crashed } from '../../test/recovered.ts';
import {
  BASE_URL,
  json,
  networkError,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { createAgentClient } from '../client/agent-client.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import type { Journal, JournalEntry } from '../outcome/journal.ts';
import type { RecoverOptions } from './options.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const link = {
  kycUrl: 'https://verify.example/secret',
  expiresAt: '2026-02-05T09:00:00Z',
  provider: 'P',
};
const transaction = { transactionId: 'Transaction:1' };

describe('a recovery', () => {
  async function openWrites(count: number) {
    const journal = crashed();
    const lost = Array.from({ length: count }, () => networkError('ECONNRESET'));
    const before = scriptedClient(lost, { journal, retry: 0 });
    for (let index = 0; index < count; index += 1) {
      const input = { customerId: `Customer:${index}` };
      await before.payments.customers.createKycLink(input).catch(() => undefined);
    }
    journal.restart();
    const replies = Array.from({ length: 2 * count }, () => json(200, link));
    const { clock } = before;
    journal.clock = clock;
    return { journal, ...scriptedClient(replies, { journal, clock }), clock };
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

  test('claims one write at a time, and does not settle a write whose claim expired', async () => {
    const { payments, journal, clock, received } = await openWrites(3);
    const seen: RecoveredWrite[] = [];
    for await (const write of payments.recover({ deadline: 3_600_000 })) {
      seen.push(write);
      // Another recovery starts while the loop is busy with the first write.
      if (seen.length > 1) continue;
      expect(await payments.recover()).toHaveLength(2);
      clock.advance(660_000);
      expect(await payments.recover()).toMatchObject([{ id: write.id, outcome: 'applied' }]);
      const open = journal.entries.get(write.id);
      journal.entries.set(write.id, { ...open, end: undefined } as JournalEntry);
    }
    // The entry whose claim expired was not changed again.
    expect(seen).toHaveLength(1);
    expect(journal.entries.get(seen[0]?.id ?? '')?.end).toBeUndefined();
    expect(received).toHaveLength(4);
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

  test('covers one kind of client and one base URL', async () => {
    const { journal } = await openWrites(1);
    const options = { journal, clock: new FakeClock() };
    const baseUrl = BASE_URL;
    const other = BASE_URL.replace('api.', 'sandbox.');
    const elsewhere = createPaymentsClient({
      baseUrl: other,
      tokenId: 'token',
      clientSecret: 'client-secret-value',
      ...options,
    });
    expect(await elsewhere.recover()).toEqual([]);
    const agent = createAgentClient({ baseUrl, accessToken: 'token', ...options });
    expect(await agent.recover()).toEqual([]);
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

  test('fails where the journal fails', async () => {
    const claim: Journal['claim'] = () => Promise.reject(new Error('disk full'));
    const { payments } = scriptedClient([], { journal: { ...memoryJournal(), claim } });
    await expect(payments.recover()).rejects.toMatchObject({
      name: 'JournalError',
      code: 'JOURNAL_FAILED',
      cause: { message: 'disk full' },
    });
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
