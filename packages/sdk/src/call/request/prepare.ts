import {
  type Fields,
  headerNames,
  type InputIssue,
  type OperationRow,
} from '@org/payments-contract';
import { fieldNames, schemaIssues, unknownField } from '@org/payments-contract/internal/schema';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import type { StreamedBody } from '../../transport/transport.ts';
import type { CalledOperation } from '../context.ts';
import { isHeaderValue, NOT_HEADER_VALUE } from '../header-value.ts';
import type { AnyCallOptions } from '../options.ts';
import { fillPath, pathParams, search } from './path.ts';
import type { Upload } from './upload/open-file.ts';

/** The parts of a request that take fields of the input; the other fields are the body. */
type Part = 'params' | 'query' | 'headers';

/** The part of the request that each input field belongs to, read from the schemas once. */
interface FieldPlan {
  readonly parts: ReadonlyMap<string, Part>;
  /** The fields that are not in the body. */
  readonly names: readonly string[];
  /** Whether the body is required. */
  readonly needsBody: boolean;
}

const plans = new WeakMap<OperationRow, FieldPlan>();

function makePlan(row: OperationRow): FieldPlan {
  const parts = new Map<string, Part>();
  for (const part of ['headers', 'query', 'params'] as const) {
    for (const name of Object.keys(row[part]?.shape ?? {})) parts.set(name, part);
  }
  const needsBody = row.body !== undefined && !row.body.safeParse(undefined).success;
  const plan = { parts, names: [...parts.keys()], needsBody };
  plans.set(row, plan);
  return plan;
}

/** Whether the contract has a field of this name in any part of the operation's input. */
export function isKnownField(row: OperationRow, name: string): boolean {
  if ((plans.get(row) ?? makePlan(row)).parts.has(name)) return true;
  return row.body !== undefined && fieldNames(row.body).includes(name);
}

type Schema = NonNullable<OperationRow['body']>;

/** A validated request, complete except for the base URL and the authorization. */
export interface PreparedRequest {
  readonly operation: CalledOperation;
  /** Encoded path below the base URL. */
  readonly path: string;
  /** `?name=value`, or nothing. */
  readonly search: string;
  /** Headers that come from the input. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the client generated the key in the headers, for a step that another process completes. */
  readonly isKeyGenerated?: boolean | undefined;
  /** The exact bytes both legs send. */
  readonly body: string | StreamedBody | undefined;
  /** Default `application/json`. */
  readonly contentType?: string;
  /** The fields of a multipart body. The body is built from them before it is sent. */
  readonly form?: Fields | undefined;
  /** The files of the body, once it has been built. */
  readonly upload?: Upload;
}

/** Options of a call, which are not fields of its input. */
const optionNames: readonly string[] = [
  ...(['stamper', 'signal', 'timeout', 'deadline', 'retry', 'headers'] as const),
  ...(['idempotencyKey', 'onProgress', 'logger', 'validate', 'fetch'] as const),
] satisfies readonly (keyof AnyCallOptions)[];

function asOption(issue: InputIssue): InputIssue {
  const isOption = optionNames.includes(issue.path) && issue.message.startsWith('is not a field');
  return isOption ? { ...issue, message: 'is an option: pass it in the second argument' } : issue;
}

/** What to write instead of a promise, or of a date, which JSON would turn into text that no check has seen. */
function withHint(value: unknown, path: readonly PropertyKey[], message: string): string {
  const found = path.reduce<unknown>(
    (at, name) => (Object(at) as Readonly<Record<PropertyKey, unknown>>)[name],
    value,
  );
  if (found instanceof Promise) return `${message}; it is a promise: await it`;
  if (!(found instanceof Date)) return message;
  const isDay = /\bdate\b(?!-time)/.test(message);
  const call = /\bnumber\b/.test(message) ? 'getTime()' : 'toISOString()';
  return `${message}; it is a Date: write date.${isDay ? `${call}.slice(0, 10)` : call}`;
}

/** What an input that is not an object should have been. Other SDKs take the id by itself. */
function objectExpected({ params }: OperationRow, given: unknown): string {
  const names = Object.keys(params?.shape ?? {});
  if (given instanceof Promise) return 'expected an object; it is a promise: await it';
  if (typeof given !== 'string' || names.length === 0) return 'expected an object';
  const fields = names.map((name) => `${name}: …`).join(', ');
  return `expected an object: write { ${fields} }, not the id alone`;
}

