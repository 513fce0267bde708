import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { FakeClock, SettlingClock } from '../../test/fake-clock.ts';
import type { MemoryJournal } from '../../test/memory-journal.ts';
import { type Client, lostWrite, lostWrites } from '../../test/recovered.ts';
import {
  json,
  kycLink as link,
  networkError,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { memoryJournal } from '../journal/memory-store.ts';
import type { JournalEntry } from '../outcome/journal.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const operation = 'customers.createKycLink';
const input = { customerId: 'Customer:1', redirectUri: 'https://a.example', idempotencyKey: 'k-1' };
const other = { ...input, redirectUri: 'https://b.example' };
const lost = networkError('ECONNRESET');

function client(...replies: Parameters<typeof scriptedClient>[0]) {
  return scriptedClient(replies, { journal: memoryJournal(), retry: 0 });
}

test('a key that may be in use is not sent for another request, and nothing more is recorded', async () => {
  const { payments, received, journal } = withJournal(lost, json(200, link));
  const write = payments.customers.createKycLink(input);
  const { entryId } = await write.catch((error) => error);
  const used = {
    code: 'IDEMPOTENCY_KEY_REUSED',
    message: expect.stringContaining('recorded with another request'),
    action: expect.stringContaining('Send the first request again, unchanged'),
    ...{ operation, idempotencyKey: 'k-1', retryable: false },
  };
  const refused = await payments.customers.createKycLink(other).catch((error) => error);
  expect(refused).toMatchObject(used);
  // The journal does not tell what differs: an empty list would say that nothing does.
  expect(JSON.stringify(refused)).not.toContain('differences');
  const { idempotencyKey, ...rest } = other;
  const asOption = payments.customers.createKycLink(rest, { idempotencyKey });
  await expect(asOption).rejects.toMatchObject(used);
  expect(received).toHaveLength(1);
  expect(await journal.open({ after: undefined, limit: 9 })).toMatchObject([{ id: entryId }]);
  await payments.customers.createKycLink(input);
  expect(received).toHaveLength(2);
});

test('what was applied under another key is found for ten minutes, of any request', async () => {
  const clock = new FakeClock();
  const journal = memoryJournal();
  const replies = Array.from({ length: 3 }, () => json(200, link));
  const { payments } = scriptedClient([...replies, json(200, {})], { journal, clock });
  await payments.customers.createKycLink(input);
  clock.advance(599_999);
  await payments.customers.createKycLink({ ...input, idempotencyKey: 'k-2' });
  clock.advance(1);
  await payments.customers.createKycLink({ ...other, idempotencyKey: 'k-3' });
  const own = { ...other, idempotencyKey: 'k-4' };
  const found = () => payments.sentBefore(operation, own, { underOtherKeys: true });
  expect((await found()).map(({ isSame, outcome }) => [isSame, outcome])).toEqual([
    [false, 'applied'],
    [false, 'applied'],
    [true, 'applied'],
  ]);
  clock.advance(1);
  expect((await found()).map(({ isSame }) => isSame)).toEqual([false, true]);
});

test('the same request that is open under another key is found', async () => {
  const { payments } = client(lost, json(200, link), json(200, {}), json(200, {}));
  await payments.customers.createKycLink(input).catch(() => undefined);
  await payments.customers.createKycLink({ ...input, idempotencyKey: 'k-2' });
  const open = async (own: object) =>
    (await payments.sentBefore(operation, own, { underOtherKeys: true })).filter(
      ({ outcome }) => outcome !== 'applied',
    );
  const { idempotencyKey: _, ...unkeyed } = input;
  for (const own of [{ ...input, idempotencyKey: 'k-3' }, unkeyed]) {
    expect(await open(own)).toMatchObject([{ isSame: true, outcome: 'unknown' }]);
  }
  expect(await open(input)).toEqual([]);
  expect(await open({ ...other, idempotencyKey: 'k-3' })).toEqual([]);
});

function withJournal(...replies: Parameters<typeof scriptedClient>[0]) {
  const journal = memoryJournal();
  return { journal, ...scriptedClient(replies, { journal, retry: 0 }) };
}

test('a key in use names the result of its first request', async () => {
  const { input: sent, result } = exampleOf('transfers.createOut');
  const payment = { ...(sent as { amount: number }), amount: 1_00, idempotencyKey: 'k-1' };
  const made = { ...(result as { sentAmount: object }), status: 'PENDING' };
  const sentAmount = { ...made.sentAmount, amount: 1_00 };
  const journal = memoryJournal();
  const { payments, received } = scriptedClient([json(201, { ...made, sentAmount })], { journal });
  const { id: resourceId } = await payments.transfers.createOut(payment as never);
  const more = payments.transfers.createOut({ ...payment, amount: 2_00 } as never);
  await expect(more).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED', resourceId });
  const broken = { ...journal, keyed: () => Promise.reject(new Error('EIO')) };
  const unread = scriptedClient([], { journal: broken }).payments;
  const unnamed = unread.transfers.createOut({ ...payment, amount: 2_00 } as never);
  const refused = { code: 'IDEMPOTENCY_KEY_REUSED', resourceId: undefined };
  await expect(unnamed).rejects.toMatchObject(refused);
  expect(received).toHaveLength(1);
});

test('an option that does not exist is not taken for one that was left out', async () => {
  const { payments } = client();
  const misspelt = { ofOneAcount: true } as never;
  const refused = { code: 'INVALID_REQUEST', message: expect.stringContaining('ofOneAcount') };
  await expect(payments.sentBefore(operation, input, misspelt)).rejects.toMatchObject(refused);
});

const HOUR = 3_600_000;
const START = Date.parse('2026-01-05T09:00:00Z');

test.each([
  ['22 hours ago', 22, 22, 0, false],
  ['23 hours ago', 23, 23, 0, true],
  ['by a clock 48 hours ahead', 30, 30, 48, true],
  ['by a clock 10 hours ahead, 30 hours ago', 30, 30, 10, true],
  ['and the clock has stood still since', 30, 0, 0, true],
  ['by a clock that is always 10 hours ahead', 1, 11, 10, false],
  ['by a clock 48 hours behind, which was set right since', 0, 0, -48, true],
  ['without a response before', 30, 0, 0, false, 'unread'],
])('a key old by any clock is old: sent %s', async (_, passed, ours, ahead, isOld, unread = '') => {
  const journal = memoryJournal();
  const { result } = exampleOf('config.get');
  const page = () => new Response('<p>', { status: 403, headers: { date: '' } });
  const dated = (hours: number) =>
    json(200, result, { date: new Date(START + hours * HOUR).toUTCString() });
  const at = (hours: number, ...replies: Parameters<typeof client>) => {
    const clock = new FakeClock(START + hours * HOUR);
    return scriptedClient(replies, { journal, retry: 0, clock }, true);
  };
  const { payments: first } = at(ahead, ...(unread === '' ? [dated(0)] : []), lost);
  if (unread === '') await first.config.get();
  await first.customers.createKycLink(input).catch(() => undefined);
  const { payments: second } = at(ours, dated(passed));
  expect(await second.sentBefore(operation, input)).toMatchObject([{ isOld }]);
  for (const reply of unread === '' ? [page(), lost] : [lost]) {
    const { payments } = at(ours, reply);
    const unseen = { isOld: true, keyAge: 'unknown' };
    expect(await payments.sentBefore(operation, input)).toMatchObject([unseen]);
  }
  // A recovery judges it in the same way, and sends nothing if no response shows the time.
  for (const [time, count] of [
    [lost, 0],
    // A page of a gateway shows no clock of the service, which has shown one before.
    ...(unread === '' ? [[page(), 0] as const] : []),
    [dated(passed), isOld ? 0 : 1],
  ] as const) {
    const { payments, received } = at(ours, time, json(200, link));
    await payments.recover({ deadline: 1 });
    expect(received.filter(({ method }) => method === 'POST')).toHaveLength(count);
  }
});

test('the key of a request that was refused is free for the corrected one', async () => {
  const { payments } = client(refusal(400, 'INVALID_INPUT'), json(200, link));
  await payments.customers.createKycLink(input).catch(() => undefined);
  await payments.customers.createKycLink(other);
  const found = await payments.sentBefore(operation, other);
  // Both were sent in one millisecond.
  expect(found.map(({ isSame, outcome }) => [isSame, outcome]).sort()).toEqual([
    [false, 'not-applied'],
    [true, 'applied'],
  ]);
});

test('an input is compared with what was sent with its key, in any order of its fields', async () => {
  const { payments } = client(lost);
  expect(await payments.sentBefore(operation, input)).toEqual([]);
  const { entryId } = await payments.customers.createKycLink(input).catch((error) => error);
  const { idempotencyKey, ...rest } = input;
  const reversed = Object.fromEntries(Object.entries(input).reverse());
  const [same] = await payments.sentBefore(operation, reversed);
  expect(same).toMatchObject({ id: entryId, isSame: true, outcome: 'unknown' });
  expect(await payments.sentBefore(operation, other)).toMatchObject([{ isSame: false }]);
  expect(await payments.sentBefore(operation, rest)).toEqual([]);
  // The service keeps keys for each account.
  const next = payments.withOptions({ tokenId: 'another', clientSecret: 'another-secret' });
  expect(await next.sentBefore(operation, input)).toEqual([]);
  expect(idempotencyKey).toBe('k-1');
});

test('one lost write is found out about by the id of its entry', async () => {
  const { payments } = client(lost, lost, json(200, link));
  const make = (idempotencyKey: string) =>
    payments.customers.createKycLink({ ...input, idempotencyKey }).catch((error) => error);
  const { entryId } = await make('k-1');
  await make('k-2');
  const found = await payments.recover({ ids: [entryId], settle: 0 });
  expect(found).toMatchObject([{ id: entryId, outcome: 'applied', idempotencyKey: 'k-1' }]);
  expect(await payments.recover({ ids: [entryId] })).toEqual([]);
  expect(await payments.recover({ ids: [entryId], since: new Date(0) })).toHaveLength(1);
});

test('a client of the same account may have another journal', async () => {
  const { payments } = client(json(200, link));
  const journal = memoryJournal();
  const other = payments.withOptions({ journal });
  const expected = [journal, payments.journal];
  expect([other.journal, payments.withOptions({ retry: 1 }).journal]).toEqual(expected);
  await other.customers.createKycLink(input);
  expect(await other.sentBefore(operation, input)).toHaveLength(1);
  expect(await payments.sentBefore(operation, input)).toEqual([]);
});

test('without a journal, or for another name than an operation, the error says so', async () => {
  const { payments } = scriptedClient([]);
  await expect(payments.sentBefore(operation, input)).rejects.toMatchObject({ option: 'journal' });
  const refused = { option: 'operation' };
  await expect(client().payments.sentBefore('a.b' as never, {})).rejects.toMatchObject(refused);
});

/** How long a claim lasts if nothing has to settle. */
const LEASE = 600_000;

/** A journal with lost keyed writes, which are still open, and its clock. */
async function openWrites(count: number, change: Partial<JournalEntry> = {}) {
  const { journal, ...rest } = await lostWrites(count);
  for (const entry of [...journal.entries.values()]) {
    journal.entries.set(entry.id, { ...entry, ...change });
  }
  return { journal, ...rest };
}

/** The ids of the entries that another process can claim now; it keeps them. */
async function claimed(journal: MemoryJournal): Promise<readonly string[]> {
  const scopes = [...journal.entries.values()].map(({ scope }) => scope);
  const page = { after: undefined, endedSince: undefined, limit: 10 };
  const entries = await journal.claim({ scopes, by: 'other', lease: LEASE, ...page });
  return entries.map(({ id }) => id);
}

/** Waits until a supervisor waits for its next round: its journal is in memory. */
async function idle(clock: FakeClock): Promise<void> {
  for (let turns = 0; turns < 10; turns = clock.pending === 1 ? turns + 1 : 0) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const recoverySettings = { settle: 0, deadline: 3_600_000 };

describe('a claim on an entry', () => {
  test('that ended in this moment does not close the entry', async () => {
    const { journal, clock, client } = await openWrites(1);
    for await (const write of client([json(200, link)]).payments.recover(recoverySettings)) {
      expect(write.outcome).toBe('applied');
      clock.advance(LEASE);
    }
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'unknown' } }]);
  });

  test('is not released once it has expired: another recovery may hold it', async () => {
    const { journal, clock, client } = await openWrites(1);
    for await (const write of client([json(200, link)]).payments.recover(recoverySettings)) {
      clock.advance(LEASE);
      expect(await claimed(journal)).toEqual([write.id]);
      break;
    }
    expect(await claimed(journal)).toEqual([]);
  });

  test('is released once: then the entry may belong to another recovery', async () => {
    const { journal, clock, client } = await openWrites(2);
    clock.advance(720_000);
    const replies = [refusal(409, 'CONFLICT'), refusal(409, 'CONFLICT')];
    const seen: RecoveredWrite[] = [];
    for await (const write of client(replies).payments.recover(recoverySettings)) {
      seen.push(write);
      // The first one stays open, and another process claims it while this one continues.
      if (seen.length === 2) expect(await claimed(journal)).toEqual([seen[0]?.id]);
    }
    expect(await claimed(journal)).toEqual([seen[1]?.id]);
  });
});

