import { describe, expect, test } from 'vitest';
import { exampleOf } from '../../examples.ts';
import { type Fields, isFields, operations } from '../../index.ts';
import { echoDifferences, echoesOf } from '../../internal-schema.ts';
import { visitScalars } from './echoes.ts';

const keyed = operations().filter(({ row }) => row.retry === 'keyed');
const rowOf = (name: string) => keyed.find((one) => one.name === name)?.row as never;

const lastName = (path: string) => path.slice(path.lastIndexOf('.') + 1);

/** A copy of a value in which the field at a path has another value. */
function altered(value: Fields, path: string, other: unknown): Fields {
  const [name = '', ...rest] = path.split('.');
  const inside = value[name];
  if (rest.length === 0) return { ...value, [name]: other };
  return { ...value, [name]: altered(isFields(inside) ? inside : {}, rest.join('.'), other) };
}

test('what results show of their requests under another name is seen when somebody changes it', () => {
  const renamed = keyed.map(({ name, row }) => {
    const paths = echoesOf(row).flatMap(({ sent, shown }) => {
      if (typeof shown !== 'string') return `${sent} = ${Object.values(shown.paths).join(' or ')}`;
      return sent === shown ? [] : `${sent} = ${shown}`;
    });
    return [name, paths] as const;
  });
  const quote = [
    'lockedCurrencyAmount = totalSendingAmount or totalReceivingAmount',
    'platformFeeOverride.platformFixedFee.amount = platformFeesIncluded',
  ];
  const agentTransfer = [
    'amount = transferDetails.amount',
    'source.accountId = transferDetails.sourceAccountId',
    'destination.accountId = transferDetails.destinationAccountId',
  ];
  expect(Object.fromEntries(renamed.filter(([, paths]) => paths.length > 0))).toEqual({
    'quotes.create': quote,
    'agent.quotes.create': quote,
    'quotes.execute': ['quoteId = id'],
    'agent.quotes.execute': ['quoteId = quote.id'],
    'transfers.createIn': ['amount = receivedAmount.amount'],
    'transfers.createOut': ['amount = sentAmount.amount'],
    'agent.transfers.createIn': agentTransfer,
    'agent.transfers.createOut': agentTransfer,
    'stablecoins.mint': [
      'fundingSource.externalAccountId = source.externalAccountId',
      'fundingSource.accountId = source.accountId',
      'fundingSource.sourceTokenIdentifier = source.sourceTokenIdentifier',
      'fundingSource.type = source.type',
      'fundingSource.cryptoNetwork = source.cryptoNetwork',
    ],
    'stablecoins.burn': ['destination.externalAccountId = destination.accountId'],
  });
});

test.each(keyed.map(({ name, row }) => [name, row] as const))(
  'each field of %s whose name its result has too is compared, or the row says why not',
  (_name, row) => {
    const { params, query, body, responses, echoes = {} } = row;
    const pathsOf = (
      schemas: readonly (Parameters<typeof visitScalars>[0] | null | undefined)[],
    ) => {
      const paths = new Set<string>();
      for (const one of schemas) if (one) visitScalars(one, (path) => paths.add(path));
      return [...paths];
    };
    const shown = pathsOf(Object.values(responses)).map(lastName);
    const compared = echoesOf(row).map(({ sent }) => sent);
    const others = pathsOf([params, query, body]).filter(
      (path) => shown.includes(lastName(path)) && !compared.includes(path),
    );
    const excepted = Object.keys(echoes).filter((path) => echoes[path] === null);
    expect(others.sort()).toEqual(excepted.sort());
  },
);

