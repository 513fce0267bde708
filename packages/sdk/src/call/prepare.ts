import { headerNames, type InputIssue, type OperationRow } from '@org/payments-contract';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import type { CalledOperation } from './operation.ts';
import { fillPath } from './path.ts';
import { search } from './search.ts';

type Fields = Readonly<Record<string, unknown>>;
type Schema = NonNullable<OperationRow['body']>;
type SchemaIssue = NonNullable<ReturnType<Schema['safeParse']>['error']>['issues'][number];

/** A validated request, complete but for the base URL and the authorization. */
export interface PreparedRequest {
  readonly operation: CalledOperation;
  /** Encoded path below the base URL. */
  readonly path: string;
  /** `?name=value`, or nothing. */
  readonly search: string;
  /** Headers that come from the input. */
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text both legs send. */
  readonly body: string | undefined;
}

/** Visible ASCII and space, not at the ends. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Whether a value can be sent as it is in a header. */
export function isHeaderValue(value: unknown): value is string {
  return typeof value === 'string' && headerValue.test(value);
}

function toIssues(issue: SchemaIssue): InputIssue[] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      message: 'is not a field of this operation',
    }));
  }
  return [{ path: path.join('.'), message: issue.message }];
}

function check(schema: Schema | undefined, value: unknown): InputIssue[] {
  if (schema === undefined) return [];
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.flatMap(toIssues);
}

function pick(schema: OperationRow['params'], input: Fields): Fields | undefined {
  if (schema === undefined) return undefined;
  const names = Object.keys(schema.shape);
  return Object.fromEntries(names.flatMap((name) => (name in input ? [[name, input[name]]] : [])));
}

function without(input: Fields, ...parts: (Fields | undefined)[]): Fields {
  const taken = new Set(parts.flatMap((part) => Object.keys(part ?? {})));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !taken.has(name)));
}

function definedOnly(input: Fields): Fields {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function wireHeaders(fields: Fields | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, value]) => [
      headerNames[name as keyof typeof headerNames],
      String(value),
    ]),
  );
}

function headerIssues(fields: Fields | undefined): InputIssue[] {
  return Object.entries(fields ?? {})
    .filter(([, value]) => !isHeaderValue(value))
    .map(([path]) => ({ path, message: 'cannot be sent as a header value' }));
}

/**
 * Sorts the fields of one input object into path, query, headers and body, and checks them all.
 *
 * @throws InvalidRequestError with everything that is wrong, before anything is sent
 */
export function prepare(operation: CalledOperation, given: unknown): PreparedRequest {
  const { row, name } = operation;
  if (
    given !== undefined &&
    (typeof given !== 'object' || given === null || Array.isArray(given))
  ) {
    throw new InvalidRequestError([{ path: '', message: 'expected an object' }], {
      operation: name,
    });
  }
  const input = definedOnly((given ?? {}) as Fields);
  const params = pick(row.params, input);
  const query = pick(row.query, input);
  const headers = pick(row.headers, input);
  const rest = without(input, params, query, headers);
  const hasBody =
    row.body !== undefined &&
    (Object.keys(rest).length > 0 || !row.body.safeParse(undefined).success);
  const strayFields = row.body === undefined ? Object.keys(rest) : [];
  const issues = [
    ...check(row.params, params),
    ...check(row.query, query),
    ...check(row.headers, headers),
    ...headerIssues(headers),
    ...(hasBody ? check(row.body, rest) : []),
    ...strayFields.map((path) => ({ path, message: 'is not a field of this operation' })),
    ...(row.rules?.(input) ?? []),
  ];
  if (issues.length > 0) throw new InvalidRequestError(issues, { operation: name });
  return {
    operation,
    path: fillPath(row.path, params ?? {}),
    search: search(query),
    headers: wireHeaders(headers),
    body: hasBody ? JSON.stringify(rest) : undefined,
  };
}
