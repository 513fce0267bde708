import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type {
  Journal,
  JournalClaim,
  JournalEnd,
  JournalEntry,
  JournalRequest,
} from '../../src/outcome/journal.ts';
import { EagerClock } from '../fake-clock.ts';
import { json, kycLink as link, networkError, scriptedClient } from '../scripted-service.ts';

const SETTLED = { settle: 0 };

/** What must hold for the claims of a store when the clocks of its processes differ. */
export function skewSuite(name: string, make: () => Promise<Journal>): void {
  describe(`the claims of ${name}`, () => {
    test.each([140_000, 280_000, 3_600_000, -280_000])(
      'stay with a recovery when the clock of another is %i ms ahead',
      async (ahead) => {
        const journal = await make();
        const script = [networkError('ECONNRESET'), json(200, link)];
        const one = scriptedClient(script, { journal, retry: 0 });
        const write = one.payments.customers.createKycLink({ customerId: 'Customer:1' });
        await write.catch(() => undefined);
        const clock = new EagerClock();
        clock.advance(ahead);
        const other = scriptedClient([json(200, link)], { journal, clock });
        const found: string[] = [];
        for await (const { id } of one.payments.recover(SETTLED)) {
          found.push(id);
          expect(await other.payments.recover(SETTLED)).toEqual([]);
        }
        expect(found).toHaveLength(1);
        expect(other.received).toEqual([]);
        expect(await other.payments.recover(SETTLED)).toEqual([]);
      },
    );
  });
}

export const SECRET = 'a secret for tests, no two characters of it count up';
export const OLD_SECRET = 'an older secret of the tests, just as long as it must be';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString();

/** An entry as a call writes it, with secrets in its request. */
export function entryAt(seconds: number, more: Partial<JournalEntry> = {}): JournalEntry {
  return {
    id: randomUUID(),
    scope: 'platform https://api.example.com',
    operation: 'credentials.verify',
    method: 'POST',
    template: '/auth/credentials/{id}/verify',
    startedAt: at(seconds),
    deadlineAt: at(seconds + 60),
    requestId: undefined,
    idempotencyKey: undefined,
    request: {
      path: '/auth/credentials/AuthMethod:secret-id/verify',
      search: '?secret=query',
      headers: { 'Request-Id': 'Request:1' },
      body: '{"otp":"secret-otp"}',
      isUpload: false,
    },
    ...more,
  };
}

function paymentOf(amount: number): JournalRequest {
  const body = JSON.stringify({ amount, to: 'a' });
  return { path: '/transfers', search: '', headers: {}, body, isUpload: false };
}

function paying(amount: number, more: Partial<JournalEntry> = {}): JournalEntry {
  return entryAt(amount, { idempotencyKey: 'invoice-1', request: paymentOf(amount), ...more });
}

export async function refusedPayment(journal: Journal): Promise<void> {
  const refused = paying(0);
  await journal.append(refused);
  await journal.update(refused.id, endAt(1, 'not-applied'));
}

/** How many of twelve payments with one key are recorded that are appended twice each, at once. */
export async function paymentsThatWin(journal: Journal): Promise<number> {
  const entries = Array.from({ length: 24 }, (_, index) => paying(1 + (index % 12)));
  const appended = await Promise.all(entries.map((each) => journal.append(each)));
  const won = entries.filter((_, index) => appended[index]);
  return new Set(won.map(({ request }) => request?.body)).size;
}

/** The question for the entries with the key of an entry. */
function askFor({ operation, method, scope, idempotencyKey = '', request }: JournalEntry) {
  const scopes = [scope];
  return { operation, method, scopes, idempotencyKey, request: request as JournalRequest };
}

/** A lease with which a claim expires at once. */
export const EXPIRED = -1;

/** A claim of everything in the scope of `entryAt`. */
export function claimOf(more: Partial<JournalClaim> = {}): JournalClaim {
  return {
    scopes: ['platform https://api.example.com'],
    by: randomUUID(),
    lease: 60_000,
    after: undefined,
    endedSince: undefined,
    limit: 100,
    ...more,
  };
}

export function endAt(seconds: number, outcome: JournalEnd['outcome'] = 'applied'): JournalEnd {
  return {
    outcome,
    endedAt: at(seconds),
    status: 200,
    resourceId: 'Transaction:1',
    errorCode: undefined,
  };
}

const ids = (entries: readonly JournalEntry[]) => entries.map(({ id }) => id);

