import { inspect } from 'node:util';
import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { FakeClock, SettlingClock } from '../../test/fake-clock.ts';
import { memoryJournal } from '../../test/memory-journal.ts';
import {
  BASE_URL,
  card,
  challenge,
  json,
  networkError,
  type Reply,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';
import { createAgentClient } from '../client/agent-client.ts';
import { createPaymentsClient } from '../client/payments-client.ts';
import type { Journal, JournalEntry } from '../outcome/journal.ts';
import type { RecoverOptions } from './options.ts';
import type { RecoveredWrite } from './recovered-write.ts';

const stamper = { stamp: async () => 'stamp' };
const link = {
  kycUrl: 'https://verify.example/secret',
  expiresAt: '2026-02-05T09:00:00Z',
  provider: 'P',
};
const transaction = { transactionId: 'Transaction:1' };
const SETTLED = { settle: 0 };

/** A journal whose process ends before it can record the outcome of a write. */
function crashed(): ReturnType<typeof memoryJournal> & { restart(): void } {
  const journal = memoryJournal();
  const { update } = journal;
  journal.update = async () => {};
  return Object.assign(journal, {
    restart() {
      journal.update = update;
    },
  });
}

type Client = ReturnType<typeof scriptedClient>['payments'];

/**
 * Sends a write that is still open when the process ends, and recovers it from the service's
 * responses.
 */
async function recovered(
  write: (payments: Client) => Promise<unknown>,
  lost: Reply[],
  replies: Reply[],
  options: RecoverOptions = SETTLED,
) {
  const journal = crashed();
  const clock = new SettlingClock();
  const before = { ...scriptedClient(lost, { journal, retry: 0, clock }), clock };
  await write(before.payments).catch(() => undefined);
  journal.restart();
  // Ten minutes after its deadline a write can no longer arrive, however far the clocks differ.
  if (options.settle === 0) before.clock.advance(720_000);
  const after = scriptedClient(replies, { journal, retry: 0, clock: before.clock });
  const writes = await after.payments.recover(options);
  return { writes, journal, sent: before.received, ...after, clock: before.clock };
}

const freeze = (payments: Client) =>
  payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper });
const kycLink = (payments: Client) =>
  payments.customers.createKycLink({ customerId: 'Customer:1' });

