import type { OperationName, OperationRow, Page } from '@org/payments-contract';
import type { CalledOperation, ClientContext } from '../call/context.ts';
import { begin, complete, execute } from '../call/execute.ts';
import type { AnyCallOptions } from '../call/options.ts';
import { type DryRun, dryRun } from '../call/request/dry-run.ts';
import { prepare } from '../call/request/prepare.ts';
import type { WithResponse } from '../call/result.ts';
import type { PendingStepInput } from '../call/signing/pending-step.ts';
import { type ListCall, listCall } from '../list/list-call.ts';

function list(
  context: ClientContext,
  operation: CalledOperation,
  input: Readonly<Record<string, unknown>> | undefined,
  options?: AnyCallOptions,
): ListCall<unknown> {
  return listCall(operation.name, (cursor) => {
    const query = cursor === undefined ? input : { ...input, cursor };
    const call = execute(context, operation, query, options);
    return call.withResponse() as Promise<WithResponse<Page<unknown>>>;
  });
}

type AnyMethod = ((input?: never, options?: AnyCallOptions) => unknown) & {
  dryRun(input?: unknown): DryRun;
};

function method(context: ClientContext, name: OperationName, row: OperationRow): AnyMethod {
  const operation: CalledOperation = { name, row };
  const start = row.list === undefined ? execute : list;
  const call = (input?: Readonly<Record<string, unknown>>, options?: AnyCallOptions) =>
    start(context, operation, input, options);
  const preview = { dryRun: (input?: unknown) => dryRun(context, prepare(operation, input)) };
  if (row.signing === 'never') return Object.assign(call, preview);
  return Object.assign(call, preview, {
    begin: (input: unknown, options?: AnyCallOptions) => begin(context, operation, input, options),
    complete: (step: PendingStepInput, stamp: string, options?: AnyCallOptions) =>
      complete(context, operation, step, stamp, options),
  });
}

type Rows = Readonly<Record<string, OperationRow>>;
type Resources = Readonly<Record<string, Rows>>;
type Methods = Record<string, AnyMethod>;

function methodsOf(context: ClientContext, prefix: string, rows: Rows): Methods {
  return Object.fromEntries(
    Object.entries(rows).map(([verb, row]) => [
      verb,
      method(context, `${prefix}.${verb}` as OperationName, row),
    ]),
  );
}

/**
 * Adds the methods of a set of resources, derived from their rows, to a client. A resource is
 * built when it is first used.
 */
export function addMethods(
  client: object,
  context: ClientContext,
  resources: Resources,
  prefix: '' | 'agent.',
): void {
  for (const resource of Object.keys(resources)) {
    Object.defineProperty(client, resource, {
      enumerable: true,
      configurable: true,
      get() {
        const value = methodsOf(context, `${prefix}${resource}`, resources[resource] ?? {});
        Object.defineProperty(client, resource, { enumerable: true, value });
        return value;
      },
    });
  }
}
