import { describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { FakeClock } from '../../../test/fake-clock.ts';
import { type MemoryJournal, memoryJournal } from '../../../test/memory-journal.ts';
import {
  json,
  kycLink as link,
  networkError,
  type Reply,
  refusal,
  scriptedClient,
} from '../../../test/scripted-service.ts';
import { ConfigurationError } from '../../errors/caller-errors.ts';
import type { ClientEvent } from '../../observe/events.ts';
import type { Journal, JournalEntry } from '../../outcome/journal.ts';

const customer = { customerId: 'Customer:1' };
const open = {
  name: 'OutcomeUnknownError',
  outcome: 'unknown',
  retryable: true,
  idempotencyKey: 'key-1',
  action: expect.stringContaining('same `idempotencyKey`'),
};

/** A journal, and the clock by which its claims expire. */
function journalAndClock() {
  const clock = new FakeClock();
  return { journal: Object.assign(memoryJournal(), { clock }), clock };
}

/** Sends a write with a key, and returns the error it ends with. */
function errorOf({ payments }: ReturnType<typeof scriptedClient>, options: object = {}) {
  const keyed = { idempotencyKey: 'key-1', retry: 0, ...options };
  return payments.customers.createKycLink(customer, keyed).catch((error: unknown) => error);
}

/** A journal that appends an entry and then reports a failure. */
function losesReplies(memory: MemoryJournal): Journal {
  const append = async (entry: JournalEntry) => {
    await memory.append(entry);
    throw new Error('the connection broke after the commit');
  };
  return { ...memory, append };
}

describe('a write with a key, of which the call learns that it was not applied', () => {
  test.each<[string, Reply]>([
    ['the service refused it', refusal(429, 'RATE_LIMITED')],
    ['it was not sent', () => Promise.reject(new TypeError('not sent'))],
  ])('is unknown once a recovery has sent it again: %s', async (_why, last) => {
    const { journal, clock } = journalAndClock();
    const recovering = scriptedClient([json(200, link)], { journal, clock });
    const whileRecovered = async () => {
      const found = await recovering.payments.recover({ settle: 0 });
      expect(found).toMatchObject([{ outcome: 'applied', source: { by: 'key' } }]);
      return typeof last === 'function' ? last({} as never) : last;
    };
    const error = await errorOf(scriptedClient([whileRecovered], { journal, clock }));
    expect(error).toMatchObject(open);
    expect(recovering.received).toHaveLength(1);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'applied' } }]);
  });

  test('stays refused if no recovery has sent it, and none does afterwards', async () => {
    const { journal, clock } = journalAndClock();
    const error = await errorOf(scriptedClient([refusal(429, 'RATE_LIMITED')], { journal, clock }));
    expect(error).toMatchObject({ name: 'RateLimitError', outcome: 'not-applied' });
    const { payments, received } = scriptedClient([], { journal, clock });
    expect(await payments.recover({ settle: 0 })).toEqual([]);
    expect(received).toEqual([]);
  });

  test('is not sent by a recovery that has claimed it before the call recorded its end', async () => {
    const { journal, clock } = journalAndClock();
    let refuse: (() => void) | undefined;
    const held = () =>
      new Promise<never>((_resolve, reject) => {
        refuse = () => reject(refusal(429, 'RATE_LIMITED'));
      }).catch((response) => response);
    const call = errorOf(scriptedClient([held], { journal, clock }));
    await eventually(() => expect(refuse).toBeDefined());
    const { claim } = journal;
    journal.claim = async function (...selection) {
      const entries = await claim.apply(this, selection);
      refuse?.();
      await call;
      return entries;
    };
    const { payments, received } = scriptedClient([], { journal, clock });
    expect(await payments.recover({ settle: 0, deadline: 1_000 })).toMatchObject([
      { outcome: 'unknown', source: { by: 'none' }, because: expect.stringContaining('ended') },
    ]);
    expect(received).toEqual([]);
    expect(await call).toMatchObject({ outcome: 'not-applied' });
  });

  test('is unknown if the journal cannot record that', async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const memory = memoryJournal();
    const update = () => Promise.reject(new Error('the database is away'));
    const options = { journal: { ...memory, update } };
    const client = scriptedClient([refusal(429, 'RATE_LIMITED')], options);
    expect(await errorOf(client)).toMatchObject({ ...open, cause: { name: 'RateLimitError' } });
    vi.restoreAllMocks();
  });

  test('has the error of its own request if that is unknown, recorded or not', async () => {
    const journal = { ...memoryJournal(), update: async () => false };
    const client = scriptedClient([networkError('ECONNRESET')], { journal });
    const expected = { ...open, message: expect.not.stringContaining('journal') };
    expect(await errorOf(client)).toMatchObject(expected);
  });
});

