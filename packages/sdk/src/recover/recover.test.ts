import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { SettlingClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import { type Client, crashed, lostWrite, lostWrites } from '../../test/recovered.ts';
import {
  json,
  kycLink as link,
  networkError,
  type Reply,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { ConfigurationError } from '../errors/caller-errors.ts';
import type { RecoverOptions } from './options.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const SETTLE = 5_000;
/** How long a claim lasts, in addition to the time to settle. */
const LEASE = 600_000;

const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };

/** What a process leaves behind that ends before it can record what it knows of a write. */
async function afterCrash(
  lost: Reply[] = [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')],
  write = ({ quotes }: Client): Promise<unknown> => quotes.execute({ quoteId: 'Quote:1' }),
) {
  const clock = new SettlingClock();
  const left = await lostWrite({ write, lost, journal: crashed(), clock });
  left.journal.restart();
  return left;
}

test('an accepted repeat decides, and is not followed by a read that shows less', async () => {
  const { client } = await afterCrash();
  const script = ['PROCESSING', 'PENDING'].map((status) => json(200, { ...quote, status }));
  const { payments, received } = client(script);
  const writes = await payments.recover({ settle: 0 });
  expect(received.map(({ method }) => method)).toEqual(['POST']);
  expect(writes).toMatchObject([{ outcome: 'applied', source: { by: 'key' } }]);
});

test('a repeat is recorded before it is sent, for a recovery after the end of this process', async () => {
  const pending = () => json(200, { ...quote, status: 'PENDING' });
  const { clock, journal, client } = await afterCrash();
  clock.advance(900_000);
  const repeatedAt = new Date(clock.now()).toISOString();
  const { update } = journal;
  const dies = () => {
    // The process ends while its repeat is on the way: nothing that it does later has an effect.
    journal.update = async () => true;
    return networkError('ECONNRESET');
  };
  await client([dies]).payments.recover({ settle: 0 });
  journal.update = update;
  const [entry] = journal.entries.values();
  expect(entry?.end).toMatchObject({ outcome: 'unknown', endedAt: repeatedAt });
  clock.advance(LEASE);
  const reads = { repeatKeyed: false, settle: LEASE, deadline: 150_000 };
  const { payments } = client([pending(), pending()]);
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'unknown' }]);
  clock.advance(LEASE);
  expect(await payments.recover(reads)).toMatchObject([{ outcome: 'not-applied' }]);
});

test('a repeat that cannot be recorded is not sent', async () => {
  const { journal, client } = await afterCrash();
  journal.update = async () => {
    throw new Error('disk full');
  };
  const { payments, received } = client([]);
  await expect(payments.recover({ settle: 0 })).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
  expect(received).toEqual([]);
});

test('nothing is asked about a write whose claim expired: another recovery may have it', async () => {
  const lost = [networkError('ECONNRESET'), networkError('ECONNRESET')];
  const { clock, client } = await afterCrash(lost, async ({ transactions }) => {
    for (const transactionId of ['Transaction:1', 'Transaction:2'] as const) {
      await transactions.reject({ transactionId }).catch(() => undefined);
    }
  });
  const pending = { ...(exampleOf('transactions.get').result as object), status: 'PENDING' };
  const read = ({ url }: { readonly url: string }) =>
    json(200, { ...pending, id: decodeURIComponent(url.split('/').at(-1) ?? '') });
  const script = [read, read, read, read];
  const { payments, received } = client(script);
  const writes: RecoveredWrite[] = [];
  for await (const write of payments.recover({ settle: SETTLE, deadline: 3_600_000 })) {
    writes.push(write);
    clock.advance(SETTLE + LEASE);
  }
  const why = expect.stringContaining('claim');
  expect(writes).toMatchObject([
    { outcome: 'not-applied', source: { by: 'read' } },
    { outcome: 'unknown', source: { by: 'none' }, because: why },
  ]);
  expect(received).toHaveLength(3);
});

test('a recovery tells what it waits for, and until when', async () => {
  const { clock, client } = await afterCrash();
  const pending = () => json(200, { ...quote, status: 'PENDING' });
  const { payments } = client([pending, pending, pending]);
  const waits: [number, object][] = [];
  const onWait = (wait: object) => {
    waits.push([clock.now(), wait]);
    throw new Error('the log is full');
  };
  const writes = await payments.recover({ repeatKeyed: false, settle: SETTLE, onWait });
  expect(writes).toMatchObject([{ outcome: 'not-applied' }]);
  expect(waits.length).toBeGreaterThan(0);
  for (const [at, wait] of waits) {
    const isNext = (until: string) => Date.parse(until) > at && Date.parse(until) <= clock.now();
    const until = expect.toSatisfy(isNext);
    expect(wait).toEqual({ id: writes[0]?.id, operation: 'quotes.execute', until });
  }
});

test.each([401, 403])('a recovery whose credentials get a %i does not wait', async (status) => {
  const { client } = await afterCrash();
  const refuse = () => refusal(status, status === 401 ? 'UNAUTHORIZED' : 'FORBIDDEN');
  const waits: unknown[] = [];
  const onWait = (wait: unknown) => waits.push(wait);
  for (const repeatKeyed of [true, false]) {
    const { payments } = client([refuse(), refuse()]);
    const writes = await payments.recover({ settle: SETTLE, repeatKeyed, onWait });
    expect(writes).toMatchObject([{ outcome: 'unknown', source: { status } }]);
  }
  expect(waits).toEqual([]);
});