describe.each(keyed.map(({ name, row }) => [name, row] as const))(
  'the result of %s',
  (name, row) => {
    const { input = {}, result } = exampleOf(name) as { input?: Fields; result: Fields };

    test('agrees with its request in the example', () => {
      expect(echoDifferences(row, input, result)).toEqual([]);
    });

    test('contradicts it in each field that they share', () => {
      for (const { sent, shown } of echoesOf(row)) {
        if (typeof shown !== 'string') continue;
        for (const [wanted, found] of [
          ['one', 'two'],
          [1, 2],
        ]) {
          const differing = echoDifferences(
            row,
            altered(input, sent, wanted),
            altered(result, shown, found),
          );
          const difference = { field: sent, shownAt: shown, sent: wanted, shown: found };
          expect(differing).toContainEqual(difference);
        }
      }
    });
  },
);

test('the amount of a quote is on the side that is locked', () => {
  const result = { totalSendingAmount: 1000, totalReceivingAmount: 900 };
  const fields = (side: string, lockedCurrencyAmount: number) =>
    echoDifferences(
      rowOf('quotes.create'),
      { lockedCurrencySide: side, lockedCurrencyAmount },
      result,
    ).map(({ shownAt, shown }) => [shownAt, shown]);
  expect(fields('SENDING', 1000)).toEqual([]);
  expect(fields('RECEIVING', 900)).toEqual([]);
  expect(fields('SENDING', 900)).toEqual([['totalSendingAmount', 1000]]);
  expect(fields('RECEIVING', 1000)).toEqual([['totalReceivingAmount', 900]]);
  expect(fields('LATER', 1)).toEqual([]);
  // The fees are of the side that sends: a key of 1000 sent is not one of 1000 received.
  const sent = { totalSendingAmount: 1000, totalReceivingAmount: 975, feesIncluded: 25 };
  const wanted = { lockedCurrencySide: 'RECEIVING', lockedCurrencyAmount: 1000 };
  expect(echoDifferences(rowOf('quotes.create'), wanted, sent)).toHaveLength(1);
});

test.each<[string, Fields, unknown]>([
  ['the form of its characters', { provider: 'ＡＣＭＥ' }, { provider: 'acme' }],
  ['a case that takes more letters', { provider: 'Groß' }, { provider: 'GROSS' }],
  ['its absence', { provider: 'acme' }, {}],
  ['the absence of all', { provider: 'acme' }, undefined],
  ['null', { provider: 'acme' }, { provider: null }],
  ['an object', { provider: 'acme' }, { provider: { id: 'other' } }],
])('a field does not differ by %s', (_what, sent, result) => {
  expect(echoDifferences(rowOf('stablecoinProviderAccounts.link'), sent, result)).toEqual([]);
});

