import { expect, test } from 'vitest';
import { numberDigest } from '../file/payout-rows.ts';
import { paidOutside } from './paid-outside.ts';

type Fields = Readonly<Record<string, unknown>>;

const money = (text: string) => {
  const [amount, code] = text.split(' ');
  return { amount: Number(amount), currency: { code, decimals: 2 } };
};

/** An outgoing payment: what is sent, what is received, and to whom. */
function made(id: string, sent: string, received: string, to: string, own: Fields = {}): Fields {
  const destination = to.startsWith('$') ? { umaAddress: to } : { accountId: to };
  const amounts = { sentAmount: money(sent), receivedAmount: money(received) };
  const createdAt = '2026-01-05T09:00:00.123Z';
  return { id, status: 'COMPLETED', createdAt, ...amounts, destination, ...own };
}

/** What is said of a row that pays 10.00 EUR to an address, after some payments and quotes; what was asked for. */
async function outside(
  listed: readonly Fields[],
  quotes: Readonly<Record<string, string>> = {},
  owners: readonly (string | undefined)[] = ['Customer:1'],
) {
  const asked: Fields[] = [];
  const client = {
    transactions: {
      async *list(query: Fields) {
        asked.push(query);
        yield* listed;
      },
    },
    quotes: {
      async get({ quoteId }: { readonly quoteId: string }) {
        const status = quotes[quoteId];
        if (status === undefined) throw new Error('It cannot be read');
        return { id: quoteId, status };
      },
    },
  };
  const payee = numberDigest('$ada@example.com');
  const payment = { id: 'o-1', payee, to: {}, amount: 10_00, currency: 'EUR' };
  const row = { line: 2, payee: '$Ada@example.com' };
  const { problems, notes } = await paidOutside(
    [{ row, payment }] as never,
    owners.map((customerId) => ({ customerId })) as never,
    { partyOf: (named: string) => numberDigest(named) } as never,
    { rows: async () => [] },
    { client, signal: new AbortController().signal } as never,
  );
  return { asked, notes, messages: problems.map(({ message }) => message) };
}

const said = (ids: string) =>
  `pays "$Ada@example.com" what was sent at 2026-01-05 09:00:00 UTC outside of the runs of this state (${ids})`;

const T = 'Transaction:';
const PENDING = { status: 'PENDING', quoteId: 'Quote:1' };

test.each<[string, readonly Fields[], string | undefined, Readonly<Record<string, string>>?]>([
  ['what is received', [made(`${T}1`, '1100 USD', '1000 EUR', '$ADA@example.com')], `${T}1`],
  ['what is sent', [made(`${T}1`, '1000 EUR', '900 GBP', '$ada@example.com')], `${T}1`],
  [
    'several',
    [1, 2, 3].map((at) => made(`${T}${at}`, '1000 EUR', '1000 EUR', '$ada@example.com')),
    `${T}1 and 2 more`,
  ],
  ['another currency', [made(`${T}1`, '1000 USD', '900 EUR', '$ada@example.com')], undefined],
  ['another payee', [made(`${T}1`, '1000 EUR', '1000 EUR', '$bob@example.com')], undefined],
  [
    'one that was returned',
    [made(`${T}1`, '1000 EUR', '1000 EUR', '$ada@example.com', { status: 'REFUNDED' })],
    undefined,
  ],
  [
    'one whose quote waits',
    [made(`${T}1`, '1000 EUR', '1000 EUR', '$ada@example.com', PENDING)],
    undefined,
    { 'Quote:1': 'PENDING' },
  ],
  [
    'one whose quote is executed',
    [made(`${T}1`, '1000 EUR', '1000 EUR', '$ada@example.com', PENDING)],
    `${T}1`,
    { 'Quote:1': 'PROCESSING' },
  ],
  [
    'one whose quote cannot be read',
    [made(`${T}1`, '1000 EUR', '1000 EUR', '$ada@example.com', PENDING)],
    `${T}1`,
  ],
])('of earlier payments, %s', async (_, listed, ids, quotes) => {
  const { messages } = await outside(listed, quotes);
  expect(messages).toEqual(ids === undefined ? [] : [said(ids)]);
});

test.each([
  ['of a customer twice', ['Customer:1', 'Customer:1'], ['Customer:1']],
  ['of two customers', ['Customer:1', 'Customer:2'], ['Customer:1', 'Customer:2']],
  ['of a customer and the platform', ['Customer:1', undefined], [undefined]],
])('the payments of the last three days are read once for the owners: %s', async (...given) => {
  const [, owners, expected] = given;
  const { asked } = await outside([], {}, owners);
  expect(asked.map(({ customerId }) => customerId)).toEqual(expected);
  const [{ startDate, type } = {}] = asked;
  const days = (Date.now() - Date.parse(String(startDate))) / 86_400_000;
  expect([type, Math.round(days * 100)]).toEqual(['OUTGOING', 300]);
});

test('of very many payments the newest are compared, and a note says how many', async () => {
  const others = (count: number) =>
    Array.from({ length: count }, (_, at) => made(`${T}${at}`, '1 USD', '1 USD', '$bob@x.com'));
  const own = made(`${T}own`, '1000 EUR', '1000 EUR', '$ada@example.com');
  const last = await outside([...others(4_999), own]);
  expect(last).toMatchObject({ messages: [said(`${T}own`)], notes: [] });
  const cut = await outside([...others(5_000), own]);
  expect(cut.messages).toEqual([]);
  expect(cut.notes).toEqual([expect.stringContaining('only the newest 5,000 were compared')]);
});
