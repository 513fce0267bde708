import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import { type Client, createLink, lostWrite } from '../../test/recovered.ts';
import {
  card,
  challenge,
  json,
  kycLink as link,
  networkError,
  scriptedClient,
} from '../../test/scripted-service.ts';
import type { JournalEntry } from '../outcome/journal.ts';

const stamper = { stamp: async () => 'stamp' };
const freeze = (payments: Client) =>
  payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper });

/** The journal after a lost write, with the entry changed; its clock starts at the write. */
async function journalWith(
  write: (payments: Client) => Promise<unknown>,
  change: Partial<JournalEntry>,
  more: Partial<JournalEntry>[] = [],
) {
  const lost = [json(202, challenge), networkError('ECONNRESET')].slice(write === freeze ? 0 : 1);
  const { journal, clock } = await lostWrite({ write, lost });
  const [entry] = journal.entries.values();
  if (entry === undefined) throw new Error('the write was not recorded');
  journal.entries.clear();
  for (const changes of [change, ...more]) {
    const changed = { ...entry, ...changes };
    journal.entries.set(changed.id, changed);
  }
  return { journal, clock, entry };
}

const another = { reason: 'account', because: 'another account' } as const;

describe('the entry of a write', () => {
  test.each<[string, Partial<JournalEntry>]>([
    ['with another method', { method: 'PUT' }],
    ['with another path', { template: '/customers/{customerId}/kyc' }],
    ['of an operation that is not known', { operation: 'customers.createKycLinks' as never }],
  ])('%s is not repeated: the request would be another one', async (_, change) => {
    const { journal, clock } = await journalWith(createLink, change);
    const { payments, received } = scriptedClient([json(200, link)], { journal, clock });
    const [write] = await payments.recover({ settle: 0, deadline: 1 });
    const why = expect.stringContaining('another operation of this name');
    expect(write).toMatchObject({ outcome: 'unknown', source: { by: 'none' }, because: why });
    expect(write?.input).toBeUndefined();
    expect(received).toEqual([]);
  });

  test('that is a second leg is not repeated, even with a key', async () => {
    const { journal, clock } = await journalWith(createLink, { requestId: 'Request:1' });
    const { payments, received } = scriptedClient([json(200, link)], { journal, clock });
    const [write] = await payments.recover({ settle: 0, deadline: 1 });
    expect(write).toMatchObject({ outcome: 'unknown', source: { by: 'none' } });
    expect(received).toEqual([]);
  });

  test.each([
    ['is', 60_000, 1],
    ['is not', 59_999, 0],
  ])('with a key 59,999 ms old %s repeated for a lifetime of %i', async (_, keyLifetime, sent) => {
    const { journal, clock } = await journalWith(createLink, {});
    clock.advance(59_999);
    const { payments, received } = scriptedClient([json(200, link)], { journal, clock });
    await payments.recover({ settle: 0, deadline: 1, keyLifetime });
    expect(received).toHaveLength(sent);
  });

  test.each([
    ['applied, without a request', 'unknown', 82_799_999, 'applied'],
    ['unknown, and no request', 'unknown', 82_800_000, 'unknown'],
    ['applied, without a request', 'not-applied', 82_800_000, 'applied'],
  ] as const)(
    'beside one with its key that is applied is %s: %s, %i ms before',
    async (_, outcome, age, found) => {
      const ended = { endedAt: '2026-01-05T09:00:01.000Z', errorCode: undefined };
      const end = (shown: 'unknown' | 'not-applied' | 'applied', resourceId?: string) => ({
        end: { ...ended, outcome: shown, status: undefined, resourceId },
      });
      const startedAt = new Date(Date.parse('2026-01-05T09:00:00Z') + age).toISOString();
      const other = { id: 'other', startedAt, ...end('applied', 'Link:1') };
      const { journal, clock, entry } = await journalWith(createLink, end(outcome), [other]);
      clock.advance(82_800_000);
      const { payments, received } = scriptedClient([json(200, link)], { journal, clock });
      const [write] = await payments.recover({ settle: 0, ids: [entry.id], since: new Date(0) });
      const isFound = found === 'applied';
      const resourceId = isFound ? 'Link:1' : undefined;
      expect(write).toMatchObject({ outcome: found, resourceId });
      expect(journal.entries.get(entry.id)?.end?.outcome).toBe(
        isFound && outcome === 'unknown' ? found : outcome,
      );
      expect(received).toEqual([]);
    },
  );

  test('is not repeated where an earlier one with its key may be applied and is too old', async () => {
    const startedAt = '2026-01-05T10:00:00.000Z';
    const { journal, clock } = await journalWith(createLink, {}, [{ id: 'other', startedAt }]);
    clock.advance(82_800_000);
    const { payments, received } = scriptedClient([json(200, link)], { journal, clock });
    const writes = await payments.recover({ settle: 0, deadline: 1 });
    expect(writes).toMatchObject([{ outcome: 'unknown' }, { outcome: 'unknown' }]);
    expect(received).toEqual([]);
  });

  test.each([
    ['is', 299_999, 1],
    ['is not', 300_000, 0],
  ])('%s repeated where it is %i ms ahead of the clock', async (_, ahead, sent) => {
    const { journal, clock } = await journalWith(createLink, {});
    clock.advance(-ahead);
    const { payments, received } = scriptedClient([json(200, link)], { journal, clock });
    await payments.recover({ settle: 0, deadline: 1 });
    expect(received).toHaveLength(sent);
  });

  test('is judged by its own deadline, and by one of 120 s if it has none', async () => {
    const read = () => json(200, { ...card, state: 'ACTIVE', updatedAt: '2026-01-01T00:00:00Z' });
    for (const [deadlineAt, until] of [
      ['2026-01-05T09:00:10.000Z', 10_000],
      [undefined, 120_000],
    ] as const) {
      const { journal, clock, entry } = await journalWith(freeze, { deadlineAt });
      expect(entry.startedAt).toBe('2026-01-05T09:00:00.000Z');
      // The clock of the process that wrote the entry may differ by five minutes.
      clock.advance(until + 300_000 - 1);
      const early = scriptedClient([read()], { journal, clock });
      const stop = new AbortController();
      const recovery = Promise.resolve(early.payments.recover({ settle: 0, signal: stop.signal }));
      const ended = recovery.then(() => 'concluded').catch(({ code }) => code);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next));
      expect(early.received).toHaveLength(1);
      stop.abort();
      expect(await ended).toBe('ABORTED');
      clock.advance(1);
      const { payments } = scriptedClient([read()], { journal, clock });
      expect(await payments.recover({ settle: 0 })).toMatchObject([{ outcome: 'not-applied' }]);
    }
  });
});

