import type { HttpMethod } from '@org/payments-contract';
import type { ClientContext } from '../config/context.ts';
import type { KeyedCallOptions } from '../config/options.ts';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import type { ApiCall } from './api-call.ts';
import { executePrepared } from './execute.ts';
import type { CalledOperation } from './operation.ts';
import { jsonText, type PreparedRequest } from './prepare.ts';
import { search } from './search.ts';
import { formDataBody } from './upload/form-data.ts';

/** A request to an operation the contract does not have. */
export interface RawRequest {
  readonly method: HttpMethod;
  /** Encoded path below the base URL, such as `/discoveries`. */
  readonly path: string;
  /** Values of `undefined` are left out; lists are sent once per item. */
  readonly query?: Readonly<
    Record<string, string | number | boolean | readonly string[] | undefined>
  >;
  /** A JSON value, or a `FormData`, which is sent as multipart. */
  readonly body?: unknown;
}

/** Where all operations of an agent are. */
const AGENT_PATH = '/agents/me/';

function checkPath(context: ClientContext, path: string): void {
  const { baseUrl } = context.service();
  const refuse = (message: string) => {
    throw new InvalidRequestError([{ path: 'path', message }], { operation: 'request' });
  };
  const isPlain = path.startsWith('/') && !/[?#\\]|\/\//.test(path);
  const resolved =
    isPlain && URL.canParse(`${baseUrl}${path}`) ? new URL(`${baseUrl}${path}`).href : '';
  if (resolved !== `${baseUrl}${path}`) {
    refuse('expected an encoded path below the base URL, without query or dot segments');
  }
  if (context.auth === 'agent' && !path.startsWith(AGENT_PATH)) {
    refuse(`expected a path below ${AGENT_PATH}: an agent can call no other`);
  }
}

const methods: readonly string[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] satisfies HttpMethod[];

/** An operation that the contract lacks. */
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
      origin: 'named',
      responses: {},
      errors: [],
      list: undefined,
      permission: method === 'GET' ? 'VIEW' : 'MANAGE',
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
  checkPath(context, raw.path);
  const operation = describe(context, raw, options);
  const request = { operation, path: raw.path, search: search(raw.query), headers: {} };
  const { body } = raw;
  if (body instanceof FormData) return { ...request, ...(await formDataBody(body)) };
  return { ...request, body: body === undefined ? undefined : jsonText(body, 'request') };
}

/**
 * Calls an operation that the contract lacks, with everything else the client does: authorization,
 * the signed retry, deadlines, errors. The response is not checked.
 */
export function rawRequest(
  context: ClientContext,
  raw: RawRequest,
  options?: KeyedCallOptions,
): ApiCall<unknown> {
  return executePrepared(context, () => prepareRaw(context, raw, options), options);
}