test('a repeat that is lost too says why, and not that a change was sent', async () => {
  const { client } = await afterCrash();
  const { payments } = client(Array(9).fill(networkError('ECONNRESET')));
  const writes = await payments.recover({ settle: SETTLE });
  const because = 'The request to find out failed: no response arrived.';
  expect(writes).toMatchObject([{ outcome: 'unknown', because }]);
});

type Credentials = () => Promise<{ tokenId: string; clientSecret: string }>;

const ofA: Credentials = async () => ({ tokenId: 'token-of-a', clientSecret: 'secret' });

/** A journal with a lost write of the account `token-of-a`, and a client with those credentials. */
async function afterLostWrite(credentials: Credentials, options: object = {}) {
  const { client, journal, clock } = await lostWrite({ options: { tokenId: 'token-of-a' } });
  clock.advance(720_000);
  const given = { tokenId: undefined, clientSecret: undefined, credentials, ...options };
  return { ...client([json(200, link)], given), journal, clock };
}

test('a recovery first calls the function that supplies the credentials, for their account', async () => {
  const { payments } = await afterLostWrite(ofA);
  expect(await payments.recover({ settle: 0 })).toMatchObject([{ outcome: 'applied' }]);
});

test('a recovery with the name of an account calls it too, for what its token recorded', async () => {
  const { payments } = await afterLostWrite(ofA, { account: 'another' });
  expect(await payments.recover({ settle: 0 })).toMatchObject([{ outcome: 'applied' }]);
});

test.each([
  ['its own error, as the cause', new Error('The vault is closed.'), 'CREDENTIALS_FAILED'],
  ['an error of the client as it is', new ConfigurationError('tokenId', 'x', 'y'), 'CONFIGURATION'],
])('a recovery whose function fails ends with %s', async (_, reason, code) => {
  const { payments, received } = await afterLostWrite(() => Promise.reject(reason));
  const error = await Promise.resolve(payments.recover({ settle: 0 })).catch((thrown) => thrown);
  expect(error).toMatchObject({ code });
  if (error !== reason) expect(error.cause).toMatchObject({ message: reason.message });
  expect(received).toEqual([]);
});

test('a signal ends the wait for the function, with its reason', async () => {
  const stop = new AbortController();
  const { payments } = await afterLostWrite(() => new Promise(() => {}));
  const recovery = Promise.resolve(payments.recover({ settle: 0, signal: stop.signal }));
  const ended = recovery.catch((error) => error);
  const reason = new Error('The process ends.');
  stop.abort(reason);
  expect(await ended).toMatchObject({ code: 'ABORTED', cause: reason });
});

test('a function that never settles ends at the timeout of the recovery', async () => {
  const { payments, clock } = await afterLostWrite(() => new Promise(() => {}));
  const recovery = Promise.resolve(payments.recover({ settle: 0, timeout: 5_000 }));
  const ended = recovery.catch((error) => error);
  await Promise.resolve();
  clock.advance(5_000);
  expect(await ended).toMatchObject({ code: 'CREDENTIALS_FAILED' });
});

test('a recovery whose requests a setting prevents ends with the error of the setting', async () => {
  const wrong = new ConfigurationError('tokenId', 'x', 'y');
  const { payments } = await afterLostWrite(() => Promise.reject(wrong), { account: 'token-of-a' });
  await expect(payments.recover({ settle: 0 })).rejects.toMatchObject({ code: 'CONFIGURATION' });
});

const transaction = { transactionId: 'Transaction:1' };

describe('a recovery', () => {
  async function openWrites(count: number) {
    const { journal, client } = await lostWrites(count, crashed());
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
    const rejected = json(200, { id: 'Transaction:1', status: 'REJECTED' });
    const { payments } = scriptedClient([rejected, refusal(409, 'CONFLICT')], { journal });
    await payments.transactions.reject(transaction);
    await payments.transactions.reject(transaction).catch(() => undefined);
    expect(await payments.recover()).toEqual([]);
    const writes = await payments.recover({ since: new Date(0) });
    const because = 'The call ended with CONFLICT, which was recorded.';
    const refused = { by: 'response', errorCode: 'CONFLICT', status: 409 };
    const [resourceId, source] = ['Transaction:1', { by: 'response' }];
    expect(writes.toSorted((a, b) => a.outcome.localeCompare(b.outcome))).toMatchObject([
      { outcome: 'applied', because: 'The response was recorded.', source, resourceId },
      { outcome: 'not-applied', because, source: refused },
    ]);
    expect(await payments.recover({ since: '2027-01-01' })).toEqual([]);
    for (const entry of journal.entries.values())
      Object.assign(entry.end ?? {}, { status: undefined });
    expect(await payments.recover({ since: new Date(0) })).toContainEqual(
      expect.objectContaining({ because: 'What a read has shown was recorded.' }),
    );
  });

  test('reports an entry that cannot be opened', async () => {
    const { journal, payments } = await openWrites(1);
    const [entry] = journal.entries.values();
    if (entry !== undefined) journal.entries.set(entry.id, { ...entry, request: undefined });
    const expected = [{ outcome: 'unknown', because: expect.stringContaining('cannot be opened') }];
    expect(await payments.recover()).toMatchObject(expected);
  });

  test('needs a journal', async () => {
    const { payments } = scriptedClient([]);
    const refused = { name: 'ConfigurationError', option: 'journal' };
    await expect(payments.recover()).rejects.toMatchObject(refused);
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
