import { operations } from '@org/payments-contract';
import { expect, test } from 'vitest';
import * as areas from '../../areas/index.ts';
import type { AnyTableHandle } from '../../store/table-handle.ts';

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
  // Each of the others has few values, whose records are kept once they are found.
  const few =
    'currency customerType fundingSourceId isConnected isIncludingDeleted isPaused issuanceStatus provider region serviceOperationsStatus state status type verificationStatus';
  expect([...new Set(read)].sort()).toEqual(few.split(' '));
});
