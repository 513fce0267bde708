import {
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from '@org/payments-contract';
import { missingValue } from '@org/payments-contract/internal';
import { InvalidRequestError } from '../../errors/caller-errors.ts';
import type { Sending } from '../../outcome/verdict.ts';
import type { Call } from '../call.ts';
import { isHeaderValue, NOT_HEADER_VALUE } from '../header-value.ts';
import type { PreparedRequest } from '../request/prepare.ts';
import type { CompleteResponse } from '../response/complete-response.ts';
import type { AttemptRequest } from './attempt.ts';

/** A stamp and the challenge it answers. */
export interface Signature {
  readonly stamp: string;
  /** Undefined if the payload was a field of a resource: the stamp is then sent without a request id. */
  readonly requestId: string | undefined;
  /** Default 2. */
  readonly leg?: 3 | undefined;
}

/** One request of a call, over all its attempts. */
export interface LegRequest {
  readonly request: PreparedRequest;
  readonly sending: Sending;
  readonly signature: Signature | undefined;
  readonly idempotencyKey: string | undefined;
  /** Whether the caller chose the key; a generated one belongs to this request alone. */
  readonly isCallersKey: boolean;
  readonly url: string;
  /** Headers that are the same for every attempt. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The key that the caller gave, in the input or as an option.
 *
 * @throws InvalidRequestError for two keys that differ
 */
function givenKey(call: Call, { headers }: PreparedRequest): string | undefined {
  const { [IDEMPOTENCY_KEY_HEADER]: inInput } = headers;
  const { idempotencyKey: asOption } = call.settings;
  if (inInput === undefined || asOption === undefined || inInput === asOption) {
    return inInput ?? asOption;
  }
  const message = 'differs from the `idempotencyKey` of the input: a call has one key, so pass one';
  throw new InvalidRequestError([{ path: 'options.idempotencyKey', message }], {
    operation: call.operation.name,
  });
}

/**
 * The key of every request of a call: the caller's, or a generated one.
 *
 * @throws InvalidRequestError for a key that cannot be sent, for two that differ, or for one that the
 *   operation does not accept
 */
export function idempotencyKeyOf(call: Call, request: PreparedRequest): string | undefined {
  const { row, name: operation } = call.operation;
  const given = givenKey(call, request);
  if (row.retry !== 'keyed') {
    if (given === undefined) return undefined;
    const message =
      'this operation does not accept an idempotency key: the service would ignore it';
    throw new InvalidRequestError([{ path: 'options.idempotencyKey', message }], { operation });
  }
  const problem =
    given !== undefined && (isHeaderValue(given) ? missingValue(given) : NOT_HEADER_VALUE);
  if (problem) {
    const issue = { path: 'options.idempotencyKey', message: problem };
    throw new InvalidRequestError([issue], { operation });
  }
  // Both legs of a call carry one key.
  return given ?? call.idempotencyKey ?? crypto.randomUUID();
}

/**
 * The id of a request at the service: that of the challenge it answers, or the one that its
 * response carries.
 */
export function requestIdOf(
  { signature }: LegRequest,
  response: CompleteResponse,
): string | undefined {
  return signature?.requestId ?? response.header(REQUEST_ID_HEADER) ?? undefined;
}

/**
 * Builds a request of a call.
 *
 * @throws InvalidRequestError for a key that cannot be sent; ConfigurationError without a base URL
 */
export function legRequest(
  call: Call,
  request: PreparedRequest,
  signature: Signature | undefined,
): LegRequest {
  const { row } = call.operation;
  const key = idempotencyKeyOf(call, request);
  call.idempotencyKey = key;
  // With an inline signature there is one request, which is not a leg.
  const hasLegs = row.signing === 'conditional' || row.signing === 'required';
  const stamped = signature === undefined ? 1 : (signature.leg ?? 2);
  const leg = hasLegs ? stamped : undefined;
  const isPreparing = row.signing === 'required' && stamped < (row.legs ?? 2);
  const headers: Record<string, string> = {
    ...call.settings.headers,
    ...request.headers,
    accept: 'application/json',
  };
  if (request.body !== undefined)
    headers['content-type'] = request.contentType ?? 'application/json';
  if (key !== undefined) headers[IDEMPOTENCY_KEY_HEADER] = key;
  if (signature !== undefined) {
    headers[SIGNATURE_HEADER] = signature.stamp;
    if (signature.requestId !== undefined) {
      headers[REQUEST_ID_HEADER] = signature.requestId;
      call.requestIds.push(signature.requestId);
    }
  }
  return {
    request,
    sending: { rule: row.retry, leg, isPreparing, hasKey: key !== undefined },
    signature,
    idempotencyKey: key,
    isCallersKey: givenKey(call, request) !== undefined && request.isKeyGenerated !== true,
    url: `${call.context.service().baseUrl}${request.path}${request.search}`,
    headers,
  };
}

/** Headers that pass a trace on; an observer cannot add others. */
const traceHeaderNames = ['traceparent', 'tracestate', 'baggage'] as const;

export function attemptRequest(
  call: Call,
  { headers: fixed, request, url }: LegRequest,
  authorization: string,
): AttemptRequest {
  request.upload?.begin();
  const headers: Record<string, string> = { ...fixed };
  if (authorization !== '') headers.authorization = authorization;
  if (call.settings.observers.length > 0) {
    const trace = call.traceHeaders();
    for (const name of traceHeaderNames) {
      const value = trace[name];
      if (isHeaderValue(value)) headers[name] = value;
    }
  }
  return { method: call.operation.row.method, url, headers, body: request.body };
}
