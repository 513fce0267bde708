import { findOperation } from '@org/payments-contract';
import type { ClientContext } from '../client/context.ts';
import type { Reconciliation } from '../errors/network-errors.ts';
import type { PreparedRequest } from './prepare.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Makes a read and gives its answer. */
export type Read = (context: ClientContext, operation: string, input: Fields) => Promise<unknown>;

function pathFields(template: string, path: string): Fields {
  const values = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? [] : [[name, decodeURIComponent(values[index] ?? '')]];
    }),
  );
}

/**
 * What finds out whether a lost change was applied: reads the resource and compares. Undefined for
 * operations that no read can tell of.
 */
export function reconciler(
  context: ClientContext,
  request: PreparedRequest,
  read: Read,
): (() => Promise<Reconciliation>) | undefined {
  const { reconcile, path: template } = request.operation.row;
  if (reconcile?.by !== 'read' || findOperation(reconcile.read) === undefined) return undefined;
  return async () => {
    const body = request.body === undefined ? {} : JSON.parse(request.body);
    const change: Fields = { ...pathFields(template, request.path), ...body };
    const resource = await read(context, reconcile.read, reconcile.input(change));
    const isApplied = reconcile.isApplied(change, resource as Fields);
    const applied = isApplied === undefined ? 'unknown' : isApplied ? 'yes' : 'no';
    return { applied, resource };
  };
}
