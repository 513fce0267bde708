import { expect, test } from 'vitest';
import { documentedStatuses } from '../../test/documented-statuses.ts';
import { errorCodesOf, findOperation, type OperationRow, operations } from '../index.ts';
import { errorStatusesOf } from '../internal-schema.ts';

const rowOf = new Map<string, OperationRow>(
  operations().map(({ row }) => [`${row.method} ${row.path}`, row]),
);

test.each(Object.entries(documentedStatuses))(
  '%s has every status documented for it',
  (request, documented) => {
    const row = rowOf.get(request);
    expect(row, `${request} is not an operation`).toBeDefined();
    expect(row && errorStatusesOf(row)).toEqual(expect.arrayContaining([...documented]));
  },
);

test('the row determines which common codes an operation has', () => {
  const row: OperationRow | undefined = findOperation('cards.update')?.row;
  const own = row?.errors ?? [];
  const codes = row === undefined ? [] : errorCodesOf(row);
  expect(own).toContain('CARD_NOT_MUTABLE');
  expect(codes).toEqual(expect.arrayContaining([...own]));
  expect(codes.filter((code) => !own.includes(code))).toEqual([
    'INVALID_INPUT',
    'INVALID_REQUEST_FORMAT',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'INTERNAL_ERROR',
  ]);
});

test('a resource with its own 404 code does not have the common one', () => {
  const row = findOperation('customers.get')?.row;
  expect(row && errorCodesOf(row)).not.toContain('NOT_FOUND');
});