describe('a write with a key that could not be recorded', () => {
  test('was not sent if its entry records that', async () => {
    const memory = memoryJournal();
    const client = scriptedClient([], { journal: losesReplies(memory) });
    expect(await errorOf(client)).toMatchObject({ name: 'JournalError' });
    expect([...memory.entries.values()]).toMatchObject([{ end: { outcome: 'not-applied' } }]);
    expect(client.received).toEqual([]);
  });

  test('is unknown if its entry may stay open: a recovery would send it', async () => {
    const memory = memoryJournal();
    const journal = { ...losesReplies(memory), update: () => Promise.reject(new Error('away')) };
    const client = scriptedClient([], { journal });
    expect(await errorOf(client)).toMatchObject({ ...open, cause: { name: 'JournalError' } });
    expect(client.received).toEqual([]);
    const later = scriptedClient([json(200, link)], { journal: memory });
    expect(await later.payments.recover({ settle: 0 })).toMatchObject([{ outcome: 'applied' }]);
    expect(later.received.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['key-1']);
  });

  test('is unknown if the call ends while the entry is being recorded', async () => {
    const journal = { ...memoryJournal(), append: () => new Promise<never>(() => {}) };
    const client = scriptedClient([], { journal });
    expect(await errorOf(client, { timeout: 20 })).toMatchObject(open);
    const controller = new AbortController();
    const aborted = errorOf(client, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error('The page was closed.');
    controller.abort(reason);
    const cause = { name: 'AbortedError', operation: 'customers.createKycLink', cause: reason };
    expect(await aborted).toMatchObject({ ...open, cause });
    expect(client.received).toEqual([]);
  });

  test('is unknown if its entry is there when the time is up, and cannot be withdrawn', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const clock = new FakeClock();
    let appended = () => {};
    const append = () =>
      new Promise<boolean>((resolve) => {
        appended = () => resolve(true);
      });
    const update = vi.fn(() => Promise.reject(new Error('away')));
    const client = scriptedClient([], { journal: { ...memoryJournal(), append, update }, clock });
    const error = errorOf(client, { timeout: 1_000, deadline: 60_000 });
    await eventually(() => expect(clock.pending).toBe(1));
    clock.advance(1_000);
    appended();
    expect(await error).toMatchObject({ ...open, cause: { name: 'JournalError' } });
    expect(update).toHaveBeenCalledTimes(1);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('is not recorded later if the call ended before', async () => {
    const memory = memoryJournal();
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    const scopes: Journal['scopes'] = async (owner) => {
      await opened;
      return memory.scopes(owner);
    };
    const update = vi.fn(memory.update);
    const client = scriptedClient([], { journal: { ...memory, scopes, update } });
    const controller = new AbortController();
    const call = errorOf(client, { signal: controller.signal });
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await call).toMatchObject({ name: 'AbortedError' });
    open();
    await new Promise((resolve) => setImmediate(resolve));
    expect([...memory.entries.values()]).toEqual([]);
    expect(update).not.toHaveBeenCalled();
  });
});

test('the last event of an unknown outcome names the key, and that of another does not', async () => {
  const ends: unknown[] = [];
  const observers = [(event: ClientEvent) => void (event.type === 'call.end' && ends.push(event))];
  const client = scriptedClient([networkError('ECONNRESET'), json(200, link)], { observers });
  await errorOf(client);
  await errorOf(client);
  expect(ends).toMatchObject([{ error: 'OUTCOME_UNKNOWN', idempotencyKey: 'key-1' }, {}]);
  expect(ends[1]).not.toHaveProperty('idempotencyKey');
});

test('a write without a key that could not be recorded was not sent: no recovery sends it', async () => {
  const memory = memoryJournal();
  const journal = { ...losesReplies(memory), update: () => Promise.reject(new Error('away')) };
  const { payments } = scriptedClient([], { journal });
  const call = payments.transactions.reject({ transactionId: 'Transaction:1' });
  await expect(call).rejects.toMatchObject({ name: 'JournalError' });
});

test('a write without a key has the error that names the setting to correct, if one is wrong', async () => {
  const wrong = new ConfigurationError('journal', 'The directory is missing.', 'Create it.');
  const journal = { ...memoryJournal(), append: () => Promise.reject(wrong) };
  const { payments } = scriptedClient([], { journal });
  const call = payments.transactions.reject({ transactionId: 'Transaction:1' });
  await expect(call).rejects.toBe(wrong);
});
