import type { Fields, InputIssue } from '@org/payments-contract';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import type { CalledOperation } from '../context.ts';
import type { ExtraFields } from '../options.ts';
import { bodyIssues, queryIssues } from './check-raw.ts';
import { search } from './path.ts';
import { isKnownField, jsonText, type PreparedRequest } from './prepare.ts';

function nameIssues(operation: CalledOperation, part: string, fields: Fields): InputIssue[] {
  return Object.keys(fields).flatMap((name) => {
    const path = `${part}.${name}`;
    if (name === '__proto__') return [{ path, message: 'is not a name of a field' }];
    if (!isKnownField(operation.row, name)) return [];
    return [{ path, message: 'is a field of this operation; pass it in the input' }];
  });
}

const isFields = (value: unknown): value is Fields =>
  Object.prototype.toString.call(value) === '[object Object]';

function issuesOf(operation: CalledOperation, extra: Fields): InputIssue[] {
  const { body, query, ...others } = extra;
  const issues = Object.keys(others).map((path) => ({
    path,
    message: 'expected `body` or `query`',
  }));
  for (const [part, fields] of Object.entries({ body, query })) {
    if (fields === undefined) continue;
    if (!isFields(fields)) issues.push({ path: part, message: 'expected a plain object' });
    else issues.push(...nameIssues(operation, part, fields));
  }
  if (body !== undefined && operation.row.method === 'GET') {
    issues.push({ path: 'body', message: 'a GET has no body; use `query`' });
  }
  return issues.length > 0 ? issues : [...bodyIssues(body), ...queryIssues(query)];
}

function withFields(request: PreparedRequest, given: Fields = {}): PreparedRequest {
  const { operation, body, form } = request;
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return request;
  const added = Object.fromEntries(entries);
  if (form !== undefined) return { ...request, form: { ...form, ...added } };
  const known = typeof body === 'string' ? (JSON.parse(body) as Fields) : {};
  return { ...request, body: jsonText({ ...known, ...added }, operation.name) };
}

/**
 * Adds fields that the contract does not have to a request whose own fields have been checked. Both
 * legs, every repetition and the journal then contain them.
 *
 * @throws InvalidRequestError for a field that the contract has, and for a value that cannot be sent
 */
export function withExtra(
  request: PreparedRequest,
  extra: ExtraFields | undefined,
): PreparedRequest {
  if (extra === undefined) return request;
  const { operation } = request;
  const issues = isFields(extra)
    ? issuesOf(operation, extra).map(({ path, message }) => ({ path: `.${path}`, message }))
    : [{ path: '', message: 'expected an object with `body` or `query`' }];
  if (issues.length > 0) {
    throw new InvalidRequestError(
      issues.map(({ path, message }) => ({ path: `options.extra${path}`, message })),
      { operation: operation.name },
    );
  }
  const ready = withFields(request, extra.body);
  const added = search(extra.query);
  if (added === '') return ready;
  return { ...ready, search: ready.search === '' ? added : `${ready.search}&${added.slice(1)}` };
}