describe('recover determines the outcome', () => {
  test('by key: repeats the exact request with its generated key', async () => {
    const { writes, sent, received, journal } = await recovered(
      kycLink,
      [networkError('ECONNRESET')],
      [json(200, link)],
    );
    expect(writes).toMatchObject([
      {
        operation: 'customers.createKycLink',
        outcome: 'applied',
        evidence: { by: 'key', status: 200, operation: 'customers.createKycLink' },
      },
    ]);
    const [first, again] = [sent[0], received[0]];
    expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect({ ...again, headers: 0 }).toEqual({ ...first, headers: 0 });
    expect(writes[0]?.evidence.resource).toEqual(link);
    expect(inspect(writes, { depth: 9 }) + JSON.stringify(writes)).not.toContain('secret');
    expect(journal.entries.size).toBe(1);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'applied' } }]);
  });

  test.each([
    ['not allowed', { settle: 0, repeatKeyed: false }],
    ['too old', { settle: 0, keyLifetime: 0 }],
  ])('a keyed write is not repeated where that is %s', async (_why, options) => {
    const lost = [networkError('ECONNRESET')];
    const { writes, received } = await recovered(kycLink, lost, [], options);
    const why = expect.stringContaining(
      'Only a repeat with the same key can determine the outcome',
    );
    expect(writes).toMatchObject([{ outcome: 'unknown', evidence: { by: 'none', why } }]);
    expect(received).toEqual([]);
  });

  test('a keyed write is not repeated where the clock went back, so that its age is unknown', async () => {
    const journal = crashed();
    const before = scriptedClient([networkError('ECONNRESET')], { journal, retry: 0 });
    await kycLink(before.payments).catch(() => undefined);
    journal.restart();
    before.clock.advance(-600_000);
    const after = scriptedClient([], { journal, clock: before.clock });
    expect(await after.payments.recover(SETTLED)).toMatchObject([
      { outcome: 'unknown', evidence: { by: 'none' } },
    ]);
    expect(after.received).toEqual([]);
  });

  test('a refused repeat leaves the outcome unknown and the entry open', async () => {
    const lost = [networkError('ECONNRESET')];
    const { writes, journal } = await recovered(kycLink, lost, [refusal(409, 'CONFLICT')]);
    expect(writes).toMatchObject([
      { outcome: 'unknown', evidence: { by: 'key', status: 409, errorCode: 'CONFLICT' } },
    ]);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'unknown' } }]);
  });

  test.each([
    ['applied', 'PROCESSING'],
    ['not-applied', 'PENDING'],
  ])('by read, where the repeat is refused: %s when the quote is %s', async (outcome, status) => {
    const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1', status };
    const { writes, received } = await recovered(
      (payments) => payments.quotes.execute({ quoteId: 'Quote:1' }),
      [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')],
      [refusal(409, 'CONFLICT'), json(200, quote)],
    );
    expect(received.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(writes).toMatchObject([{ outcome, evidence: { by: 'read', operation: 'quotes.get' } }]);
  });

  test('a read right after a repeat that was lost is not evidence: the repeat may still arrive', async () => {
    const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };
    const again = () => json(200, { ...quote, status: 'PENDING' });
    const { writes, journal, clock } = await recovered(
      (payments) => payments.quotes.execute({ quoteId: 'Quote:1' }),
      [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')],
      [networkError('ECONNRESET')],
      SETTLED,
    );
    expect(writes).toMatchObject([{ outcome: 'unknown', evidence: { by: 'key' } }]);
    const options = { repeatKeyed: false, settle: 30_000, deadline: 150_000 };
    const { payments } = scriptedClient([again(), again()], { journal, clock });
    expect(await payments.recover(options)).toMatchObject([{ outcome: 'unknown' }]);
    clock.advance(330_000);
    expect(await payments.recover(options)).toMatchObject([{ outcome: 'not-applied' }]);
  });

  const upload = (payments: Client) =>
    payments.documents.create({
      file: new File(['hidden bytes'], 'passport.png', { type: 'image/png' }),
      documentHolder: 'Customer:1',
      documentType: 'PASSPORT',
      country: 'GB',
    });

  test.each([
    ['not-applied', []],
    ['not-applied', [{ id: 'Document:1', createdAt: '2026-01-05T08:00:00Z' }]],
    ['unknown', [{ id: 'Document:1', createdAt: '2026-01-05T09:00:01Z' }]],
  ])('by list, of an upload: %s when the holder has %j', async (outcome, found) => {
    const document = exampleOf('documents.get').result as object;
    const data = found.map((one) => ({ ...document, ...one }));
    const lost = [networkError('ECONNRESET')];
    const { writes, received, journal } = await recovered(upload, lost, [
      json(200, { data, hasMore: false }),
    ]);
    expect(received[0]?.url).toContain('documentHolder=Customer%3A1');
    expect(writes).toMatchObject([{ outcome, evidence: { by: 'list' } }]);
    const input = { documentHolder: 'Customer:1', documentType: 'PASSPORT', country: 'GB' };
    expect(writes[0]?.input).toEqual(input);
    expect(inspect([...journal.entries.values()], { depth: 9 })).not.toContain('hidden');
    expect(JSON.stringify(writes)).not.toContain('PASSPORT');
  });

  test('by key, also of a request that is not in the contract', async () => {
    const body = { amount: 1 };
    const { writes, received, sent } = await recovered(
      (payments) =>
        payments.request(
          { method: 'POST', path: '/later/things', query: { a: 'b' }, body },
          { idempotencyKey: 'key-1' },
        ),
      [networkError('ECONNRESET')],
      [json(201, { id: 'Thing:1' })],
    );
    expect(writes).toMatchObject([
      { operation: 'request', outcome: 'applied', evidence: { resourceId: 'Thing:1' } },
    ]);
    expect({ ...received[0], headers: 0 }).toEqual({ ...sent[0], headers: 0 });
  });

  test.each([
    ['applied', 'FROZEN', card.updatedAt],
    ['not-applied', 'ACTIVE', '2026-01-01T00:00:00Z'],
    ['unknown', 'ACTIVE', '2026-01-05T09:00:30Z'],
  ])('by read: %s when the card is %s since %s', async (outcome, state, updatedAt) => {
    const { writes, received } = await recovered(
      freeze,
      [json(202, challenge), networkError('ECONNRESET')],
      [json(200, { ...card, state, updatedAt })],
    );
    expect(writes).toMatchObject([
      {
        outcome,
        requestId: challenge.requestId,
        evidence: { by: 'read', operation: 'cards.get' },
      },
    ]);
    expect(received.map(({ method }) => method)).toEqual(['GET']);
  });

  test('by list: a creation with its own id field', async () => {
    const create = (payments: Client) =>
      payments.cards.create({
        cardholderId: 'Customer:1',
        platformCardId: 'mine',
        form: 'VIRTUAL',
        fundingSources: ['InternalAccount:1'],
      });
    const lost = [networkError('ECONNRESET')];
    const page = (data: unknown[]) => json(200, { data, hasMore: false });
    const found = await recovered(create, lost, [page([{ ...card, platformCardId: 'mine' }])]);
    expect(found.writes).toMatchObject([{ outcome: 'applied', evidence: { by: 'list' } }]);
    const absent = await recovered(create, [networkError('ECONNRESET')], [page([card])]);
    expect(absent.writes).toMatchObject([{ outcome: 'not-applied', evidence: { by: 'list' } }]);
  });

  test.each(['warn', 'off'] as const)(
    'a response that is not the list leaves the outcome unknown, also with validate: %s',
    async (validate) => {
      const journal = crashed();
      const before = scriptedClient([networkError('ECONNRESET')], { journal, retry: 0 });
      const { cardholderId, fundingSources } = card;
      const fields = { cardholderId, fundingSources, form: 'VIRTUAL', platformCardId: 'mine' };
      await before.payments.cards.create(fields as never).catch(() => undefined);
      journal.restart();
      before.clock.advance(720_000);
      const options = { journal, retry: 0, clock: before.clock, validate };
      const { payments } = scriptedClient([json(200, { maintenance: true })], options);
      expect(await payments.recover(SETTLED)).toMatchObject([{ outcome: 'unknown' }]);
    },
  );

  test.each([
    ['applied', refusal(404, 'NOT_FOUND')],
    ['not-applied', json(202, challenge)],
    ['applied', new Response(null, { status: 204 })],
    ['unknown', refusal(503, 'SERVICE_UNAVAILABLE')],
    ['unknown', refusal(409, 'CONFLICT')],
    ['unknown', new Response('<h1>Not found</h1>', { status: 404 })],
  ])('by first leg: %s', async (outcome, reply) => {
    const { writes, received } = await recovered(
      (payments) => payments.sessions.revoke({ id: 'Session:1' }, { stamper }),
      [json(202, challenge), networkError('ECONNRESET')],
      [reply],
    );
    expect(writes).toMatchObject([
      { outcome, evidence: { by: 'first-leg', operation: 'sessions.revoke' } },
    ]);
    expect(received[0]?.headers.has('service-wallet-signature')).toBe(false);
  });

  test('no request where none can determine the outcome: the evidence describes the next step', async () => {
    const { writes, received } = await recovered(
      (payments) => payments.verifications.create({ customerId: 'Customer:1' }),
      [networkError('ECONNRESET')],
      [],
      {},
    );
    expect(writes).toMatchObject([
      { outcome: 'unknown', evidence: { by: 'none', why: expect.stringContaining('Repeating') } },
    ]);
    expect(received).toEqual([]);
  });
});

