import { agentPermissions, operations } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import {
  definition,
  knownValues,
  objectFields,
  unwrap,
} from '@org/payments-contract/internal/schema';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import { test } from '../../../test/support/api-test.ts';
import { basicOf, expectInvalid, idsOf, type OpenMock } from '../../../test/support/open-mock.ts';
import { agentScene } from '../../../test/support/payers.ts';
import * as areas from '../../areas/index.ts';
import { createMock } from '../../index.ts';
import type { AnyTableHandle } from '../../store/table-handle.ts';

/** Filters of few values, whose records are kept once they are found. */
const few =
  'currency customerType fundingSourceId isConnected isIncludingDeleted isPaused issuanceStatus provider region serviceOperationsStatus state status type verificationStatus'.split(
    ' ',
  );

test('a list finds records by ids, names and times without reading the others', () => {
  const own = Object.values(areas as unknown as Record<string, { resources?: AnyTableHandle[] }>);
  const resources = own.flatMap((area) => area.resources ?? []);
  const bounds =
    'cursor limit sortOrder createdAfter createdBefore startDate endDate updatedAfter updatedBefore'.split(
      ' ',
    );
  const read = operations().flatMap(({ name, row }) => {
    const table = resources.find((each) => `${each.name}.list` === name);
    const found = new Set([...bounds, ...(table?.layout.indexes ?? [])]);
    return table === undefined
      ? []
      : Object.keys(row.query?.shape ?? {}).filter((field) => !found.has(field));
  });
  expect([...new Set(read)].sort()).toEqual(few);
});

/** Returns a world with two records of each kind, and a read of its lists. */
function filled() {
  const mock = createMock();
  mock.add.agent({ isConnected: false, isPaused: true });
  mock.add.internalAccount({ customerId: mock.add.customer({ region: 'DE' }).id, currency: 'EUR' });
  for (const type of eventRows().flatMap(({ types }) => types)) mock.webhooks.trigger(type);
  const read = async (path: string, init: RequestInit = {}) => {
    const headers = {
      authorization: basicOf(mock.connection),
      'content-type': 'application/json',
    };
    const sent = { ...init, headers: { ...headers, ...init.headers } };
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, sent);
    return (await response.json()) as Readonly<Record<string, unknown>> & {
      readonly data?: Record<string, unknown>[];
    };
  };
  return { mock, read };
}

/** Returns a world with two records in each list, the lists, and a read of them. */
async function listed() {
  const { mock, read } = filled();
  const { id: customerId } = mock.add.customer();
  for (let count = 0; count < 2; count += 1) {
    for (const kind of 'document stablecoin stablecoinProviderAccount token umaProvider vasp'.split(
      ' ',
    ))
      mock.add[kind as 'token']();
    mock.add.externalAccount({ isPlatformAccount: true });
    mock.add.beneficialOwner({ customerId });
    mock.webhooks.trigger('AGENT_ACTION.PENDING_APPROVAL');
  }
  const { id: stablecoinId } = mock.add.stablecoin();
  const policy = { permissions: [...agentPermissions] };
  const { accessToken } = mock.add.agent({ customerId, policy });
  const asAgent = { headers: { authorization: `Bearer ${accessToken}` } };
  for (let count = 0; count < 2; count += 1) {
    mock.add.stablecoinOperation({ stablecoinId });
    const { id: from } = mock.add.internalAccount({ customerId, available: 100 });
    const { id: to } = mock.add.externalAccount({ customerId });
    const ends = { source: { accountId: from }, destination: { accountId: to } };
    const body = JSON.stringify({ ...ends, amount: 1 });
    await read('/agents/me/transfer-out', { method: 'POST', body, ...asAgent });
  }
  const { accountId } = mock.add.delegatedKey();
  await mock.add.session({ accountId });
  const lists = operations().flatMap(({ name, row }) => {
    if (row.list === undefined) return [];
    const asked = /^(credentials|delegatedKeys|sessions)/.test(name)
      ? `accountId=${accountId}`
      : name === 'beneficialOwners.list'
        ? `customerId=${customerId}`
        : '';
    const path = row.path.replace('{stablecoinId}', stablecoinId);
    const by = row.path.startsWith('/agents/me') ? asAgent : {};
    const list = (query = '') => read(`${path}?${asked}${query}`, by);
    return [{ name, row, list, every: row.list === 'paged' ? '&limit=100' : '' }];
  });
  return { mock, lists };
}