function check(
  schema: Schema | undefined,
  value: unknown,
  issues: InputIssue[],
  others: readonly string[] = [],
): void {
  if (schema === undefined) return;
  const found = schemaIssues(schema, value, others);
  for (const { path, message } of found) {
    issues.push({ path: path.map(String).join('.'), message: withHint(value, path, message) });
  }
}

const noHeaders: Readonly<Record<string, string>> = {};

function wireHeaders(fields: Fields | undefined, issues: InputIssue[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (isHeaderValue(value)) headers[headerNames[name as keyof typeof headerNames]] = value;
    else issues.push({ path: name, message: NOT_HEADER_VALUE });
  }
  return headers;
}

/** Puts each input field into its part of the request. Fields of `undefined` count as left out. */
function sort(row: OperationRow, { parts }: FieldPlan, fields: Fields) {
  const input: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  const params: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const headers: Record<string, unknown> = {};
  const targets = { params, query, headers };
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (value === undefined) continue;
    input[name] = value;
    const part = parts.get(name);
    (part === undefined ? rest : targets[part])[name] = value;
  }
  return {
    input,
    params: row.params && params,
    query: row.query && query,
    headers: row.headers && headers,
    rest,
  };
}

/**
 * Turns a value into the text of a body.
 *
 * @throws InvalidRequestError for a value that JSON cannot hold
 */
export function jsonText(value: unknown, operation: CalledOperation['name']): string {
  try {
    const text = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch {
    // The error of JSON.stringify quotes property names; the issue below has every detail a caller
    // needs.
  }
  const message = 'is not a JSON value: it holds a BigInt, a cycle or a function';
  throw new InvalidRequestError([{ path: 'body', message }], { operation });
}

/**
 * Sorts the fields of one input object into path, query, headers and body, and checks them all.
 *
 * @throws InvalidRequestError with all issues, before anything is sent
 */
export function prepare(operation: CalledOperation, given: unknown): PreparedRequest {
  const { row, name } = operation;
  const isFields = typeof given === 'object' && given !== null && !Array.isArray(given);
  if (given !== undefined && (!isFields || given instanceof Promise)) {
    throw new InvalidRequestError([{ path: '', message: objectExpected(row, given) }], {
      operation: name,
    });
  }
  if (Object.hasOwn(given ?? noHeaders, '__proto__')) {
    const issue = { path: '__proto__', message: unknownField('__proto__', []) };
    throw new InvalidRequestError([issue], { operation: name });
  }
  const plan = plans.get(row) ?? makePlan(row);
  const { input, params, query, headers, rest } = sort(row, plan, (given ?? noHeaders) as Fields);
  const restNames = Object.keys(rest);
  const hasBody = row.body !== undefined && (restNames.length > 0 || plan.needsBody);
  const issues: InputIssue[] = [];
  check(row.params, params, issues);
  check(row.query, query, issues);
  check(row.headers, headers, issues);
  const wire = headers === undefined ? noHeaders : wireHeaders(headers, issues);
  const { names: others } = plan;
  if (hasBody) check(row.body, rest, issues, others);
  if (row.body === undefined) {
    for (const path of restNames) issues.push({ path, message: unknownField(path, others) });
  }
  if (row.rules !== undefined) issues.push(...row.rules(input));
  if (issues.length > 0) throw new InvalidRequestError(issues.map(asOption), { operation: name });
  return {
    operation,
    path: fillPath(row.path, params ?? {}),
    search: query === undefined ? '' : search(query),
    headers: wire,
    ...(row.media === 'multipart'
      ? { body: undefined, form: rest }
      : { body: hasBody ? jsonText(rest, name) : undefined }),
  };
}

/** The input of a change, read back from its request, without fields the contract does not have. */
export function changeOf({ operation, path, search, body, form }: PreparedRequest): Fields {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (form ?? {});
  const fields: Fields = {
    ...pathParams(operation.row.path, path),
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(typeof parsed === 'object' ? parsed : {}),
  };
  if (operation.name === 'request') return fields;
  const known = Object.entries(fields).filter(([name]) => isKnownField(operation.row, name));
  return Object.fromEntries(known);
}
