import { operations } from '@org/payments-contract';
import {
  type EchoDifference,
  echoDifferences,
  mismatchReason,
} from '@org/payments-contract/internal/schema';
import type { RefusalBody } from '../../errors/api-error.ts';
import { matchesTemplate } from '../request/path.ts';
import { changeOf, type PreparedRequest } from '../request/prepare.ts';

/** A result that belongs to another request with the same key. */
export interface UsedKey {
  /** The fields that contradict the request; empty for the result of another operation. */
  readonly differences: readonly EchoDifference[];
}

type Row = PreparedRequest['operation']['row'];

/** Whether a value is a result of the operation, whatever it was called with. */
function isResultOf(row: Row, value: unknown): boolean {
  const [status = '200'] = Object.keys(row.responses);
  return mismatchReason(row, { status: Number(status), value, params: {}, sent: {} }) === undefined;
}

/** Whether a value is a result of another operation that the account calls with keys. */
function isResultOfAnother({ operation }: PreparedRequest, value: unknown): boolean {
  return operations().some(
    ({ row, name }) =>
      row.retry === 'keyed' &&
      row.auth === operation.row.auth &&
      name !== operation.name &&
      isResultOf(row, value),
  );
}

/** The fields in which the result of a keyed change contradicts its request. */
export function contradictions(request: PreparedRequest, value: unknown): EchoDifference[] {
  const { row, name } = request.operation;
  if (row.retry !== 'keyed' || name === 'request') return [];
  return echoDifferences(row, changeOf(request), value);
}

/** A request as one of the contract: a raw one as the operation that has its method and path. */
function asKnown(request: PreparedRequest): PreparedRequest | undefined {
  const { operation, path } = request;
  if (operation.name !== 'request') return request;
  const { method, auth } = operation.row;
  const known = operations().find(
    ({ row }) => row.method === method && row.auth === auth && matchesTemplate(row.path, path),
  );
  return known && { ...request, operation: known };
}

/**
 * Returns how a result shows that the caller's key was used with another request before: it is a result
 * of the service, and contradicts this request. Undefined if it is not one, or if the client generated
 * the key, which no other request has.
 */
export function usedKey(
  { request, isCallersKey }: { readonly request: PreparedRequest; readonly isCallersKey: boolean },
  value: unknown,
): UsedKey | undefined {
  const known = isCallersKey ? asKnown(request) : undefined;
  if (known === undefined) return undefined;
  if (!isResultOf(known.operation.row, value))
    return isResultOfAnother(known, value) ? { differences: [] } : undefined;
  const differences = contradictions(known, value);
  return differences.length > 0 ? { differences } : undefined;
}

const statuses: readonly number[] = [400, 409, 422];
const reuse = /reus|mismatch|conflict|another|different|already (?:been )?used/i;
/** The first request with the key still runs: the same call may succeed later. */
const inProgress = /progress|in[ -]?flight|running|process|concurrent|pending|retry|try again/i;

/**
 * Whether a refusal says that the key was used with another request. The specification has no code for
 * it: the code or the message names the key.
 */
export function refusesKey({ status, code, message }: RefusalBody): boolean {
  const text = `${code.replaceAll('_', ' ')} ${message}`;
  const isAboutKey = statuses.includes(status) && /idempoten/i.test(text);
  return isAboutKey && reuse.test(text) && !inProgress.test(text);
}
