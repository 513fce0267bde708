import type { OperationName, OperationRow, Page } from '@org/payments-contract';
import type { WithResponse } from '../call/api-call.ts';
import { type DryRun, dryRun } from '../call/dry-run.ts';
import { begin, complete, execute } from '../call/execute.ts';
import type { CalledOperation } from '../call/operation.ts';
import type { PendingStepInput } from '../call/pending-step.ts';
import { prepare } from '../call/prepare.ts';
import { type ListCall, listCall } from '../list/list-call.ts';
import type { ClientContext } from './context.ts';
import type { CallOptions } from './options.ts';

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
  const start = row.list === 'paged' ? list : execute;
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
