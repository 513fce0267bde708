import { inspect } from 'node:util';
import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { type MemoryJournal, memoryJournal } from '../../test/memory-journal.ts';
import { type Client, createLink, lostWrite } from '../../test/recovered.ts';
import {
  json,
  kycLink as link,
  networkError,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import type { ClientEvent } from '../observe/events.ts';
import type { SuperviseOptions } from './options.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const MINUTE = 60_000;

type Reply = Parameters<typeof scriptedClient>[0][number];

const unkeyed = (payments: Client) =>
  payments.transactions.reject({ transactionId: 'Transaction:1' });

const transaction = (status: string) =>
  json(200, { ...(exampleOf('transactions.get').result as object), id: 'Transaction:1', status });

/** A journal with a lost write, and a client that supervises it. */
async function supervised(
  write: ((payments: Client) => Promise<unknown>) | undefined,
  replies: Reply[],
  options: SuperviseOptions = {},
  journal: MemoryJournal = memoryJournal(),
) {
  const { client, clock } = await lostWrite({ write: write ?? (async () => undefined), journal });
  const events: ClientEvent[] = [];
  const observers = [(event: ClientEvent) => void events.push(event)];
  const { payments, received } = client(replies, { observers });
  const settled: RecoveredWrite[] = [];
  const onSettled = (one: RecoveredWrite) => void settled.push(one);
  const start = () => payments.supervise({ onSettled, ...options });
  const gauges = () => events.filter(({ type }) => type === 'journal.open');
  const failures = () => events.filter(({ type }) => type === 'journal.failed');
  /** Waits until the supervisor sleeps, after that many rounds or failures. */
  const rounds = (count: number) =>
    eventually(() => {
      expect(gauges().length + failures().length).toBe(count);
      expect(clock.pending).toBe(1);
    });
  return { journal, clock, payments, received, settled, start, gauges, failures, rounds };
}

describe('a supervisor', () => {
  test('settles what is open, and states how much is not certain', async () => {
    const { journal, settled, start, gauges, rounds } = await supervised(createLink, [
      json(200, link),
    ]);
    await using supervisor = start();
    await rounds(1);
    expect(settled).toMatchObject([{ outcome: 'applied', source: { by: 'key' } }]);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'applied' } }]);
    expect(gauges()).toMatchObject([{ open: 0, foreign: 0, oldestMs: 0, call: 0 }]);
    await supervisor.close();
  });

  test('leaves a call alone that may still run, and asks when it has ended', async () => {
    const { journal, clock, start, settled, gauges, rounds, received } = await supervised(
      createLink,
      [json(200, link)],
      { interval: 10 * MINUTE },
    );
    const [entry] = journal.entries.values();
    const deadlineAt = new Date(clock.now() + 5_000).toISOString();
    if (entry !== undefined)
      journal.entries.set(entry.id, { ...entry, end: undefined, deadlineAt });
    await using _supervisor = start();
    await rounds(1);
    expect(received).toEqual([]);
    expect(gauges()).toMatchObject([{ open: 1 }]);
    expect(clock.delays.at(-1)).toBe(5_000);
    clock.advance(5_000);
    await rounds(2);
    expect(settled).toHaveLength(1);
    expect(gauges().at(-1)).toMatchObject({ open: 0 });
  });

  test('waits until the absence of a change is evidence', async () => {
    const { clock, start, settled, gauges, rounds } = await supervised(
      unkeyed,
      [transaction('PENDING'), transaction('PENDING')],
      { interval: 10 * MINUTE },
    );
    await using _supervisor = start();
    await rounds(1);
    expect(settled).toEqual([]);
    const wait = clock.delays.at(-1) ?? 0;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThan(10 * MINUTE);
    clock.advance(wait);
    await rounds(2);
    expect(settled).toMatchObject([{ outcome: 'not-applied', source: { by: 'read' } }]);
    expect(gauges()).toMatchObject([{ open: 1 }, { open: 0 }]);
  });

  test('asks less and less often about a write without evidence', async () => {
    const replies = Array.from({ length: 4 }, () => refusal(409, 'CONFLICT'));
    const { clock, start, gauges, rounds, received } = await supervised(createLink, replies);
    await using _supervisor = start();
    const asked: number[] = [];
    for (let round = 1; round <= 8; round += 1) {
      await rounds(round);
      asked.push(received.length);
      clock.advance(MINUTE);
    }
    // At once, after it has settled, and then after one, two and four minutes.
    expect(asked).toEqual([1, 1, 1, 2, 3, 3, 4, 4]);
    expect(gauges().at(-1)).toMatchObject({ open: 1, oldestMs: 7 * MINUTE });
  });

  test('calls again for a write whose outcome the caller could not store', async () => {
    let calls = 0;
    const onSettled = async () => {
      calls += 1;
      if (calls === 1) throw new Error('The database is away.');
      return calls === 2 ? () => 'work that nobody starts' : undefined;
    };
    const replies = [1, 2, 3].map(() => json(200, link));
    const { clock, journal, start, gauges, rounds } = await supervised(createLink, replies, {
      onSettled,
    });
    await using _supervisor = start();
    await rounds(1);
    expect(gauges()).toMatchObject([{ open: 1 }]);
    for (const round of [2, 3]) {
      clock.advance(MINUTE);
      await rounds(round);
      expect(calls).toBe(round);
    }
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'applied' } }]);
  });

  test('survives a store that fails, and waits longer each time', async () => {
    const journal = memoryJournal();
    const { claim } = journal;
    let failures = 3;
    journal.claim = async (selection) => {
      failures -= 1;
      if (failures >= 0) throw new Error('The disk is full of secret-value.');
      return claim.call(journal, selection);
    };
    const given = await supervised(createLink, [json(200, link)], {}, journal);
    const { clock, start, settled, rounds } = given;
    await using _supervisor = start();
    for (const [round, delay] of [1_000, 2_000, 4_000].entries()) {
      await rounds(round + 1);
      expect(clock.delays.at(-1)).toBe(delay);
      clock.advance(delay);
    }
    await rounds(4);
    expect(given.failures()).toMatchObject([
      { error: 'JOURNAL_FAILED', retryInMs: 1_000 },
      { retryInMs: 2_000 },
      { retryInMs: 4_000 },
    ]);
    expect(inspect(given.failures(), { depth: 9 })).not.toContain('secret-value');
    expect(settled).toHaveLength(1);
  });

  test('prunes once an hour what ended before the time to keep', async () => {
    const journal = memoryJournal();
    const pruned: unknown[] = [];
    journal.prune = async (before) => pruned.push(new Date(before).toISOString());
    const { clock, start, rounds } = await supervised(
      undefined,
      [],
      { keep: 24 * 60 * MINUTE, interval: 30 * MINUTE },
      journal,
    );
    await using _supervisor = start();
    for (let round = 1; round <= 3; round += 1) {
      await rounds(round);
      clock.advance(30 * MINUTE);
    }
    await rounds(4);
    expect(pruned).toEqual(['2026-01-04T09:00:00.000Z', '2026-01-04T10:00:00.000Z']);
  });

  test('counts what other accounts left open, and does not touch it', async () => {
    const { journal, clock, start, gauges, received, rounds } = await supervised(undefined, []);
    const options = { journal, clock, retry: 0, tokenId: 'another' };
    const other = scriptedClient([networkError('ECONNRESET')], options);
    await createLink(other.payments).catch(() => undefined);
    await using _supervisor = start();
    await rounds(1);
    expect(gauges()).toMatchObject([{ open: 0, foreign: 1 }]);
    expect(received).toEqual([]);
  });
});

