import { describe, expect, test, vi } from 'vitest';
import { memoryJournal } from '../../test/memory-journal.ts';
import {
  card,
  challenge,
  json,
  networkError,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';

const stamper = { stamp: async () => 'stamp' };
const change = { id: 'Card:1', state: 'FROZEN' } as const;
const transaction = { transactionId: 'Transaction:1' };

describe('the journal of a client', () => {
  test('records the second leg before it leaves, and what became of it', async () => {
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
        request: { path: '/cards/Card:1', body: '{"state":"FROZEN"}' },
        end: { outcome: 'applied' },
      },
    ]);
  });

  test.each([
    ['unknown', networkError('ECONNRESET')],
    ['unknown', refusal(500, 'INTERNAL_ERROR')],
    ['not-applied', refusal(409, 'CONFLICT')],
  ] as const)('records the outcome %s', async (outcome, reply) => {
    const journal = memoryJournal();
    const { payments } = scriptedClient([reply], { journal });
    await payments.transactions.reject(transaction).catch(() => undefined);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome } }]);
    const open: unknown[] = [];
    for await (const entry of journal.open()) open.push(entry);
    expect(open).toHaveLength(outcome === 'unknown' ? 1 : 0);
  });

  test('a keyed write is one entry with its key, however often it is sent', async () => {
    const journal = memoryJournal();
    const link = { kycUrl: 'https://x.example', expiresAt: card.createdAt, provider: 'P' };
    const script = [networkError('ECONNRESET'), json(200, link)];
    const { payments, received } = scriptedClient(script, { journal });
    await payments.customers.createKycLink({ customerId: 'Customer:1' });
    const key = received[0]?.headers.get('idempotency-key');
    expect([...journal.entries.values()]).toMatchObject([
      { idempotencyKey: key, end: { outcome: 'applied' } },
    ]);
  });

  test('reads are not recorded', async () => {
    const journal = memoryJournal();
    const { payments } = scriptedClient([json(200, card)], { journal });
    await payments.cards.get({ id: 'Card:1' });
    expect(journal.entries.size).toBe(0);
  });

  test('what cannot be recorded is not sent', async () => {
    const append = () => Promise.reject(new Error('disk full'));
    const { payments, received } = scriptedClient([], { journal: { ...memoryJournal(), append } });
    await expect(payments.transactions.reject(transaction)).rejects.toMatchObject({
      code: 'JOURNAL_FAILED',
      cause: { message: 'disk full' },
    });
    expect(received).toHaveLength(0);
  });

  test('an outcome that cannot be recorded still reaches the caller', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const update = () => Promise.reject(new Error('disk full'));
    const journal = { ...memoryJournal(), update };
    const { payments } = scriptedClient([json(200, { id: 'Transaction:1' })], { journal });
    await expect(payments.transactions.reject(transaction)).resolves.toEqual({
      id: 'Transaction:1',
    });
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});
