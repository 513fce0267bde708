import type { NamedOperation } from '@org/payments-contract';
import type { AnyBehaviour, Call, Result } from '../behaviour.ts';
import type { ResourceRecord } from './declaration.ts';
import { listResult } from './list.ts';
import type { Resource } from './resource.ts';

/** Reads the id of the resource: the last parameter of the path. */
function idOf({ operation, input }: Call): string {
  const name = operation.row.path.match(/\{(\w+)\}(?!.*\{)/)?.[1] ?? 'id';
  return String(input[name] ?? '');
}

/** Returns the behaviour that a declaration defines for one of its rows, by verb. */
export function declaredBehaviour<R extends ResourceRecord>(
  resource: Resource<string, R, string, unknown>,
  { name }: NamedOperation,
): AnyBehaviour | undefined {
  const { rows = resource.name, create, update, softDelete } = resource.declaration;
  const shown = (record: R, { world }: Call): Result => ({ body: resource.view(record, world) });
  if (!name.startsWith(`${rows}.`)) return undefined;
  switch (name.slice(rows.length + 1)) {
    case 'get':
      return (call: Call) => shown(resource.require(call, idOf(call)), call);
    case 'list':
      return (call: Call) => listResult(resource, call);
    case 'create':
      return (
        create && ((call: Call) => shown(resource.add(call, create(call as Call<never>)), call))
      );
    case 'update':
      return (
        update &&
        ((call: Call) => {
          const record = resource.requireLive(call, idOf(call));
          const fields = update(record, call as Call<never>);
          return shown(resource.change(call, record, fields), call);
        })
      );
    case 'delete':
      return (
        softDelete &&
        ((call: Call) => shown(resource.remove(call, resource.requireLive(call, idOf(call))), call))
      );
    default:
      return undefined;
  }
}