describe('the end of a supervisor', () => {
  test('by close, while it sleeps: its timer is cancelled', async () => {
    const { clock, start, rounds } = await supervised(undefined, []);
    const supervisor = start();
    await rounds(1);
    await supervisor.close();
    await supervisor.done;
    expect(clock.pending).toBe(0);
  });

  test('by its signal, in the middle of a request: the claim is released', async () => {
    const hang = () => new Promise<never>(() => undefined);
    const controller = new AbortController();
    const { journal, start, received, failures } = await supervised(createLink, [hang as never], {
      signal: controller.signal,
    });
    const supervisor = start();
    await eventually(() => expect(received).toHaveLength(1));
    controller.abort();
    await supervisor.done;
    expect(failures()).toEqual([]);
    const scopes = [...journal.entries.values()].map(({ scope }) => scope);
    const facts = { by: 'test', lease: 1, after: undefined, endedSince: undefined, limit: 9 };
    expect(await journal.claim({ scopes, ...facts })).toHaveLength(1);
  });
});

describe('the options of a supervisor', () => {
  test.each([
    ['interval', 10],
    ['interval', Number.POSITIVE_INFINITY],
    ['keep', -1],
    ['onSettled', 'log'],
    ['settle', -1],
    ['since', new Date(0)],
  ])('refuse %s: %s', async (name, value) => {
    const { payments } = await supervised(undefined, []);
    const supervise = () => payments.supervise({ [name]: value } as never);
    expect(supervise).toThrow(expect.objectContaining({ name: 'InvalidRequestError' }));
  });

  test('need a journal', () => {
    const { payments } = scriptedClient([]);
    expect(() => payments.supervise()).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', option: 'journal' }),
    );
  });
});
