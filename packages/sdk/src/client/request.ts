import type { HttpMethod } from '@org/payments-contract';
import { type ApiCall, apiCall } from '../call/api-call.ts';
import { Call } from '../call/call.ts';
import type { CalledOperation } from '../call/operation.ts';
import type { PreparedRequest } from '../call/prepare.ts';
import { run } from '../call/run.ts';
import { search } from '../call/search.ts';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import type { ClientContext } from './context.ts';
import type { CallOptions } from './options.ts';

/** A request to an operation the contract does not have. */
export interface RawRequest {
  readonly method: HttpMethod;
  /** Encoded path below the base URL, such as `/discoveries`. */
  readonly path: string;
  /** Values of `undefined` are left out; lists are sent once per item. */
  readonly query?: Readonly<
    Record<string, string | number | boolean | readonly string[] | undefined>
  >;
  /** A JSON value. */
  readonly body?: unknown;
}

function checkPath(baseUrl: string, path: string): void {
  const isPlain = path.startsWith('/') && !/[?#\\]|\/\//.test(path);
  const resolved =
    isPlain && URL.canParse(`${baseUrl}${path}`) ? new URL(`${baseUrl}${path}`).href : '';
  if (resolved !== `${baseUrl}${path}`) {
    const message = 'expected an encoded path below the base URL, without query or dot segments';
    throw new InvalidRequestError([{ path: 'path', message }], { operation: 'request' });
  }
}

function describe(raw: RawRequest, options: CallOptions | undefined): CalledOperation {
  const write = options?.idempotencyKey === undefined ? 'never' : 'keyed';
  return {
    name: 'request',
    row: {
      method: raw.method,
      path: '/',
      auth: 'platform',
      signing: 'conditional',
      retry: raw.method === 'GET' ? 'safe' : write,
      origin: 'named',
      responses: {},
      errors: [],
      list: undefined,
      permission: raw.method === 'GET' ? 'VIEW' : 'MANAGE',
    },
  };
}

/**
 * Calls an operation that the contract lacks, with everything else the client does: authorization,
 * the signed retry, deadlines, errors. The answer is not checked.
 */
export function rawRequest(
  context: ClientContext,
  raw: RawRequest,
  options?: CallOptions,
): ApiCall<unknown> {
  const outcome = (async () => {
    checkPath(context.baseUrl, raw.path);
    const operation = describe(raw, options);
    const request: PreparedRequest = {
      operation,
      path: raw.path,
      search: search(raw.query),
      headers: {},
      body: raw.body === undefined ? undefined : JSON.stringify(raw.body),
    };
    const call = new Call(context, operation, options);
    return call.run(() => run(call, request));
  })();
  return apiCall(outcome);
}