/** How services write what they were sent: an id or an address in another case, a text in all of these. */
const spellings: Readonly<Record<string, (text: string) => string>> = {
  'upper case': (text) => text.toUpperCase(),
  'lower case': (text) => text.toLowerCase(),
  'spaces around and inside': (text) => ` ${text.replaceAll(/(.{4})/g, '$1 ')} `,
  'no spaces, dashes and colons': (text) => text.replaceAll(/[\s:_.-]/g, ''),
  'decomposed characters': (text) => text.normalize('NFD'),
  'no accents': (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
  'its first 40 characters': (text) => text.slice(0, 40),
  'its first 40 characters, and dots': (text) =>
    text.length > 40 ? `${text.slice(0, 40)}…` : text,
};

test.each(keyed.flatMap(({ name, row }) => Object.keys(spellings).map((how) => [name, how, row])))(
  'a first result of %s that has its texts in %s does not contradict it',
  (name, how, row) => {
    const { input = {}, result } = exampleOf(name as never) as { input?: Fields; result: Fields };
    for (const { sent, shown, isAmount } of echoesOf(row as never)) {
      if (isAmount || typeof shown !== 'string') continue;
      if (/(?:id|address|identifier)$/i.test(sent) && !/case/.test(how as string)) continue;
      if (sent !== 'description' && /first/.test(how as string)) continue;
      const text = 'Acmé:Überweisung für Rechnung 4711-0815, Ström & Söhne, Zürich';
      const written = spellings[how as string]?.(text);
      const first = altered(result, shown, written);
      expect(echoDifferences(row as never, altered(input, sent, text), first)).toEqual([]);
    }
  },
);

test.each([
  ['stablecoins.mint', 'description', 'Invoice 4711/2', 0],
  ['stablecoins.mint', 'description', 'Invoice 4711', 1],
  ['stablecoins.register', 'network', 'Invoice 4711/2', 1],
])('of %s, a longer %s is cut to %s: %i differ', (name, field, shown, count) => {
  const sent = { [field]: 'Invoice 4711/2026' };
  expect(echoDifferences(rowOf(name), sent, { [field]: shown })).toHaveLength(count);
});

test.each([
  ['$ada.l@uma.example', '$adal@uma.example'],
  ['$ada@uma.example', 'ada$@uma.example'],
  ['$ada@uma.example.com', '$ada@uma.example.co'],
])('%s is not the address %s', (umaAddress, other) => {
  const differing = (shown: string) =>
    echoDifferences(
      rowOf('quotes.create'),
      { destination: { umaAddress } },
      { destination: { umaAddress: shown } },
    );
  expect(differing(umaAddress.slice(1).toUpperCase())).toEqual([]);
  expect(differing(other)).toHaveLength(1);
});

test("the currency of a platform's fee is not compared, and in another one neither is its amount", () => {
  const quote = (amount: number, currency?: string, code?: string) => {
    const platformFeeOverride = {
      platformFixedFee: { amount, currency },
      platformVariableFeeBps: 0,
    };
    const result = { sendingCurrency: { code }, platformFeesIncluded: 100 };
    const differing = echoDifferences(rowOf('quotes.create'), { platformFeeOverride }, result);
    return differing.map(({ field }) => field.split('.').at(-1));
  };
  expect(quote(100, 'USD', 'usd')).toEqual([]);
  expect(quote(1, 'USD', 'USDC')).toEqual([]);
  expect(quote(1, 'USD', 'USD')).toEqual(['amount']);
  expect([quote(1, 'USD'), quote(1, undefined, 'USD')]).toEqual([['amount'], ['amount']]);
});

test('the digits of an amount are compared as a number, and it may differ by the fees of the result', () => {
  const mint = (amount: string, result: Fields) =>
    echoDifferences(rowOf('stablecoins.mint'), { amount }, result).length;
  expect(mint('0100', { amount: '100' })).toBe(0);
  expect(mint('1.500', { amount: '1.5' })).toBe(0);
  expect(mint('100', { amount: ' 100' })).toBe(0);
  expect(mint('100', { amount: '100,5' })).toBe(1);
  expect(mint('1,100', { amount: '1,0100' })).toBe(1);
  expect(mint('9007199254740993', { amount: '9007199254740992' })).toBe(1);
  expect(mint('10.5', { amount: '105' })).toBe(1);
  expect(mint('100', { amount: '1000' })).toBe(1);
  const out = (amount: number, result: Fields) =>
    echoDifferences(rowOf('transfers.createOut'), { amount }, result).length;
  const shown = { sentAmount: { amount: 1000 } };
  expect(out(975, { ...shown, fees: 25 })).toBe(0);
  expect(out(1025, { ...shown, fees: 25 })).toBe(0);
  expect(out(974, { ...shown, fees: 25 })).toBe(1);
  expect(out(975, shown)).toBe(1);
  expect(out(990, { ...shown, feesIncluded: 25, platformFeesIncluded: 10 })).toBe(0);
  expect(out(985, { ...shown, feesIncluded: 25, platformFeesIncluded: 10 })).toBe(0);
  expect(out(975, { sentAmount: { amount: 2 ** 53 } })).toBe(0);
  expect(out(975, { sentAmount: { amount: 2 ** 53 - 1 } })).toBe(1);
});