describe('the evidence of a recovery', () => {
  test('judges a write without a key by when it was sent, not by when its end was recorded', async () => {
    const { journal, clock } = await journalWith(freeze, {});
    clock.advance(420_000);
    const [entry] = journal.entries.values();
    const endedAt = new Date(clock.now()).toISOString();
    if (entry?.end === undefined) throw new Error('no end was recorded');
    journal.entries.set(entry.id, { ...entry, end: { ...entry.end, endedAt } });
    const read = json(200, { ...card, state: 'ACTIVE', updatedAt: '2026-01-01T00:00:00Z' });
    const { payments } = scriptedClient([read], { journal, clock });
    expect(await payments.recover({ settle: 0 })).toMatchObject([{ outcome: 'not-applied' }]);
  });

  test('is not concluded from a read that its signal ended', async () => {
    const { journal, clock } = await journalWith(freeze, {});
    clock.advance(720_000);
    const stop = new AbortController();
    const reply = () => {
      stop.abort();
      return networkError('ECONNRESET');
    };
    const { payments } = scriptedClient([reply], { journal, clock, retry: 0 });
    const seen: unknown[] = [];
    const recovery = async () => {
      for await (const write of payments.recover({ settle: 0, signal: stop.signal }))
        seen.push(write);
    };
    await expect(recovery()).rejects.toMatchObject({ code: 'ABORTED' });
    expect(seen).toEqual([]);
  });
});

describe('the entries of another account', () => {
  test('are all listed, page after page, with what is recorded in clear', async () => {
    const others = Array.from({ length: 501 }, (_, index) => ({
      id: `other-${String(index).padStart(3, '0')}`,
      scope: 'platform https://api.example.com/payments/2025-10-13 other',
      requestId: 'Request:1',
    }));
    const { journal, clock, entry } = await journalWith(createLink, { end: undefined }, others);
    journal.entries.delete(entry.id);
    const scopes = await journal.scopes({ service: 'platform x', account: 'y' });
    journal.scopes = async () => ({ ...scopes, reasonAgainst: () => another });
    clock.advance(720_000);
    const { payments, received } = scriptedClient([], { journal, clock });
    const writes = await payments.recover({ settle: 0 });
    expect(writes).toHaveLength(501);
    expect(new Set(writes.map(({ id }) => id)).size).toBe(501);
    expect(writes.at(-1)).toMatchObject({
      outcome: 'unknown',
      requestId: 'Request:1',
      idempotencyKey: entry.idempotencyKey,
      source: { by: 'none' },
      because: 'another account',
      foreign: 'account',
    });
    expect(received).toEqual([]);
  });

  test('are listed once their call has ended and settled, to the millisecond', async () => {
    const options = { scope: 'other', end: undefined };
    const { journal, clock, entry } = await journalWith(createLink, options);
    const scopes = await journal.scopes({ service: 'platform x', account: 'y' });
    journal.scopes = async () => ({ ...scopes, reasonAgainst: () => another });
    expect(entry.startedAt).toBe('2026-01-05T09:00:00.000Z');
    const listed = async () =>
      (await scriptedClient([], { journal, clock }).payments.recover({ settle: 5_000 })).length;
    clock.advance(124_999);
    expect(await listed()).toBe(0);
    clock.advance(1);
    expect(await listed()).toBe(1);
  });
});

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
    const because = expect.stringContaining('later version');
    expect(writes).toMatchObject([{ outcome: 'unknown', source: { by: 'none' }, because }]);
    expect(received).toEqual([]);
    expect(journal.entries.get(entry.id)).toEqual(reversed);
  },
);
