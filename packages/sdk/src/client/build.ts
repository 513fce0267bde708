import type { OperationName, OperationRow, Page } from '@org/payments-contract';
import { type ApiCall, apiCall, type WithResponse } from '../call/api-call.ts';
import { Call } from '../call/call.ts';
import { type DryRun, dryRun } from '../call/dry-run.ts';
import type { CalledOperation } from '../call/operation.ts';
import { PendingStep, type PendingStepInput, readPendingStep } from '../call/pending-step.ts';
import { prepare } from '../call/prepare.ts';
import { firstLeg, run, secondLeg } from '../call/run.ts';
import { type ListCall, listCall } from '../list/list-call.ts';
import type { ClientContext } from './context.ts';
import type { Begun } from './method-types.ts';
import type { CallOptions } from './options.ts';

/** Prepares and runs one call. Bad input and bad options reject; they never throw at the caller. */
export function execute(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: CallOptions,
): ApiCall<unknown> {
  const outcome = (async () => {
    const call = new Call(context, operation, options);
    const request = prepare(operation, input);
    return call.run(() => run(call, request));
  })();
  return apiCall(outcome);
}

async function begin(
  context: ClientContext,
  operation: CalledOperation,
  input: unknown,
  options?: CallOptions,
): Promise<Begun<unknown>> {
  const call = new Call(context, operation, options);
  const request = prepare(operation, input);
  const first = await call.run(() => firstLeg(call, request));
  if (first.outcome !== undefined) return { status: 'done', result: first.outcome.data };
  return new PendingStep(request, first.challenge);
}

function complete(
  context: ClientContext,
  name: OperationName,
  input: PendingStepInput,
  stamp: string,
  options?: CallOptions,
): ApiCall<unknown> {
  const outcome = (async () => {
    const { request, step } = readPendingStep(input, name);
    const call = new Call(context, request.operation, options);
    return call.run(() => secondLeg(call, request, { stamp, requestId: step.requestId }));
  })();
  return apiCall(outcome);
}

function list(
  context: ClientContext,
  operation: CalledOperation,
  input: Readonly<Record<string, unknown>> | undefined,
  options?: CallOptions,
): ListCall<unknown> {
  return listCall(operation.name, (cursor) => {
    const query = cursor === undefined ? input : { ...input, cursor };
    const call = execute(context, operation, query, options);
    return call.withResponse() as Promise<WithResponse<Page<unknown>>>;
  });
}

type AnyMethod = ((input?: never, options?: CallOptions) => unknown) & {
  dryRun(input?: unknown): DryRun;
};

function method(context: ClientContext, name: OperationName, row: OperationRow): AnyMethod {
  const operation: CalledOperation = { name, row };
  const start = row.list ? list : execute;
  const call = (input?: Readonly<Record<string, unknown>>, options?: CallOptions) =>
    start(context, operation, input, options);
  const preview = { dryRun: (input?: unknown) => dryRun(context, prepare(operation, input)) };
  if (row.signing === 'never') return Object.assign(call, preview);
  return Object.assign(call, preview, {
    begin: (input: unknown, options?: CallOptions) => begin(context, operation, input, options),
    complete: (step: PendingStepInput, stamp: string, options?: CallOptions) =>
      complete(context, name, step, stamp, options),
  });
}

type Resources = Readonly<Record<string, Readonly<Record<string, OperationRow>>>>;

/** The methods of a set of resources, derived from their rows. */
export function buildMethods(
  context: ClientContext,
  resources: Resources,
  prefix: '' | 'agent.',
): Record<string, Record<string, AnyMethod>> {
  return Object.fromEntries(
    Object.entries(resources).map(([resource, rows]) => [
      resource,
      Object.fromEntries(
        Object.entries(rows).map(([verb, row]) => {
          const name = `${prefix}${resource}.${verb}` as OperationName;
          return [verb, method(context, name, row)];
        }),
      ),
    ]),
  );
}
