import type { HttpMethod, InputIssue } from '@org/payments-contract';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import type { CalledOperation, ClientContext } from './context.ts';
import { executePrepared } from './execute.ts';
import type { KeyedCallOptions, QueryFields } from './options.ts';
import { bodyIssues, queryIssues } from './request/check-raw.ts';
import { search } from './request/path.ts';
import { jsonText, type PreparedRequest } from './request/prepare.ts';
import type { ApiCall } from './result.ts';

/** A request to an operation that is not in the contract. */
export interface RawRequest {
  /** The HTTP method. A GET, or a write with an idempotency key, may be sent again after a failure. */
  readonly method: HttpMethod;
  /** Encoded path below the base URL, such as `/discoveries`. */
  readonly path: string;
  /** Values of `undefined` are left out; lists are sent once per item. */
  readonly query?: QueryFields;
  /** A JSON value, or a `FormData`, which is sent as multipart. */
  readonly body?: unknown;
}

/** The path prefix of all operations of an agent. */
const AGENT_PATH = '/agents/me/';

function pathError(message: string): InvalidRequestError {
  return new InvalidRequestError([{ path: 'path', message }], { operation: 'request' });
}

function checkPath(context: ClientContext, path: unknown): void {
  if (typeof path !== 'string') throw pathError('expected a string');
  const { baseUrl } = context.service();
  const version = baseUrl.slice(baseUrl.lastIndexOf('/') + 1);
  if (path.split('/', 3).includes(version)) {
    throw pathError(`expected a path below the base URL, which ends with ${version}`);
  }
  const isPlain = path.startsWith('/') && !/[?#\\]|\/\//.test(path);
  const resolved =
    isPlain && URL.canParse(`${baseUrl}${path}`) ? new URL(`${baseUrl}${path}`).href : '';
  if (resolved !== `${baseUrl}${path}`) {
    throw pathError(
      'expected an encoded path below the base URL, such as /cards, without query or dot segments',
    );
  }
  if (context.auth === 'agent' && !path.startsWith(AGENT_PATH)) {
    throw pathError(`expected a path below ${AGENT_PATH}: an agent can call no other`);
  }
}

const names: readonly string[] = [
  'method',
  'path',
  'query',
  'body',
] satisfies readonly (keyof RawRequest)[];

/** Fields that a request does not have, and a body that no GET can carry. */
function fieldIssues(raw: RawRequest): InputIssue[] {
  const unknown = Object.keys(raw).filter((name) => !names.includes(name));
  const message =
    'is not a field of a request (method, path, query, body); options such as `headers` are the second argument';
  const issues = unknown.map((path) => ({ path, message }));
  if (raw.method === 'GET' && raw.body !== undefined) {
    issues.push({ path: 'body', message: 'a GET has no body; use `query`' });
  }
  return issues;
}

const methods: readonly string[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] satisfies HttpMethod[];

/** An operation that is not in the contract. */
export function rawOperation(
  auth: ClientContext['auth'],
  method: HttpMethod,
  hasKey: boolean,
): CalledOperation {
  const write = hasKey ? 'keyed' : 'never';
  return {
    name: 'request',
    row: {
      method,
      path: '/',
      auth,
      signing: 'conditional',
      retry: method === 'GET' ? 'safe' : write,
      responses: {},
      errors: [],
      list: undefined,
      permission: method === 'GET' ? 'VIEW' : 'MANAGE',
      risk: method === 'GET' ? 'reads' : 'irreversible',
    },
  };
}

function describe(
  context: ClientContext,
  { method }: RawRequest,
  options: KeyedCallOptions | undefined,
): CalledOperation {
  if (!methods.includes(method)) {
    const message = `expected one of ${methods.join(', ')}`;
    throw new InvalidRequestError([{ path: 'method', message }], { operation: 'request' });
  }
  return rawOperation(context.auth, method, options?.idempotencyKey !== undefined);
}

async function prepareRaw(
  context: ClientContext,
  raw: RawRequest,
  options: KeyedCallOptions | undefined,
): Promise<PreparedRequest> {
  if (typeof raw !== 'object' || raw === null) {
    const issue = { path: '', message: 'expected an object with `method` and `path`' };
    throw new InvalidRequestError([issue], { operation: 'request' });
  }
  checkPath(context, raw.path);
  const operation = describe(context, raw, options);
  const { body } = raw;
  const isForm = body instanceof FormData;
  const contents = [...queryIssues(raw.query), ...(isForm ? [] : bodyIssues(body))];
  const issues = [...fieldIssues(raw), ...contents];
  if (issues.length > 0) throw new InvalidRequestError(issues, { operation: 'request' });
  const request = { operation, path: raw.path, search: search(raw.query), headers: {} };
  if (isForm) {
    const { formDataBody } = await import('./request/upload/multipart.ts');
    return { ...request, ...(await formDataBody(body)) };
  }
  return { ...request, body: body === undefined ? undefined : jsonText(body, 'request') };
}

/**
 * Calls an operation that is not in the contract, with the client's other functions: authorization,
 * the signed retry, deadlines, errors. The response is not checked.
 */
export function rawRequest(
  context: ClientContext,
  raw: RawRequest,
  options?: KeyedCallOptions,
): ApiCall<unknown> {
  return executePrepared(context, () => prepareRaw(context, raw, options), options);
}