/** What every adapter must do. `make` returns an empty journal. */
export function journalSuite(name: string, make: () => Promise<Journal>): void {
  describe(`the journal in ${name}`, () => {
    test('returns what was recorded, with all its fields', async () => {
      const journal = await make();
      const entry = entryAt(1, { requestId: 'Request:1', idempotencyKey: 'key-1' });
      await journal.append(entry);
      expect(await journal.claim(claimOf())).toEqual([{ ...entry, end: undefined }]);
      expect(entry.deadlineAt).toBe(at(61));
    });

    test('refuses a second entry with the same id', async () => {
      const journal = await make();
      const entry = entryAt(1);
      await journal.append(entry);
      await expect(journal.append(entry)).rejects.toThrow();
      const [one, other] = [entryAt(2), entryAt(3)];
      // Of several at the same time, only the wrong one fails.
      const results = await Promise.allSettled(
        [one, entry, other].map((each) => journal.append(each)),
      );
      expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(ids(await journal.claim(claimOf()))).toEqual(ids([entry, one, other]));
    });

    test('an idempotency key is for one request until that is known not to be applied', async () => {
      const journal = await make();
      const [first, other] = [paying(1), paying(2)];
      const reordered = { ...paymentOf(1), body: '{"to":"a","amount":1}' };
      const stamped = { ...reordered, headers: { 'Service-Wallet-Signature': 'a stamp' } };
      expect(await journal.append(first)).toBe(true);
      expect(await journal.append(other)).toBe(false);
      expect(await journal.append(paying(3, { request: stamped }))).toBe(true);
      expect(await journal.append(paying(2, { operation: 'cards.create' }))).toBe(true);
      expect(await journal.append(paying(2, { scope: 'of another account' }))).toBe(true);
      // One refused repeat shows nothing of the others.
      await journal.update(first.id, endAt(4, 'not-applied'));
      expect(await journal.append(other)).toBe(false);
      const [, repeat] = await journal.keyed(askFor(other));
      await journal.update(String(repeat?.id), endAt(5, 'not-applied'));
      expect(await journal.append(other)).toBe(true);
      expect(await journal.append(paying(1))).toBe(false);
    });

    test('finds the entries with a key, whatever became of them', async () => {
      const journal = await make();
      const [refused, applied] = [paying(1), paying(2)];
      await journal.append(refused);
      await journal.update(refused.id, endAt(3, 'not-applied'));
      await journal.append(applied);
      await journal.update(applied.id, endAt(4));
      await journal.append(paying(2, { idempotencyKey: 'invoice-2' }));
      expect(await journal.keyed(askFor(applied))).toEqual([
        {
          id: refused.id,
          scope: refused.scope,
          startedAt: at(1),
          isSame: false,
          end: endAt(3, 'not-applied'),
        },
        { id: applied.id, scope: applied.scope, startedAt: at(2), isSame: true, end: endAt(4) },
      ]);
      expect(await journal.keyed({ ...askFor(applied), idempotencyKey: 'another' })).toEqual([]);
      const stranger = paying(2, { scope: 'of another account' });
      await journal.append(stranger);
      expect(await journal.keyed(askFor(applied))).toHaveLength(2);
      const all = await journal.keyed({ ...askFor(applied), anyScope: true });
      expect(all.map(({ scope }) => scope).sort()).toEqual(
        [refused.scope, applied.scope, stranger.scope].sort(),
      );
    });

    test.each(['free', 'used by a refused request'])(
      'of many who append other requests with one key at once, one succeeds: %s',
      async (state) => {
        const journal = await make();
        if (state !== 'free') await refusedPayment(journal);
        expect(await paymentsThatWin(journal)).toBe(1);
      },
    );

    test('claims only the entries that are named', async () => {
      const journal = await make();
      const [one, other] = [entryAt(1), entryAt(2)];
      for (const entry of [one, other]) await journal.append(entry);
      const named = { ids: [other.id, 'none'], lease: EXPIRED };
      expect(ids(await journal.claim(claimOf(named)))).toEqual([other.id]);
      await journal.update(other.id, endAt(3));
      expect(await journal.claim(claimOf(named))).toEqual([]);
      const ended = await journal.claim(claimOf({ ...named, endedSince: at(0) }));
      expect(ids(ended)).toEqual([other.id]);
    });

    test('lists and claims the entries of one idempotency key', async () => {
      const journal = await make();
      const [one, other] = [1, 2].map((second) => entryAt(second, { idempotencyKey: `${second}` }));
      for (const entry of [one, other, entryAt(3)]) await journal.append(entry as JournalEntry);
      const of = { idempotencyKey: '2', lease: EXPIRED };
      const listed = await journal.open({ after: undefined, limit: 9, ...of });
      expect(listed.map(({ id }) => id)).toEqual([other?.id]);
      expect(ids(await journal.claim(claimOf(of)))).toEqual([other?.id]);
      await journal.update(other?.id ?? '', endAt(4));
      expect(await journal.claim(claimOf(of))).toEqual([]);
      expect(ids(await journal.claim(claimOf({ ...of, endedSince: at(0) })))).toEqual([other?.id]);
    });

    test('keeps a known outcome, and replaces an unknown one', async () => {
      const journal = await make();
      const entry = entryAt(1);
      await journal.append(entry);
      await journal.update(entry.id, endAt(2, 'unknown'));
      const expected = [{ id: entry.id, end: { outcome: 'unknown' } }];
      expect(await journal.claim(claimOf({ lease: EXPIRED }))).toMatchObject(expected);
      await journal.update(entry.id, endAt(4, 'applied'));
      await journal.update(entry.id, endAt(5, 'unknown'));
      await journal.update(entry.id, endAt(6, 'not-applied'));
      expect(await journal.claim(claimOf())).toEqual([]);
      const ended = [{ ...entry, end: endAt(4) }];
      expect(await journal.claim(claimOf({ endedSince: at(4) }))).toEqual(ended);
      expect(await journal.claim(claimOf({ endedSince: at(5) }))).toEqual([]);
    });

    test('returns an outcome that only a later version knows, and does not replace it', async () => {
      const journal = await make();
      const [later, known] = [entryAt(1), entryAt(2)];
      for (const entry of [later, known]) await journal.append(entry);
      const reversed = endAt(3, 'reversed' as 'applied');
      await journal.update(later.id, reversed);
      await journal.update(known.id, endAt(3));
      await journal.update(later.id, endAt(4));
      const found = [{ ...later, end: reversed }];
      expect(await journal.claim(claimOf({ lease: EXPIRED }))).toEqual(found);
      expect(await journal.claim(claimOf({ endedSince: at(9) }))).toEqual(found);
      expect(await journal.open({ after: undefined, limit: 9 })).toMatchObject([{ id: later.id }]);
      expect(await journal.prune(at(60))).toBe(1);
    });

    test('records a repeat without giving up the claim', async () => {
      const journal = await make();
      const entry = entryAt(1);
      await journal.append(entry);
      expect(await journal.claim(claimOf())).toHaveLength(1);
      await journal.update(entry.id, endAt(2, 'unknown'), 'resend');
      expect(await journal.claim(claimOf())).toEqual([]);
      await journal.update(entry.id, undefined);
      expect(await journal.claim(claimOf())).toEqual([{ ...entry, end: endAt(2, 'unknown') }]);
    });

    test('records the end of the call only where no recovery has recorded one or sent it again', async () => {
      const journal = await make();
      const [alone, resent, known] = [entryAt(1), entryAt(2), entryAt(3)];
      for (const entry of [alone, resent, known]) await journal.append(entry);
      expect(await journal.claim(claimOf())).toHaveLength(3);
      expect(await journal.update(resent.id, endAt(2, 'unknown'), 'resend')).toBe(true);
      expect(await journal.update(known.id, endAt(2, 'applied'))).toBe(true);
      const first = ({ id }: { readonly id: string }) =>
        journal.update(id, endAt(3, 'not-applied'), 'first');
      expect(await Promise.all([alone, resent, known, { id: 'none' }].map(first))).toEqual([
        true,
        false,
        false,
        false,
      ]);
      // The call has ended, and may no longer be sent by a recovery that has claimed it before.
      expect(await journal.update(alone.id, endAt(4, 'unknown'), 'resend')).toBe(false);
      // The claim of the recovery stays.
      expect(await journal.claim(claimOf())).toEqual([]);
    });

    test('claims the oldest entries of one scope first, after a position', async () => {
      const journal = await make();
      const entries = [3, 1, 2, 2].map((seconds) => entryAt(seconds));
      const foreign = entryAt(1, { scope: 'agent https://api.example.com' });
      for (const entry of [...entries, foreign]) await journal.append(entry);
      const [third, first, ...middle] = entries;
      const sorted = [first, ...middle.sort((a, b) => (a.id < b.id ? -1 : 1)), third];
      const claimed = await journal.claim(claimOf({ limit: 2, lease: EXPIRED }));
      expect(ids(claimed)).toEqual(sorted.slice(0, 2).map((entry) => entry?.id));
      const after = claimed.at(-1);
      expect(ids(await journal.claim(claimOf({ after })))).toEqual(
        sorted.slice(2).map((entry) => entry?.id),
      );
    });

    test('does not return an entry claimed by another recovery until the claim expires or is released', async () => {
      const journal = await make();
      const [one, other] = [entryAt(1), entryAt(2)];
      await journal.append(one);
      await journal.append(other);
      expect(await journal.claim(claimOf())).toHaveLength(2);
      expect(await journal.claim(claimOf())).toEqual([]);
      expect(await journal.update(one.id, undefined)).toBe(true);
      expect(await journal.update(one.id, undefined)).toBe(false);
      expect(ids(await journal.claim(claimOf({ lease: EXPIRED })))).toEqual([one.id]);
      expect(ids(await journal.claim(claimOf()))).toEqual([one.id]);
    });

    test('lists what is open in every scope, claimed or not, in pages', async () => {
      const journal = await make();
      const entries = [entryAt(1), entryAt(2, { scope: 'another' }), entryAt(3)] as const;
      for (const entry of entries) await journal.append(entry);
      await journal.update(entries[0].id, endAt(4));
      await journal.update(entries[2].id, endAt(4, 'unknown'));
      await journal.claim(claimOf());
      const first = await journal.open({ after: undefined, limit: 1 });
      const { id, operation, startedAt } = entries[1];
      const empty = {
        requestId: null,
        idempotencyKey: null,
        ...{ outcome: null, endedAt: null },
        digest: expect.any(String),
      };
      expect(first).toEqual([{ id, scope: 'another', operation, startedAt, ...empty }]);
      expect(await journal.open({ after: first[0], limit: 9 })).toMatchObject([
        { id: entries[2].id, scope: 'platform https://api.example.com', outcome: 'unknown' },
      ]);
      await journal.update(entries[1].id, endAt(9, 'not-applied'));
      const lately = async (second: number, of = {}) => {
        const page = { after: undefined, limit: 9, appliedSince: at(second), ...of };
        return (await journal.open(page)).map(({ id, outcome }) => [id, outcome]);
      };
      const unknown = [entries[2].id, 'unknown'];
      expect(await lately(4)).toEqual([[entries[0].id, 'applied'], unknown]);
      expect(await lately(5)).toEqual([unknown]);
      expect(await lately(4, { after: entries[0] })).toEqual([unknown]);
      expect(await lately(4, { idempotencyKey: 'k-1' })).toEqual([]);
    });

    test.each<[string, Partial<JournalEntry>, number, number]>([
      ['does not list', {}, 82_799, 0],
      ['lists', {}, 82_800, 1],
      ['lists', { idempotencyKey: 'k-2' }, 1, 1],
      ['lists', { scope: 'another' }, 1, 1],
    ])('%s an entry where another is applied: %j after %i s', async (_, other, later, count) => {
      const journal = await make();
      const one = entryAt(1, { idempotencyKey: 'k-1' });
      const applied = entryAt(1 + later, { idempotencyKey: 'k-1', ...other });
      for (const entry of [one, applied, entryAt(100_000)]) await journal.append(entry);
      await journal.update(one.id, endAt(2, 'unknown'));
      await journal.update(applied.id, endAt(3));
      const [first] = await journal.open({ after: undefined, limit: 1 });
      expect(first?.id === one.id ? 1 : 0).toBe(count);
      expect(await journal.open({ after: undefined, limit: 9 })).toHaveLength(1 + count);
    });

    test('returns an entry to one of several simultaneous recoveries', async () => {
      const journal = await make();
      await Promise.all(Array.from({ length: 40 }, (_, index) => journal.append(entryAt(index))));
      const claims = Array.from({ length: 16 }, () => journal.claim(claimOf({ limit: 5 })));
      const claimed = (await Promise.all(claims)).flat();
      expect(new Set(ids(claimed)).size).toBe(claimed.length);
      const rest = await journal.claim(claimOf());
      expect(claimed.length + rest.length).toBe(40);
    });

    test('prunes entries that ended before a time, and never open ones', async () => {
      const journal = await make();
      const [old, late, unknown, open] = [entryAt(1), entryAt(2), entryAt(3), entryAt(4)];
      for (const entry of [old, late, unknown, open]) await journal.append(entry);
      await journal.update(old.id, endAt(5, 'not-applied'));
      await journal.update(late.id, endAt(9));
      await journal.update(unknown.id, endAt(5, 'unknown'));
      expect(await journal.prune(new Date(at(8)))).toBe(1);
      expect(await journal.prune(at(8))).toBe(0);
      const left = await journal.claim(claimOf({ endedSince: at(0) }));
      expect(ids(left)).toEqual(ids([late, unknown, open]));
    });
  });
}
