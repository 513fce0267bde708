import { findOperation, type OperationName } from '@org/payments-contract';
import type { ClientContext } from '../client/context.ts';
import type { Begun } from '../client/method-types.ts';
import type { CallOptions } from '../client/options.ts';
import { type ApiCall, apiCall } from './api-call.ts';
import { Call } from './call.ts';
import { refuseForbiddenMove } from './moves.ts';
import type { CalledOperation } from './operation.ts';
import { PendingStep, type PendingStepInput, readPendingStep } from './pending-step.ts';
import { prepare } from './prepare.ts';
import { type Read, reconciler } from './reconcile.ts';
import { firstLeg, run, secondLeg } from './run.ts';

const read: Read = async (context, name, input) => {
  const operation = findOperation(name);
  return operation === undefined ? undefined : execute(context, operation, input);
};

/** Prepares and runs one call. Bad input and bad options reject; they never throw at the caller. */
export function execute(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: CallOptions,
): ApiCall<unknown> {
  const outcome = (async () => {
    const request = prepare(operation, input);
    refuseForbiddenMove(operation, input, options?.current);
    const call = new Call(context, operation, options, reconciler(context, request, read));
    return call.run(() => run(call, request));
  })();
  return apiCall(outcome);
}

/** Sends a signed operation's first leg. */
export async function begin(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: CallOptions,
): Promise<Begun<unknown>> {
  const request = prepare(operation, input);
  refuseForbiddenMove(operation, input, options?.current);
  const call = new Call(context, operation, options, reconciler(context, request, read));
  const first = await call.run(() => firstLeg(call, request));
  if (first.outcome !== undefined) return { status: 'done', result: first.outcome.data };
  return new PendingStep(request, first.challenge);
}

/** Sends the second leg of a pending step. */
export function complete(
  context: ClientContext,
  name: OperationName,
  input: PendingStepInput,
  stamp: string,
  options?: CallOptions,
): ApiCall<unknown> {
  const outcome = (async () => {
    const { request, step } = readPendingStep(input, name);
    const reconcile = reconciler(context, request, read);
    const call = new Call(context, request.operation, options, reconcile);
    return call.run(() => secondLeg(call, request, { stamp, requestId: step.requestId }));
  })();
  return apiCall(outcome);
}
