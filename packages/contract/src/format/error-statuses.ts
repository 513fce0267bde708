import { type ErrorCode, errorCodes } from '../errors/error-codes.ts';
import type { OperationRow } from './operation.ts';

function statusOf(code: ErrorCode): number {
  return errorCodes[code].status;
}

function derivedCodes(row: OperationRow): ErrorCode[] {
  const hasPathId = row.params !== undefined;
  const ownNotFound = row.errors.some((code) => statusOf(code) === 404);
  return [
    ...(row.body === undefined && row.query === undefined ? [] : (['INVALID_INPUT'] as const)),
    ...(row.body === undefined ? [] : (['INVALID_REQUEST_FORMAT'] as const)),
    ...(row.auth === 'none' ? [] : (['UNAUTHORIZED'] as const)),
    ...(row.auth === 'platform' ? (['FORBIDDEN'] as const) : []),
    ...(hasPathId && !ownNotFound ? (['NOT_FOUND'] as const) : []),
    // A key that was used with another request.
    ...(row.retry === 'keyed' ? (['CONFLICT'] as const) : []),
    ...(row.rate === 'codes' ? (['RATE_LIMITED'] as const) : []),
    'INTERNAL_ERROR',
  ];
}

/**
 * Returns the error codes an operation is known to return: those its row names, and those derived
 * from the row (400 with a body or a query, 401 with credentials, 403 for API tokens without the
 * permission, 404 with an id in the path, 409 with an idempotency key, 500 always).
 */
export function errorCodesOf(row: OperationRow): readonly ErrorCode[] {
  const codes = new Set([...row.errors, ...derivedCodes(row)]);
  return [...codes].sort((left, right) => statusOf(left) - statusOf(right));
}

/** Returns the error statuses an operation is known to respond with, ascending. */
export function errorStatusesOf(row: OperationRow): readonly number[] {
  const statuses = new Set([...errorCodesOf(row).map(statusOf), ...(row.statuses ?? [])]);
  return [...statuses].sort((left, right) => left - right);
}
