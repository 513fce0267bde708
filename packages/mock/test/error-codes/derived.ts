import {
  type ErrorCode,
  errorCodes,
  type Fields,
  type NamedOperation,
  type OperationRow,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { Mock } from '../../src/index.ts';

/** Adds a resource to a mock. */
type Adder = (fields: Readonly<Record<string, unknown>>) => unknown;

/**
 * Returns the function of `mock.add` that is named after the type of an id: `card` for `Card:7c1e`;
 * undefined if there is none.
 */
export function adderFor(id: unknown, { add }: Mock): Adder | undefined {
  const type = /^([A-Z]\w*):/.exec(String(id))?.[1];
  if (type === undefined) return undefined;
  const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  return Object.hasOwn(add, name) ? (add as unknown as Record<string, Adder>)[name] : undefined;
}

/**
 * A request of an operation, taken from its example; the mock has none of the resources it names.
 */
interface Sent {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit | undefined;
}

function basic(tokenId: string, clientSecret: string): string {
  return `Basic ${btoa(`${tokenId}:${clientSecret}`)}`;
}

/** Returns the headers of a caller who may call an operation. */
export function credentialsFor({ auth }: OperationRow, mock: Mock): Record<string, string> {
  if (auth === 'none') return {};
  const { tokenId, clientSecret } = mock.connection;
  if (auth === 'platform') return { authorization: basic(tokenId, clientSecret) };
  const permissions = [
    'VIEW_TRANSACTIONS',
    'CREATE_TRANSFERS',
    'CREATE_QUOTES',
    'EXECUTE_QUOTES',
    'MANAGE_EXTERNAL_ACCOUNTS',
  ] as const;
  const { accessToken } = mock.add.agent({ policy: { permissions: [...permissions] } });
  return { authorization: `Bearer ${accessToken}` };
}

function pick(input: Fields, shape: object = {}): Fields {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in shape));
}

/** Returns a form with the given fields, and a file. */
export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
  }
  form.set('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'document.pdf');
  return form;
}

function bodyOf(row: OperationRow, input: Fields): BodyInit | undefined {
  if (row.body === undefined) return undefined;
  const others = { ...row.params?.shape, ...row.query?.shape, ...row.headers?.shape };
  const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in others)));
  return row.media === 'multipart' ? formOf(fields) : JSON.stringify(fields);
}

/** Returns the path of an operation's example. */
export function itemPath({ name, row }: NamedOperation): string {
  const { input } = exampleOf(name);
  return row.path.replaceAll(/\{(\w+)\}/g, (_, field) => encodeURIComponent(String(input[field])));
}

function exampleRequest(operation: NamedOperation, mock: Mock): Sent {
  const { name, row } = operation;
  const { input } = exampleOf(name);
  const path = itemPath(operation);
  const query = new URLSearchParams(
    Object.entries(pick(input, row.query?.shape)).map(([key, value]) => [key, String(value)]),
  );
  const isForm = row.media === 'multipart';
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    headers: {
      ...credentialsFor(row, mock),
      ...(row.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: bodyOf(row, input),
  };
}

/**
 * Returns changes of a request that may lead to a code. The first one that does is used.
 */
function variants(row: OperationRow, sent: Sent, mock: Mock): Partial<Record<ErrorCode, Sent[]>> {
  const { authorization: _, ...anonymous } = sent.headers;
  const withToken = () => {
    const { clientId, clientSecret } = mock.add.token({ permissions: [] });
    return { ...sent.headers, authorization: basic(clientId, clientSecret) };
  };
  const [bare = ''] = sent.path.split('?');
  const queries = Object.keys(row.query?.shape ?? {}).flatMap((name) => [
    { ...sent, path: `${bare}?${name}=` },
    { ...sent, path: `${bare}?${name}=-1` },
  ]);
  const text = { ...sent.headers, 'content-type': 'text/plain' };
  return {
    UNAUTHORIZED: [{ ...sent, headers: anonymous }],
    FORBIDDEN: row.auth === 'platform' ? [{ ...sent, headers: withToken() }] : [],
    INVALID_INPUT: [
      ...queries,
      ...(row.body === undefined ? [] : [{ ...sent, body: bodyOf(row, { unknownField: 1 }) }]),
    ],
    INVALID_REQUEST_FORMAT: [{ ...sent, headers: text, body: 'text' }],
    INVALID_STATE_TRANSITION: [sent],
  };
}

async function codeOf(row: OperationRow, mock: Mock, { path, headers, body }: Sent) {
  await mock.fetch(`${mock.connection.baseUrl}${path}`, {
    method: row.method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return mock.requests.at(-1)?.code;
}

/** Adds the resource that the example names, in a state that it cannot leave. */
function addFinalResource({ name, row }: NamedOperation, mock: Mock): void {
  const { input } = exampleOf(name);
  const [parameter = ''] = Object.keys(row.params?.shape ?? {});
  const { field, machine } = row.moves ?? { field: '', machine: { transitions: {} } };
  const final = Object.entries(machine.transitions).find(([, next]) => next.length === 0)?.[0];
  adderFor(input[parameter], mock)?.({ id: input[parameter], [field]: final });
}

/**
 * Returns whether an operation reaches a code that follows from its row: with the request of its
 * example, changed in one thing or not, and no resource in the mock; `INVALID_STATE_TRANSITION` with the
 * resource of the example in a final state, `INTERNAL_ERROR` and `RATE_LIMITED` with a fault.
 */
export async function reaches(operation: NamedOperation, code: ErrorCode, mock: Mock) {
  const { name, row } = operation;
  const sent = exampleRequest(operation, mock);
  if (code === 'INTERNAL_ERROR' || code === 'RATE_LIMITED') {
    const { status } = errorCodes[code];
    mock.faults.add({ operation: name, effect: { kind: 'answer', status, code } });
    return (await codeOf(row, mock, sent)) === code;
  }
  if (code === 'INVALID_STATE_TRANSITION') addFinalResource(operation, mock);
  const isNotFound = errorCodes[code].status === 404;
  for (const variant of isNotFound ? [sent] : (variants(row, sent, mock)[code] ?? [])) {
    if ((await codeOf(row, mock, variant)) === code) return true;
  }
  return false;
}