describe('the time limits of recover', () => {
  const reject = (payments: Client) => payments.transactions.reject(transaction);
  const pending = () =>
    json(200, {
      id: 'Transaction:1',
      status: 'PENDING',
      type: 'INCOMING',
      customerId: 'Customer:1',
      platformCustomerId: 'p',
      destination: {
        destinationType: 'ACCOUNT',
        accountId: 'InternalAccount:1',
        currency: 'USD',
      },
      receivedAmount: { amount: 1, currency: { code: 'USD', decimals: 2 } },
    });

  test('"not applied" is concluded once the write can no longer arrive', async () => {
    const { writes, clock, received } = await recovered(
      reject,
      [networkError('ECONNRESET')],
      [pending(), pending()],
      { settle: 5_000 },
    );
    expect(writes).toMatchObject([{ outcome: 'not-applied', evidence: { by: 'read' } }]);
    // The deadline of the call, the time to settle, and the difference that clocks may have.
    expect(clock.delays).toContain(120_000 + 5_000 + 300_000);
    expect(received).toHaveLength(2);
  });

  test('a timer that fires a millisecond early is set again', async () => {
    const journal = crashed();
    const clock = new SettlingClock();
    const { payments } = scriptedClient([networkError('ECONNRESET')], { journal, retry: 0, clock });
    await reject(payments).catch(() => undefined);
    journal.restart();
    const { setTimeout } = clock;
    clock.setTimeout = (callback, delay) =>
      setTimeout.call(clock, callback, delay > 200_000 ? delay - 1 : delay);
    const after = scriptedClient([pending(), pending()], { journal, retry: 0, clock });
    const writes = await after.payments.recover({ settle: 5_000 });
    expect(writes).toMatchObject([{ outcome: 'not-applied', evidence: { by: 'read' } }]);
  });

  test('a write not recovered by the deadline is unknown, and stays open', async () => {
    const { writes, journal } = await recovered(reject, [networkError('ECONNRESET')], [pending()], {
      settle: 60_000,
      deadline: 5_000,
    });
    expect(writes).toMatchObject([
      { outcome: 'unknown', evidence: { by: 'none', why: expect.stringContaining('deadline') } },
    ]);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'unknown' } }]);
  });

  test('its signal ends it', async () => {
    const { payments } = scriptedClient([], { journal: memoryJournal() });
    const signal = AbortSignal.abort();
    await expect(payments.recover({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

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
    const script = [json(200, { id: 'Transaction:1' }), refusal(409, 'CONFLICT')];
    const { payments } = scriptedClient(script, { journal });
    await payments.transactions.reject(transaction);
    await payments.transactions.reject(transaction).catch(() => undefined);
    expect(await payments.recover()).toEqual([]);
    const writes = await payments.recover({ since: new Date(0) });
    expect(writes.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'not-applied']);
    expect(writes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          evidence: expect.objectContaining({ by: 'response', resourceId: 'Transaction:1' }),
        }),
        expect.objectContaining({
          evidence: expect.objectContaining({ by: 'response', errorCode: 'CONFLICT', status: 409 }),
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
      { outcome: 'unknown', evidence: { why: expect.stringContaining('cannot be opened') } },
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
      'options.settle: expected at most 31536000000 milliseconds',
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
      await update(id, end);
    };
    await expect(payments.recover()).rejects.toMatchObject({ code: 'JOURNAL_FAILED' });
    journal.update = update;
    expect(await payments.recover()).toMatchObject([{ outcome: 'applied' }]);
  });
});
