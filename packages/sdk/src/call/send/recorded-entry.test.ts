import { exampleOf } from '@org/payments-contract/examples';
import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../../test/fake-clock.ts';
import { memoryJournal } from '../../../test/memory-journal.ts';
import {
  BASE_URL,
  card,
  challenge,
  document,
  json,
  passport,
  type Reply,
  scriptedClient,
} from '../../../test/scripted-service.ts';

type Client = ReturnType<typeof scriptedClient>['payments'];

/** The only entry of the journal after a write. */
async function entryOf(
  write: (payments: Client) => Promise<unknown>,
  script: Reply[],
  options: object = {},
) {
  const journal = memoryJournal();
  await write(scriptedClient(script, { journal, ...options }).payments);
  const [entry, ...others] = journal.entries.values();
  expect(others).toEqual([]);
  return entry;
}

const quote = exampleOf('quotes.get').result as object;
const pending = { ...quote, id: 'Quote:1', status: 'PENDING' };
const stamper = { stamp: async () => 'the stamp' };

describe('the request that an entry keeps', () => {
  test('of a write with a key and a stamp is the one that was sent: both can be repeated', async () => {
    const entry = await entryOf(
      (payments) => payments.quotes.execute({ quoteId: 'Quote:1' }, { stamper }),
      [json(200, pending), json(200, { ...pending, status: 'PROCESSING' })],
    );
    expect(entry?.idempotencyKey).toMatch(/./);
    expect(entry?.request).toEqual({
      path: '/quotes/Quote:1/execute',
      search: '',
      headers: { 'Service-Wallet-Signature': 'the stamp' },
      body: null,
      isUpload: false,
      form: undefined,
    });
  });

  test('of a write with a stamp and no key has no stamp: it is never repeated', async () => {
    const entry = await entryOf(
      (payments) => payments.cards.update({ id: 'Card:1', state: 'FROZEN' }, { stamper }),
      [json(202, challenge), json(200, card)],
    );
    expect(entry?.request).toEqual({
      path: '/cards/Card:1',
      search: '',
      headers: {},
      body: '{"state":"FROZEN"}',
      isUpload: false,
      form: undefined,
    });
  });

  test('of an upload is its form without the file', async () => {
    const file = new File(['bytes'], 'passport.png', { type: 'image/png' });
    const entry = await entryOf(
      (payments) => payments.documents.create({ file, ...passport }),
      [json(201, document)],
    );
    expect(entry?.request).toMatchObject({ body: null, isUpload: true });
    expect(entry?.request?.form).toEqual(passport);
  });
});

describe('the account of an entry', () => {
  const redeem = (payments: Client) => payments.agents.redeemDeviceCode({ code: 'ABCD-1234' });
  const redeemed = () => json(200, exampleOf('agents.redeemDeviceCode').result);
  const supplied = (credentials: () => Promise<object>) =>
    ({ tokenId: undefined, clientSecret: undefined, credentials }) as object;

  test('is that of the credentials', async () => {
    const entry = await entryOf(
      (payments) => payments.transactions.reject({ transactionId: 'Transaction:1' }),
      [json(200, { id: 'Transaction:1', status: 'REJECTED' })],
    );
    expect(entry?.scope).toBe(`platform ${BASE_URL} token`);
  });

  test('is empty for an operation without credentials, of which none are asked', async () => {
    const entry = await entryOf(redeem, [redeemed()]);
    expect(entry?.scope).toBe(`platform ${BASE_URL} `);
    const never = () => Promise.reject(new Error('not needed'));
    const other = await entryOf(redeem, [redeemed()], supplied(never));
    expect(other?.scope).toBe(`platform ${BASE_URL} `);
  });

  const hangs = () => new Promise<never>(() => {});

  test.each<[string, (clock: FakeClock, stop: AbortController) => void, object]>([
    [
      'in time',
      (clock) => clock.advance(5_000),
      { code: 'CREDENTIALS_FAILED', cause: { limit: 'timeout' }, operation: 'transactions.reject' },
    ],
    [
      'before the call is aborted',
      (_clock, stop) => stop.abort(new Error('The page was closed.')),
      { code: 'ABORTED', cause: { message: 'The page was closed.' } },
    ],
  ])('that is not supplied %s ends the call: nothing recorded or sent', async (_, end, found) => {
    const clock = new FakeClock();
    const journal = memoryJournal();
    const { payments, received } = scriptedClient([], { journal, clock, ...supplied(hangs) });
    const stop = new AbortController();
    const options = { timeout: 5_000, signal: stop.signal };
    const call = payments.transactions.reject({ transactionId: 'Transaction:1' }, options);
    const error = call.catch((thrown: unknown) => thrown);
    await new Promise((resolve) => setImmediate(resolve));
    end(clock, stop);
    expect(await error).toMatchObject(found);
    expect([...journal.entries.values()]).toEqual([]);
    expect(received).toEqual([]);
  });
});