describe('the claim of a supervisor', () => {
  /** One round over an entry whose call may still run. */
  async function afterOneRound(change: Partial<JournalEntry>, age: number) {
    const { journal, clock, client } = await openWrites(1, { end: undefined, ...change });
    clock.advance(age);
    const { update } = journal;
    const released: string[] = [];
    journal.update = async (id, ...rest) => {
      released.push(id);
      return update(id, ...rest);
    };
    const { payments, received } = client([json(200, link)]);
    const supervisor = payments.supervise({ interval: 3_600_000, settle: 5_000 });
    await idle(clock);
    const others = await claimed(journal);
    await supervisor.close();
    return { received, others, released, stillHeld: (await claimed(journal)).length === 0 };
  }

  test.each([
    ['without a deadline, until the default one and the time to settle', undefined, 124_999],
    ['with its own deadline', '2026-01-05T09:00:10.000Z', 9_999],
  ])('on a call that may run, %s, is released at once, and once', async (_, deadlineAt, age) => {
    const round = await afterOneRound({ deadlineAt }, age);
    expect(round.received).toEqual([]);
    expect(round.others).toHaveLength(1);
    expect(round.released).toEqual(round.others);
    expect(round.stillHeld).toBe(true);
  });

  test('on a call that may run is released before the next entry is asked about', async () => {
    const { journal, clock, client } = await openWrites(2, { end: undefined });
    const [running, ended] = [...journal.entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    if (running === undefined || ended === undefined) throw new Error('two writes are open');
    journal.entries.set(ended.id, { ...ended, deadlineAt: ended.startedAt });
    clock.advance(1_000);
    let others: readonly string[] = [];
    const reply = async () => {
      others = await claimed(journal);
      return json(200, link);
    };
    await using supervisor = client([reply]).payments.supervise({ interval: 3_600_000 });
    await idle(clock);
    expect(others).toEqual([running.id]);
    await supervisor.close();
  });

  test.each([
    [undefined, 125_000],
    ['2026-01-05T09:00:10.000Z', 10_000],
  ])('on a call that has ended is used: deadline %s, age %i', async (deadlineAt, age) => {
    const { received } = await afterOneRound({ deadlineAt }, age);
    expect(received).toHaveLength(1);
  });
});

test.each([
  ['its own deadline', '2026-01-05T09:03:00.000Z', 180_000],
  ['the default one', undefined, 120_000],
])('a write that a read cannot show is asked about again after %s, and no more', async (...row) => {
  const [, deadlineAt, until] = row;
  const transactionId = 'Transaction:1';
  const write = ({ transactions }: Client) => transactions.reject({ transactionId });
  const { journal, clock, client } = await lostWrite({ write, clock: new SettlingClock() });
  for (const [id, entry] of journal.entries) journal.entries.set(id, { ...entry, deadlineAt });
  const read = () =>
    json(200, { ...(exampleOf('transactions.get').result as object), id: transactionId });
  const reads = [refusal(500, 'INTERNAL'), refusal(500, 'INTERNAL'), read(), read()];
  const { payments, received } = client(reads);
  const started = clock.now();
  const writes = await payments.recover({ settle: 10_000, deadline: 400_000 });
  expect(writes).toMatchObject([{ outcome: 'unknown', source: { by: 'read' } }]);
  expect(received).toHaveLength(2);
  expect(clock.now() - started).toBe(until + 10_000);
});
