import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { FakeClock } from '../../../test/fake-clock.ts';
import { memoryJournal } from '../../../test/memory-journal.ts';
import {
  card,
  challenge,
  json,
  networkError,
  refusal,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import type { JournalClaim, JournalEntry } from '../../outcome/journal.ts';

function claimOf([entry]: readonly JournalEntry[]): JournalClaim {
  const facts = { by: 'test', lease: 60_000, after: undefined, endedSince: undefined, limit: 10 };
  return { scopes: [entry?.scope ?? ''], ...facts };
}

const stamper = { stamp: async () => 'stamp' };
const change = { id: 'Card:1', state: 'FROZEN' } as const;
const transaction = { transactionId: 'Transaction:1' };

const fails = () => {
  throw new Error('It cannot be read.');
};
const hangs = () => new Promise<never>(() => {});
const rejected = () => json(200, { id: 'Transaction:1', status: 'REJECTED' });

describe('the journal of a client', () => {
  test('records the second leg before it leaves, and its outcome', async () => {
    const journal = memoryJournal();
    const seen: number[] = [];
    const { payments } = scriptedClient(
      [
        () => {
          seen.push(journal.entries.size);
          return json(202, challenge);
        },
        () => {
          seen.push(journal.entries.size);
          return json(200, card);
        },
      ],
      { journal },
    );
    await payments.cards.update(change, { stamper });
    expect(seen).toEqual([0, 1]);
    expect([...journal.entries.values()]).toMatchObject([
      {
        operation: 'cards.update',
        method: 'PATCH',
        requestId: challenge.requestId,
        template: '/cards/{id}',
        request: { path: '/cards/Card:1', body: '{"state":"FROZEN"}' },
        end: { outcome: 'applied', status: 200, resourceId: 'Card:1' },
      },
    ]);
  });

  test.each([
    [30_000, '2026-01-05T09:00:30.000Z'],
    [Number.POSITIVE_INFINITY, '2027-01-05T09:00:00.000Z'],
    [Number.MAX_SAFE_INTEGER, '2027-01-05T09:00:00.000Z'],
  ])('records until when the call may send: a deadline of %s ms', async (deadline, deadlineAt) => {
    const journal = memoryJournal();
    const { payments } = scriptedClient([rejected()], { journal });
    await payments.transactions.reject(transaction, { deadline });
    const [entry] = journal.entries.values();
    expect(entry?.startedAt).toBe('2026-01-05T09:00:00.000Z');
    const time = Date.parse('2026-01-05T09:00:00Z').toString(16).padStart(12, '0');
    expect(entry?.id.replace('-', '').slice(0, 12)).toBe(time);
    expect(entry?.id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(entry?.deadlineAt).toBe(deadlineAt);
  });

  test.each([
    ['unknown', networkError('ECONNRESET')],
    ['unknown', refusal(500, 'INTERNAL_ERROR')],
    ['applied', rejected()],
    ['not-applied', refusal(409, 'CONFLICT')],
  ])('records the outcome %s', async (outcome, reply) => {
    const journal = memoryJournal();
    const { payments } = scriptedClient([reply], { journal });
    await payments.transactions.reject(transaction).catch(() => undefined);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome } }]);
    const open = await journal.claim(claimOf([...journal.entries.values()]));
    expect(open).toHaveLength(outcome === 'unknown' ? 1 : 0);
  });

  test('is refused where no SDK made it: nothing could record a change in it', () => {
    const { work: _work, ...foreign } = memoryJournal();
    expect(() => scriptedClient([], { journal: foreign as never })).toThrow(
      '`journal` of the client is not valid: expected a journal',
    );
  });

  test('reads are not recorded', async () => {
    const journal = memoryJournal();
    const { payments } = scriptedClient([json(200, card)], { journal });
    await payments.cards.get({ id: 'Card:1' });
    expect(journal.entries.size).toBe(0);
  });

  test('a write that cannot be recorded is not sent', async () => {
    const append = () => Promise.reject(new Error('disk full'));
    const { payments, received } = scriptedClient([], { journal: { ...memoryJournal(), append } });
    const refused = { code: 'JOURNAL_FAILED', cause: { message: 'disk full' } };
    await expect(payments.transactions.reject(transaction)).rejects.toMatchObject(refused);
    expect(received).toHaveLength(0);
  });

  test('a call that was ended before is neither recorded nor sent', async () => {
    const journal = memoryJournal();
    const { payments, received } = scriptedClient([], { journal });
    const call = payments.transactions.reject(transaction, { signal: AbortSignal.abort('enough') });
    const aborted = { name: 'AbortedError', operation: 'transactions.reject', cause: 'enough' };
    await expect(call).rejects.toMatchObject(aborted);
    expect([journal.entries.size, received.length]).toEqual([0, 0]);
  });

  test('a journal that is out of reach is reported by the error of the call alone', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const fails = vi.fn(() => Promise.reject(new Error('no such directory')));
    const journal = { ...memoryJournal(), append: fails, update: fails };
    const { payments } = scriptedClient([], { journal });
    await expect(payments.transactions.reject(transaction)).rejects.toThrow(/so it was not sent/);
    await eventually(() => expect(fails).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setImmediate(resolve));
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  test('an outcome that cannot be recorded still reaches the caller', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const update = () => Promise.reject(new Error('disk full'));
    const journal = { ...memoryJournal(), update };
    const { payments } = scriptedClient([rejected()], { journal });
    const { id } = await payments.transactions.reject(transaction);
    expect(id).toBe('Transaction:1');
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('a journal that hangs ends the call at its limit, and nothing is sent', async () => {
    const journal = { ...memoryJournal(), append: hangs };
    const { payments, received } = scriptedClient([], { journal, timeout: 50 });
    const refused = { code: 'JOURNAL_FAILED' };
    await expect(payments.transactions.reject(transaction)).rejects.toMatchObject(refused);
    expect(received).toHaveLength(0);
  });

  test.each<[string, object]>([
    ['a header that cannot be read', { header: fails }],
    ['headers that cannot be read', { headers: fails }],
    ['a header that is not text', { header: () => 7 }],
    ['no status', { status: undefined }],
    ['no header functions', { header: undefined, headers: undefined }],
  ])('a response with %s leaves the outcome unknown', async (_what, wrong) => {
    const journal = memoryJournal();
    const text = async () => '{"status":500,"code":"INTERNAL_ERROR"}';
    const response = { status: 500, header: () => null, headers: () => [], text, ...wrong };
    const transport = async () => response as never;
    const { payments } = scriptedClient([], { journal, transport });
    const call = payments.transactions.reject(transaction);
    await expect(call).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'unknown' } }]);
  });

  test("an error that is not the client's leaves the outcome unknown", async () => {
    const journal = memoryJournal();
    const clock = new FakeClock();
    let isSent = false;
    vi.spyOn(clock, 'now').mockImplementation(() => {
      if (!isSent) return 0;
      isSent = false;
      throw new Error('The clock failed.');
    });
    const reply = () => {
      isSent = true;
      return json(200, { id: 'Transaction:1', status: 'REJECTED' }, { date: '' });
    };
    const { payments } = scriptedClient([reply], { journal, clock });
    const call = payments.transactions.reject(transaction);
    await expect(call).rejects.toThrow('The clock failed.');
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'unknown' } }]);
  });

  test('a result waits for the journal no longer than 30 seconds, whatever the timeout', async () => {
    const clock = new FakeClock();
    const journal = { ...memoryJournal(), update: hangs };
    const limits = { timeout: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY };
    const { payments } = scriptedClient([rejected()], { journal, clock, ...limits });
    const call = payments.transactions.reject(transaction);
    await eventually(() => expect(clock.delays).toContain(30_000));
    clock.advance(30_000);
    await expect(call).resolves.toMatchObject({ id: 'Transaction:1' });
  });
});
