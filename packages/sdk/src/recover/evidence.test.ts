import { inspect } from 'node:util';
import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { type Client, createLink, recovered } from '../../test/recovered.ts';
import {
  card,
  challenge,
  document,
  json,
  kycLink as link,
  networkError,
  passport,
  refusal,
  scriptedClient,
} from '../../test/scripted-service.ts';

const stamper = { stamp: async () => 'stamp' };
const SETTLED = { settle: 0 };

const freeze = (payments: Client) =>
  payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper });

describe('recover determines the outcome', () => {
  test('by key: repeats the exact request with its generated key', async () => {
    const { writes, sent, received, journal } = await recovered(
      createLink,
      [networkError('ECONNRESET')],
      [json(200, link)],
    );
    expect(writes).toMatchObject([
      {
        operation: 'customers.createKycLink',
        outcome: 'applied',
        source: { by: 'key', status: 200, operation: 'customers.createKycLink' },
      },
    ]);
    const [first, again] = [sent[0], received[0]];
    expect(again?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    expect({ ...again, headers: 0 }).toEqual({ ...first, headers: 0 });
    expect(writes[0]?.resource).toEqual(link);
    expect(inspect(writes, { depth: 9 }) + JSON.stringify(writes)).not.toContain('secret');
    expect(journal.entries.size).toBe(1);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'applied' } }]);
  });

  test.each([
    ['not allowed', { settle: 0, repeatKeyed: false }],
    ['too old', { settle: 0, keyLifetime: 0 }],
  ])('a keyed write is not repeated where that is %s', async (_why, options) => {
    const lost = [networkError('ECONNRESET')];
    const { writes, received } = await recovered(createLink, lost, [], options);
    const why = expect.stringMatching(
      /only a repeat with the same key does(?:, and the key is too old.+)?\.$/,
    );
    expect(writes).toMatchObject([{ outcome: 'unknown', source: { by: 'none' }, because: why }]);
    expect(received).toEqual([]);
  });

  test.each<[string, (payments: Client) => Promise<unknown>]>([
    ['Repeating', ({ verifications }) => verifications.create({ customerId: 'Customer:1' })],
    [
      'No request can show whether the change was applied.',
      (payments) => payments.request({ method: 'POST', path: '/later/things', body: {} }),
    ],
  ])('no request where none can show the outcome: %s', async (why, write) => {
    const { writes, received } = await recovered(write, [networkError('ECONNRESET')], []);
    const because = expect.stringContaining(why);
    expect(writes).toMatchObject([{ outcome: 'unknown', source: { by: 'none' }, because }]);
    expect(received).toEqual([]);
  });

  test('a raw request under a key is repeated with it', async () => {
    const raw = { method: 'POST', path: '/later/things', body: {} } as const;
    const { writes, received } = await recovered(
      (payments) => payments.request(raw, { idempotencyKey: 'mine-1' }),
      [networkError('ECONNRESET')],
      [json(200, { id: 'Thing:1' })],
    );
    expect(received.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['mine-1']);
    expect(writes).toMatchObject([{ outcome: 'applied', source: { by: 'key', status: 200 } }]);
  });

  test('a repeat that is accepted with a number that cannot be returned is applied', async () => {
    const quote = { ...(exampleOf('quotes.get').result as object), id: 'Quote:1' };
    const rounded = JSON.stringify({ ...quote, totalSendingAmount: 9 });
    const text = rounded.replace('"totalSendingAmount":9', '"totalSendingAmount":9007199254740993');
    const accepted = new Response(text, { headers: { 'content-type': 'application/json' } });
    const { writes, journal } = await recovered(
      (payments) => payments.quotes.execute({ quoteId: 'Quote:1' }),
      [json(200, { ...quote, paymentInstructions: [] }), networkError('ECONNRESET')],
      [accepted],
    );
    expect(writes).toMatchObject([{ outcome: 'applied', source: { by: 'key', status: 200 } }]);
    expect([...journal.entries.values()]).toMatchObject([{ end: { outcome: 'applied' } }]);
  });

  test('a refused repeat leaves the outcome unknown and the entry open', async () => {
    const lost = [networkError('ECONNRESET')];
    const { writes, journal } = await recovered(createLink, lost, [refusal(409, 'CONFLICT')]);
    expect(writes).toMatchObject([
      { outcome: 'unknown', source: { by: 'key', status: 409, errorCode: 'CONFLICT' } },
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
    expect(writes).toMatchObject([{ outcome, source: { by: 'read', operation: 'quotes.get' } }]);
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
    expect(writes).toMatchObject([{ outcome: 'unknown', source: { by: 'key' } }]);
    const options = { repeatKeyed: false, settle: 30_000, deadline: 150_000 };
    const { payments } = scriptedClient([again(), again()], { journal, clock });
    expect(await payments.recover(options)).toMatchObject([{ outcome: 'unknown' }]);
    clock.advance(330_000);
    expect(await payments.recover(options)).toMatchObject([{ outcome: 'not-applied' }]);
  });

  const upload = (payments: Client) =>
    payments.documents.create({
      file: new File(['hidden bytes'], 'passport.png', { type: 'image/png' }),
      ...passport,
    });

  test.each([
    ['not-applied', []],
    ['not-applied', [{ id: 'Document:1', createdAt: '2026-01-05T08:00:00Z' }]],
    ['unknown', [{ id: 'Document:1', createdAt: '2026-01-05T09:00:01Z' }]],
  ])('by list, of an upload: %s when the holder has %j', async (outcome, found) => {
    const data = found.map((one) => ({ ...document, ...one }));
    const lost = [networkError('ECONNRESET')];
    const { writes, received, journal } = await recovered(upload, lost, [
      json(200, { data, hasMore: false }),
    ]);
    expect(received[0]?.url).toContain('documentHolder=Customer%3A1');
    expect(writes).toMatchObject([{ outcome, source: { by: 'list' } }]);
    expect(writes[0]?.input).toEqual(passport);
    expect(inspect([...journal.entries.values()], { depth: 9 })).not.toContain('hidden');
    expect(JSON.stringify(writes)).not.toContain('PASSPORT');
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
        source: { by: 'read', operation: 'cards.get' },
        resourceId: outcome === 'applied' ? 'Card:1' : undefined,
        resource: { state },
        input: { id: 'Card:1', state: 'FROZEN' },
      },
    ]);
    expect(received.map(({ method }) => method)).toEqual(['GET']);
  });

  test.each([
    ['applied', refusal(404, 'NOT_FOUND')],
    ['not-applied', json(202, challenge)],
    ['unknown', new Response(null, { status: 204 })],
    ['unknown', refusal(503, 'SERVICE_UNAVAILABLE')],
    ['unknown', refusal(409, 'CONFLICT')],
    ['unknown', new Response('<h1>Not found</h1>', { status: 404 })],
  ])('by first leg: %s', async (outcome, reply) => {
    const { writes, received } = await recovered(
      (payments) => payments.sessions.revoke({ id: 'Session:1' }, { stamper }),
      [json(202, challenge), networkError('ECONNRESET')],
      [reply],
    );
    const expected = [{ outcome, source: { by: 'first-leg', operation: 'sessions.revoke' } }];
    expect(writes).toMatchObject(expected);
    expect(received[0]?.headers.has('service-wallet-signature')).toBe(false);
  });
});
