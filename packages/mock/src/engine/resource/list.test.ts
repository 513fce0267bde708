import { operations } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { expect, test } from 'vitest';
import { basicOf } from '../../../test/support/open-mock.ts';
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
  const bounds = [
    'cursor',
    'limit',
    'sortOrder',
    'createdAfter',
    'createdBefore',
    'startDate',
    'endDate',
    'updatedAfter',
    'updatedBefore',
  ];
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
  const read = async (path: string) => {
    const headers = { authorization: basicOf(mock.connection) };
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, { headers });
    return (await response.json()) as Readonly<Record<string, unknown>> & {
      readonly data?: Record<string, unknown>[];
    };
  };
  return { mock, read };
}

test('rule 73: the pages of each list, one by one, are the list, and say whether another follows', async () => {
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
  for (const { name, row } of operations()) {
    if (row.list !== 'paged' || row.path.includes('{') || row.path.startsWith('/agents/me'))
      continue;
    const asked = name === 'beneficialOwners.list' ? `&customerId=${customerId}` : '';
    const { data: all = [] } = await read(`${row.path}?limit=100${asked}`);
    expect([name, all.length]).toEqual([name, expect.toSatisfy((count) => count > 1)]);
    const pages: unknown[] = [];
    for (let next = ''; pages.length < all.length; ) {
      const {
        data = [],
        hasMore,
        nextCursor,
        totalCount,
      } = await read(`${row.path}?limit=1${asked}${next}`);
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

test('rule 75: a filter finds the records with its value, and no other', async () => {
  const { read } = filled();
  const asked: string[] = [];
  for (const { name, row } of operations()) {
    const fields = few.filter((field) => row.query?.shape[field] !== undefined);
    if (row.path.includes('{') || row.path.startsWith('/agents/me') || fields.length === 0)
      continue;
    const { data: all = [] } = await read(`${row.path}?limit=100`);
    for (const field of fields) {
      const shownOf = (each: Record<string, unknown>) =>
        each[field] ??
        (each as { balance?: { currency: { code: string } } }).balance?.currency.code;
      const values = new Set(all.map(shownOf));
      if (values.size < 2) continue;
      asked.push(`${name} ${field}`);
      for (const value of values) {
        const { data: found } = await read(`${row.path}?limit=100&${field}=${value}`);
        expect(found, `${name} ${field}`).toEqual(all.filter((each) => shownOf(each) === value));
      }
    }
  }
  expect(asked).toEqual([
    'agents.list isConnected',
    'agents.list isPaused',
    'cards.list state',
    'customers.list customerType',
    'customers.list region',
    'internalAccounts.list currency',
    'internalAccounts.list type',
    'transactions.list status',
    'transactions.list type',
    'verifications.list verificationStatus',
  ]);
});
