import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  entryAt,
  journalSuite,
  OLD_SECRET,
  SECRET,
  skewSuite,
} from '../../test/journal/journal-suite.ts';
import {
  BASE_URL,
  json,
  kycLink as link,
  networkError,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import type { Journal } from '../outcome/journal.ts';
import type { RecoverOptions } from '../recover/options.ts';
import { createJournal } from './create-journal.ts';
import { MemoryStore, memoryJournal } from './memory-store.ts';
import { sqliteJournal } from './sqlite/sqlite-journal.ts';

const { folder, file } = temporaryFolder();

const newJournal = () => createJournal(new MemoryStore(), { secret: SECRET });

type Options = NonNullable<Parameters<typeof scriptedClient>[1]>;

/** A client whose keyed write is lost: it leaves an open entry, which a repeat would settle. */
async function loseWrite(journal: Journal, options: Options = {}): Promise<void> {
  const given = { journal, retry: 0, ...options };
  const { payments } = scriptedClient([networkError('ECONNRESET')], given);
  await payments.customers.createKycLink({ customerId: 'Customer:1' }).catch(() => undefined);
}

/** What a client's recovery returns and sends. */
async function recover(journal: Journal, options: Options = {}, more: RecoverOptions = {}) {
  const replies = [json(200, link), json(200, link)];
  const { payments, received, clock } = scriptedClient(replies, { journal, ...options });
  // The deadline of a call that may still run has passed.
  if (options.clock === undefined) clock.advance(120_000);
  const writes = await payments.recover({ settle: 0, ...more });
  return { writes, received };
}

const OLD_HOST = 'https://old.example.com/payments/2025-10-13';
const OLD_PATH = 'https://api.example.com/2025-10-13';
const A = { tokenId: 'token-of-a' };
const B = { tokenId: 'token-of-b' };

test('a recovery lists the writes of another account, and neither repeats nor closes them', async () => {
  const journal = newJournal();
  await loseWrite(journal, A);
  const other = await recover(journal, B);
  const why = expect.stringContaining('another account');
  const unknown = { outcome: 'unknown', source: { by: 'none' }, because: why, input: undefined };
  expect(other.writes).toMatchObject([{ ...unknown, operation: 'customers.createKycLink' }]);
  expect(other.received).toEqual([]);
  expect((await recover(journal, B)).writes).toHaveLength(1);
  const own = await recover(journal, A);
  expect(own.writes).toMatchObject([{ outcome: 'applied', source: { by: 'key' } }]);
  expect(own.received).toHaveLength(1);
  expect((await recover(journal, B)).writes).toEqual([]);
});

test('an account keeps its writes when its token is replaced twice, if its names are listed', async () => {
  const journal = newJournal();
  for (const own of [A, { ...B, account: 'shop' }]) await loseWrite(journal, own);
  const third = { tokenId: 'token-of-c', account: ['shop', A.tokenId] };
  const { writes } = await recover(journal, third);
  expect(writes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
  expect(() => scriptedClient([], { account: [] })).toThrow(/account/);
});

test('an account that got a name keeps the writes that its token recorded before', async () => {
  const journal = newJournal();
  await loseWrite(journal, B);
  const named = { journal, ...B, account: A.tokenId };
  const { writes } = await recover(journal, named);
  expect(writes).toMatchObject([{ outcome: 'applied', foreign: undefined }]);

  const { payments, received } = scriptedClient([json(200, link)], named);
  const input = { customerId: 'Customer:1', idempotencyKey: 'k-1' };
  const first = scriptedClient([json(200, link)], { journal, ...B });
  await first.payments.customers.createKycLink(input);
  expect(await payments.sentBefore('customers.createKycLink', input)).toHaveLength(1);
  const other = payments.customers.createKycLink({ ...input, redirectUri: 'https://b.example' });
  await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  expect(received).toEqual([]);
});

test('an entry that an earlier version recorded without its account is listed, not acted on', async () => {
  const journal = newJournal();
  const entry = entryAt(0, { scope: `platform ${BASE_URL}`, idempotencyKey: 'key-1' });
  await journal.append(entry);
  const other = entryAt(0, { scope: 'platform https://another.example' });
  await journal.append(other);
  const { writes, received } = await recover(journal);
  const why = expect.stringContaining('without its account');
  const byReason = writes.toSorted((a, b) => `${a.foreign}`.localeCompare(`${b.foreign}`));
  expect(byReason).toMatchObject([
    { id: entry.id, outcome: 'unknown', because: why, foreign: 'account' },
    { id: other.id, outcome: 'unknown', foreign: 'host' },
  ]);
  expect(received).toEqual([]);
});

test('an account keeps its writes when the secret of the journal is replaced', async () => {
  const store = new MemoryStore();
  const sealedWith = (...secret: string[]) => createJournal(store, { secret });
  await loseWrite(sealedWith(OLD_SECRET), A);
  const both = sealedWith(SECRET, OLD_SECRET);
  const expected = [{ because: expect.stringContaining('another account') }];
  expect((await recover(both, B)).writes).toMatchObject(expected);
  const withNew = await recover(sealedWith(SECRET), A);
  expect(withNew.writes).toMatchObject([
    { outcome: 'unknown', because: expect.stringContaining('secret is not listed') },
  ]);
  const input = { customerId: 'Customer:1', idempotencyKey: 'k-1' };
  const keyed = scriptedClient([networkError('ECONNRESET')], { journal: both, retry: 0, ...A });
  await keyed.payments.customers.createKycLink(input).catch(() => undefined);
  const later = scriptedClient([], { journal: sealedWith(OLD_SECRET), ...A });
  const unread = { code: 'JOURNAL_FAILED', outcome: 'unknown' };
  const expectUnread = () =>
    expect(later.payments.sentBefore('customers.createKycLink', input)).rejects.toMatchObject(
      unread,
    );
  await expectUnread();
  const free = { ...input, idempotencyKey: 'k-2' };
  expect(await later.payments.sentBefore('customers.createKycLink', free)).toEqual([]);
  const { writes } = await recover(both, A);
  expect(writes.map(({ outcome }) => outcome)).toEqual(['applied', 'applied']);
  // The service may have forgotten the key by now.
  await expectUnread();
});

test.each<[string, Options, Options]>([
  ['host', { baseUrl: OLD_HOST }, {}],
  ['path', { baseUrl: OLD_PATH }, {}],
  ['token', A, B],
])('an old key sent with another %s is not sent unseen by its account', async (_, before, now) => {
  const journal = newJournal();
  const input = { customerId: 'Customer:1', idempotencyKey: 'k-1' };
  const lost = scriptedClient([networkError('ECONNRESET')], { journal, retry: 0, ...before });
  await lost.payments.customers.createKycLink(input).catch(() => undefined);
  const { payments, clock } = scriptedClient([], { journal, ...now });
  const ask = (ofOneAccount: boolean) =>
    payments.sentBefore('customers.createKycLink', input, { ofOneAccount });
  expect(await ask(true)).toEqual([]);
  const refused = { code: 'JOURNAL_FAILED', outcome: 'unknown' };
  const reset = [networkError('ECONNRESET')];
  const unread = scriptedClient(reset, { journal, retry: 0, ...now }, true).payments;
  const asked = unread.sentBefore('customers.createKycLink', input, { ofOneAccount: true });
  const message = expect.stringContaining('the service does not respond');
  await expect(asked).rejects.toMatchObject({ ...refused, message });
  clock.advance(23 * 3_600_000);
  await expect(ask(true)).rejects.toMatchObject(refused);
  const [open] = await journal.open({ after: undefined, limit: 1 });
  const facts = { status: 200, resourceId: undefined, errorCode: undefined };
  const endedAt = new Date().toISOString();
  await journal.update(String(open?.id), { outcome: 'applied', endedAt, ...facts });
  await expect(ask(true)).rejects.toMatchObject(refused);
  // Accounts that share a journal may use the same keys.
  expect(await ask(false)).toEqual([]);
});

test.each<[string, Options, Options, string, RecoverOptions['formerly']]>([
  ['host', { baseUrl: OLD_HOST }, {}, 'host', [`${OLD_HOST}/`]],
  ['path', { baseUrl: OLD_PATH }, {}, 'version', [{ baseUrl: OLD_PATH }]],
  ['token', A, B, 'account', [{ account: 'token-of-a' }]],
  [
    'host and token',
    { ...A, baseUrl: OLD_HOST },
    B,
    'host',
    [{ baseUrl: OLD_HOST, account: 'token-of-a' }],
  ],
])(
  'the writes from before another %s are listed, and adopted if it is named',
  async (_what, before, now, foreign, formerly) => {
    const journal = newJournal();
    await loseWrite(journal, before);
    const stranger = await recover(journal, now);
    const expected = [{ outcome: 'unknown', foreign, because: expect.any(String) }];
    expect(stranger.writes).toMatchObject(expected);
    expect(stranger.received).toEqual([]);
    const others = await recover(journal, now, { formerly: ['https://third.example/2025-10-13'] });
    expect(others.writes).toMatchObject([{ outcome: 'unknown', foreign }]);
    const adopted = await recover(journal, now, { formerly });
    expect(adopted.writes).toMatchObject([{ outcome: 'applied', foreign: undefined }]);
    expect(adopted.received.map(({ url }) => new URL(url).host)).toEqual(['api.example.com']);
    expect((await recover(journal, now)).writes).toEqual([]);
  },
);

test.each(['not a url', {}, { baseUrl: 'x' }, { token: 'x' }, 7])(
  '%j is not what a client was',
  async (it) => {
    const { payments } = scriptedClient([], { journal: newJournal() });
    await expect(payments.recover({ formerly: [it as never] })).rejects.toThrow('formerly');
  },
);

test('the file shows no account', async () => {
  const path = file();
  const journal = sqliteJournal(path, { secret: SECRET });
  await loseWrite(journal, { ...A, account: 'name-of-a' });
  await journal.close();
  const files = readdirSync(folder).filter((name) => join(folder, name).startsWith(path));
  const bytes = files.map((name) => readFileSync(join(folder, name), 'latin1')).join('');
  expect(bytes).toContain('customers.createKycLink');
  for (const hidden of ['token-of-a', 'name-of-a', 'api.example.com']) {
    expect(bytes).not.toContain(hidden);
  }
});

journalSuite('memory', async () => memoryJournal());
skewSuite('memory', async () => memoryJournal());

test('a journal in memory drops its oldest entry when it is full', async () => {
  const journal = createJournal(new MemoryStore(2), { secret: SECRET });
  const entries = [entryAt(1), entryAt(2), entryAt(3)];
  for (const entry of entries) await journal.append(entry);
  const left = await journal.open({ after: undefined, limit: 9 });
  expect(left.map(({ id }) => id)).toEqual(entries.slice(1).map(({ id }) => id));
});