test('rule 73: the pages of each list, one by one, are the list, and say whether another follows', async () => {
  const { lists } = await listed();
  for (const { name, row, list } of lists) {
    if (row.list !== 'paged') continue;
    const { data: all = [] } = await list('&limit=100');
    expect([name, all.length]).toEqual([name, expect.toSatisfy((count) => count > 1)]);
    const pages: unknown[] = [];
    for (let next = ''; pages.length < all.length; ) {
      const { data = [], hasMore, nextCursor, totalCount } = await list(`&limit=1${next}`);
      pages.push(...data);
      const isLast = pages.length === all.length;
      expect([name, hasMore, nextCursor === undefined, totalCount]).toEqual([
        name,
        !isLast,
        isLast,
        all.length,
      ]);
      next = `&cursor=${nextCursor}`;
    }
    expect(pages).toEqual(all);
  }
});

test('rule 75: without a filter each list has its records in each of their states, and a filter finds them', async () => {
  const { mock, lists } = await listed();
  const before = mock.snapshot();
  const lost: string[] = [];
  for (const { name, row, list, every } of lists) {
    const { data: all = [] } = await list(every);
    const ids = all.map(({ id, domain }) => id ?? domain);
    const [data] = objectFields(row.responses[200] as z.ZodMiniType).get('data') ?? [];
    for (const [field, [schema]] of objectFields(
      definition(unwrap(data as never)).element as never,
    )) {
      const isFlag = definition(unwrap(schema as never)).type === 'boolean';
      for (const value of isFlag ? [true, false] : (knownValues(schema as never) ?? [])) {
        const { tables, ...rest } = structuredClone(before);
        const own = Object.values(tables)
          .flatMap(({ rows }) =>
            rows.map(([, record]) => record as { id: string; domain?: string }),
          )
          .filter(({ id, domain = id }) => ids.includes(id) || ids.includes(domain));
        for (const record of own) Object.assign(record, { [field]: value });
        mock.restore({ ...rest, tables });
        const { data: found = [] } = await list(every);
        const shown = found.filter((each) => each[field] === value);
        const place = `${name} ${field} ${value}`;
        if (found.length < all.length || (own.length > 0 && shown.length === 0)) lost.push(place);
        if (!Object.hasOwn(row.query?.shape ?? {}, field) || own.length === 0) continue;
        expect((await list(`${every}&${field}=${value}`)).data, place).toEqual(shown);
      }
    }
    mock.restore(before);
  }
  expect(lost.join(', ')).toBe(
    'agents.listApprovals status APPROVED, agents.listApprovals status REJECTED, agents.listApprovals status FAILED, customers.list isDeleted true',
  );
});

/** Where records show what a filter finds them by, if it is not under the filter's name. */
const places: Readonly<Record<string, string>> = {
  accountId: 'fundingSources',
  accountIdentifier:
    'source.accountId source.umaAddress destination.accountId destination.umaAddress',
  countryCode: 'supportedRegions',
  currency: 'currency currencies balance.currency.code',
  currencyCode: 'supportedCurrencies.code',
  receiverAccountIdentifier: 'destination.accountId destination.umaAddress',
  reference: 'reconciliationInstructions.reference',
  senderAccountIdentifier: 'source.accountId source.umaAddress',
};

/** The values at a path, of each item of a list on it. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, [name ?? '', ...rest]));
  if (name === undefined || name === '') return value === undefined ? [] : [value];
  return valuesAt((value as Record<string, unknown> | undefined)?.[name], rest);
}

/** Filters by time, and the time of a record that each bounds. */
const times: Readonly<Record<string, string>> = {
  ...{ createdAfter: 'createdAt', createdBefore: 'createdAt' },
  ...{ updatedAfter: 'updatedAt', updatedBefore: 'updatedAt' },
  ...{ startDate: 'createdAt', endDate: 'createdAt' },
};

