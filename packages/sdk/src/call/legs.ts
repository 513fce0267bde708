import {
  IDEMPOTENCY_KEY_HEADER,
  REQUEST_ID_HEADER,
  SIGNATURE_HEADER,
} from '@org/payments-contract';
import { UnauthorizedError } from '../errors/api-error.ts';
import { InvalidRequestError } from '../errors/caller-errors.ts';
import type { Answer } from './attempt.ts';
import type { Call } from './call.ts';
import { type Interpretation, interpret } from './interpret.ts';
import { isHeaderValue, type PreparedRequest } from './prepare.ts';
import { type Send, send } from './send.ts';

/** A stamp and the challenge it answers. */
export interface Signature {
  readonly stamp: string;
  readonly requestId: string;
}

/** An interpreted answer and the answer itself. */
export interface LegResult {
  readonly answer: Answer;
  readonly interpretation: Interpretation;
  readonly idempotencyKey: string | undefined;
}

function idempotencyKey(call: Call, request: PreparedRequest): string | undefined {
  const { row, name: operation } = call.operation;
  const given = request.headers[IDEMPOTENCY_KEY_HEADER] ?? call.settings.idempotencyKey;
  if (row.retry !== 'keyed') {
    if (given === undefined) return undefined;
    const message = 'this operation takes no idempotency key: the service would ignore it';
    throw new InvalidRequestError([{ path: 'options.idempotencyKey', message }], { operation });
  }
  if (given !== undefined && !isHeaderValue(given)) {
    const issue = { path: 'options.idempotencyKey', message: 'cannot be sent as a header value' };
    throw new InvalidRequestError([issue], { operation });
  }
  return given ?? crypto.randomUUID();
}

async function once(
  call: Call,
  request: PreparedRequest,
  signature: Signature | undefined,
  key: string | undefined,
  refresh: boolean,
): Promise<LegResult> {
  const { context, settings, operation } = call;
  const isSigned = operation.row.signing !== 'never';
  const headers = {
    ...settings.headers,
    ...request.headers,
    accept: 'application/json',
    ...(operation.row.auth !== 'none' && {
      authorization: await context.authorization.header({ refresh }),
    }),
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
    ...(signature !== undefined && {
      [SIGNATURE_HEADER]: signature.stamp,
      [REQUEST_ID_HEADER]: signature.requestId,
    }),
  };
  const part: Send = {
    request: {
      method: operation.row.method,
      url: `${context.baseUrl}${request.path}${request.search}`,
      headers,
      body: request.body,
    },
    leg: isSigned ? (signature === undefined ? 1 : 2) : undefined,
    requestId: signature?.requestId,
    idempotencyKey: key,
  };
  const answer = await send(call, part);
  return { answer, interpretation: interpret(call, part, answer), idempotencyKey: key };
}

/**
 * Sends one leg of an operation, or the only request of an unsigned one. Where the credentials can
 * be renewed, a 401 about them is answered by renewing them once; a second leg is not repeated.
 */
export async function sendLeg(
  call: Call,
  request: PreparedRequest,
  signature?: Signature,
): Promise<LegResult> {
  const key = idempotencyKey(call, request);
  try {
    return await once(call, request, signature, key, false);
  } catch (error) {
    const isRenewable = call.context.authorization.isRefreshable && signature === undefined;
    const isAboutCredentials =
      error instanceof UnauthorizedError && error.failedCheck === 'bad_credentials';
    if (!isRenewable || !isAboutCredentials) throw error;
    return once(call, request, signature, key, true);
  }
}
