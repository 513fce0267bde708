import { expect, test } from 'vitest';
import { documentedStatuses } from '../../test/documented-statuses.ts';
import { errorCodesOf, errorStatusesOf, findOperation, operations } from '../index.ts';

test.each(operations().map(({ name, row }) => [name, `${row.method} ${row.path}`, row] as const))(
  '%s has every error status that is documented for it',
  (_name, request, row) => {
    const documented = documentedStatuses[request];
    expect(documented, `${request} is not among the documented requests`).toBeDefined();
    expect(errorStatusesOf(row)).toEqual(expect.arrayContaining([...(documented ?? [])]));
  },
);

test('the row determines which common codes an operation has', () => {
  const row = findOperation('cards.update')?.row;
  expect(row && errorCodesOf(row)).toEqual([
    'INVALID_INPUT',
    'INVALID_REQUEST_FORMAT',
    'UNAUTHORIZED',
    'FORBIDDEN',
    'NOT_FOUND',
    'INVALID_STATE_TRANSITION',
    'CARD_NOT_MUTABLE',
    'INTERNAL_ERROR',
  ]);
});

test('a resource with its own 404 code does not have the common one', () => {
  const row = findOperation('customers.get')?.row;
  expect(row && errorCodesOf(row)).not.toContain('NOT_FOUND');
});