/** A time as a clock an hour ahead of UTC shows it. */
function inBerlin(time: string): string {
  return new Date(Date.parse(time) + 3_600_000).toISOString().replace('Z', '+01:00');
}

/** Filters of which the records of `filled` have one value, or do not show it: their areas test them. */
const ofAreas =
  'beneficialOwners.list customerId, credentials.list accountId, customers.list umaAddress, customers.list isIncludingDeleted, delegatedKeys.list accountId, delegatedKeys.list fundingSourceId, discoveries.list country, discoveries.list currency, discoveries.listUmaProviders hasBlockedProviders, exchangeRates.list sourceCurrency, exchangeRates.list destinationCurrency, exchangeRates.list sendingAmount, platformAccounts.list currency, internalAccounts.listPlatform currency, internalAccounts.listPlatform type, sessions.list accountId, stablecoins.list issuanceStatus, stablecoins.list serviceOperationsStatus, stablecoins.list provider, stablecoinProviderAccounts.list provider, stablecoinProviderAccounts.list status'.split(
    ', ',
  );

test('rule 75: a filter finds the records with its value or from its time on, and no other', async () => {
  const { mock, read } = filled();
  const { id } = mock.add.customer();
  mock.add.token();
  mock.clock.advance({ hours: 1 });
  mock.add.token();
  await read(`/customers/${id}`, { method: 'PATCH', body: '{"fullName":"Ada"}' });
  mock.add.externalAccount({ currency: 'EUR' });
  for (const documentHolder of ['Customer:1', 'BeneficialOwner:1'] as const)
    mock.add.document({ documentHolder });
  for (const type of eventRows().flatMap(({ types }) => types)) mock.webhooks.trigger(type);
  const umaAddress = '$ada@mock.payments.test';
  const uma = { sourceType: 'UMA_ADDRESS', umaAddress } as const;
  mock.add.transaction({ source: uma });
  mock.add.transaction({
    type: 'OUTGOING',
    destination: { destinationType: 'UMA_ADDRESS', umaAddress },
  });
  const supportedCurrencies = ['USD', 'EUR'].map((code) => ({
    code,
    name: code,
    symbol: code,
    decimals: 2,
  }));
  for (const count of [1, 2]) {
    mock.add.umaProvider({
      supportedCurrencies: supportedCurrencies.slice(-count),
      supportedRegions: ['US', 'DE'].slice(-count),
    });
  }
  mock.add.customer({ currencies: ['USD', 'EUR'] });
  const alike: string[] = [];
  for (const { name, row } of operations()) {
    const { cursor, limit, sortOrder, ...filters } = row.query?.shape ?? {};
    if (row.list === undefined || /\{|^\/agents\/me/.test(row.path)) continue;
    const { data: all = [] } = await read(`${row.path}?limit=100`);
    const asked = Object.keys(filters).flatMap((field) => {
      const shownOf = (each: Record<string, unknown>) =>
        (times[field] ?? places[field] ?? field)
          .split(' ')
          .flatMap((path) => valuesAt(each, path.split('.')));
      const values = [...new Set(all.flatMap(shownOf))];
      if (values.length < 2) alike.push(`${name} ${field}`);
      return (values.length < 2 ? [] : values).map((value, at) => {
        const isFound = (each: Record<string, unknown>) =>
          shownOf(each).some((own) => {
            if (times[field] === undefined) return own === value;
            return /After|start/.test(field) ? `${own}` >= `${value}` : `${own}` <= `${value}`;
          });
        const text = times[field] === undefined ? `${value}` : inBerlin(`${value}`);
        return { field, text, isFound, isPaired: at < 3 };
      });
    });
    type Asked = (typeof asked)[number];
    const find = async (...by: readonly Asked[]) => {
      const query = by.map(({ field, text }) => `&${field}=${encodeURIComponent(text)}`).join('');
      const expected = all.filter((each) => by.every(({ isFound }) => isFound(each)));
      const { data: found } = await read(`${row.path}?limit=100${query}`);
      expect(found, `${name} ${query}`).toEqual(expected);
      return { query, expected };
    };
    for (const [at, one] of asked.entries()) {
      const { query, expected } = await find(one);
      const [first] = expected;
      if (row.list === 'paged' && expected.length > 1 && first !== undefined) {
        const { nextCursor } = await read(`${row.path}?limit=1${query}`);
        const { data: rest } = await read(`${row.path}?limit=99${query}&cursor=${nextCursor}`);
        expect(rest, `${name} ${query}, its second page`).toEqual(expected.slice(1));
      }
      for (const other of one.isPaired ? asked.slice(at + 1) : [])
        if (other.isPaired && other.field !== one.field) {
          const { query, expected } = await find(one, other);
          if (times[other.field] !== undefined) continue;
          const { data: cut = [] } = await read(`${row.path}?limit=100${query.slice(0, -1)}`);
          expect(cut, `${query}, without its last letter`).not.toContainEqual(expected[0]);
        }
    }
  }
  expect(alike).toEqual(ofAreas);
});

function addDocuments(api: OpenMock, count: number): string[] {
  const documentHolder = 'Customer:holder';
  return Array.from({ length: count }, () => api.mock.add.document({ documentHolder }).id);
}

test.rows(['0', '101', '-1', '1.5', '1e1', 'ten', ''])(
  'rule 73: the limit "%s" is 400',
  async (api, limit) => {
    expectInvalid(await api.send('GET', `/documents?limit=${limit}`), 'limit');
  },
);

test('rule 73: 20 by default, 1 to 100 by choice', async (api) => {
  addDocuments(api, 101);
  expect(idsOf(await api.send('GET', '/documents'))).toHaveLength(20);
  expect(idsOf(await api.send('GET', '/documents?limit=1'))).toHaveLength(1);
  expect(idsOf(await api.send('GET', '/documents?limit=100'))).toHaveLength(100);
  expectInvalid(await api.send('GET', '/documents?limit=1&limit=2'), 'limit');
});

test('rule 101: a cursor is valid for its own list and filter only', async (api) => {
  addDocuments(api, 4);
  const { id } = api.mock.add.customer();
  const { nextCursor } = (await api.send('GET', '/documents?limit=2')).body;
  const cursor = `cursor=${nextCursor}`;
  expect((await api.send('GET', `/documents?limit=1&${cursor}`)).status).toBe(200);
  const first = await api.send('GET', '/documents?limit=1');
  expect((await api.send('GET', '/documents?limit=1&cursor=')).body).toEqual(first.body);
  const others = [`/documents?documentHolder=${id}&${cursor}`, `/transactions?${cursor}`];
  for (const path of others) expectInvalid(await api.send('GET', path), 'cursor');
  const [one, two] = [agentScene(api), agentScene(api)];
  for (const amount of [1, 2]) await one.takeIn(amount);
  const { body } = await one.asAgent('GET', '/transactions?limit=1');
  expectInvalid(await two.asAgent('GET', `/transactions?cursor=${body.nextCursor}`), 'cursor');
});

test('rule 101: a cursor is valid whether a default is left out or set', async (api) => {
  for (let count = 0; count < 2; count += 1) api.mock.add.card();
  const list = async (query: string) => (await api.send('GET', `/cards?limit=1${query}`)).body;
  const [implicit, explicit] = [await list(''), await list('&sortOrder=desc')];
  expect(await list(`&sortOrder=desc&cursor=${implicit.nextCursor}`)).toEqual(
    await list(`&cursor=${explicit.nextCursor}`),
  );
  const ascending = `/cards?sortOrder=asc&cursor=${implicit.nextCursor}`;
  expectInvalid(await api.send('GET', ascending), 'cursor');
});

test('rule 74: inserts between pages neither repeat nor lose an item', async (api) => {
  const all = addDocuments(api, 6);
  const found: string[] = [];
  let cursor = '';
  do {
    const page = await api.send('GET', `/documents?limit=2${cursor}`);
    found.push(...idsOf(page));
    cursor = page.body.hasMore === true ? `&cursor=${page.body.nextCursor}` : '';
    expect(page.body.totalCount).toBe(api.mock.snapshot().tables.documents.rows.length);
    if (found.length < 8) addDocuments(api, 1);
  } while (cursor !== '');
  expect(new Set(found).size).toBe(found.length);
  expect(found).toEqual(expect.arrayContaining(all));
});
