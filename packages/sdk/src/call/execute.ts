import { IDEMPOTENCY_KEY_HEADER } from '@org/payments-contract';
import type { ClientContext } from '../config/context.ts';
import type { CallOptions, KeyedCallOptions } from '../config/options.ts';
import { SignatureRequiredError } from '../errors/caller-errors.ts';
import { type ApiCall, apiCall } from './api-call.ts';
import { Call } from './call.ts';
import { refuseForbiddenMove } from './moves.ts';
import type { CalledOperation } from './operation.ts';
import { PendingStep, type PendingStepInput, readPendingStep } from './pending-step.ts';
import { type PreparedRequest, prepare } from './prepare.ts';
import type { Read, ReadResult } from './reconcile.ts';
import { firstLeg, type Result, run, secondLeg } from './signed-retry.ts';

/** A first leg's end: done at once, or a step to sign and complete. */
export type Begun<Value> = { readonly status: 'done'; readonly result: Value } | PendingStep;

/**
 * Asks for the challenge of a signed operation, which changes nothing, or makes a read.
 *
 * @param options limits of the call
 */
export async function look(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: CallOptions,
): Promise<ReadResult> {
  if (operation.row.signing === 'required') {
    await begin(context, operation, input, options);
    return { value: undefined, date: null };
  }
  const { data, response } = await execute(context, operation, input, options).withResponse();
  return { value: data, date: response.header('date') };
}

const read: Read = (context, operation, input) => look(context, operation, input);

function start(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options: KeyedCallOptions | undefined,
): { readonly call: Call; readonly request: PreparedRequest } {
  const request = prepare(operation, input);
  if (options?.current !== undefined) refuseForbiddenMove(operation, input, options.current);
  return { request, call: new Call(context, operation, read, options) };
}

async function resultOf(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options: KeyedCallOptions | undefined,
): Promise<Result> {
  const { call, request } = start(context, operation, input, options);
  return call.run(() => run(call, request));
}

/** Prepares and runs one call. Bad input and bad options reject; nothing is thrown at the caller. */
export function execute(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: KeyedCallOptions,
): ApiCall<unknown> {
  return apiCall(resultOf(context, operation, input, options));
}

/** Runs a request that was prepared elsewhere. */
export function executePrepared(
  context: ClientContext,
  prepared: () => Promise<PreparedRequest>,
  options: KeyedCallOptions | undefined,
): ApiCall<unknown> {
  const result = (async () => {
    const request = await prepared();
    const call = new Call(context, request.operation, read, options);
    return call.run(() => run(call, request));
  })();
  return apiCall(result);
}

/**
 * Sends the exact request of an earlier call once more, with its key and whatever signature it had.
 * Nothing is signed: a challenge is an error.
 */
export async function sendAgain(
  context: ClientContext,
  request: PreparedRequest,
  options: KeyedCallOptions,
): Promise<Result> {
  const { operation } = request;
  const call = new Call(context, operation, read, options);
  return call.run(async () => {
    const { result, challenge } = await firstLeg(call, request);
    if (result !== undefined) return result;
    throw new SignatureRequiredError(challenge, { operation: operation.name });
  });
}

/** Sends a signed operation's first leg. */
export async function begin(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: KeyedCallOptions,
): Promise<Begun<unknown>> {
  const { call, request } = start(context, operation, input, options);
  const first = await call.run(() => firstLeg(call, request));
  if (first.result !== undefined) return { status: 'done', result: first.result.data };
  // The second leg carries the key of the first one, also from another process.
  const { idempotencyKey: key } = call;
  const keyed = key === undefined ? {} : { [IDEMPOTENCY_KEY_HEADER]: key };
  const headers = { ...request.headers, ...keyed };
  return new PendingStep({ ...request, headers }, first.challenge);
}

/** Sends the second leg of a pending step. */
export function complete(
  context: ClientContext,
  operation: CalledOperation,
  input: PendingStepInput,
  stamp: string,
  options?: KeyedCallOptions,
): ApiCall<unknown> {
  const result = (async () => {
    const { request, step } = readPendingStep(input, operation);
    const call = new Call(context, operation, read, options);
    return call.run(() => secondLeg(call, request, { stamp, requestId: step.requestId }));
  })();
  return apiCall(result);
}
