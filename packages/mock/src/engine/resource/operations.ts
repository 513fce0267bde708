import type { NamedOperation, OperationRow } from '@org/payments-contract';
import { objectFields } from '@org/payments-contract/internal/schema';
import type { AnyBehaviour, Call, Plan, Result } from '../behaviour.ts';
import { invalidInput } from '../refusal.ts';
import type { NewRecord, ResourceRecord } from './declaration.ts';
import { listResult } from './list.ts';
import { type Resource, requireMove } from './resource.ts';

/** Reads the id of the resource: the last parameter of the path. */
function idOf({ operation, input }: Call): string {
  const name = operation.row.path.match(/\{(\w+)\}(?!.*\{)/)?.[1] ?? 'id';
  return String(input[name] ?? '');
}

function updateFields<R extends ResourceRecord>(
  { declaration }: Resource<string, R, string, unknown>,
  record: R,
  call: Call,
): Partial<R> {
  const { update = 'merge' } = declaration;
  if (typeof update === 'function') return update(record, call as Call<never>);
  const fields = call.known as Partial<R>;
  if (update === 'merge') return fields;
  const { body } = call.operation.row;
  const writable = body === undefined ? [] : [...objectFields(body).keys()];
  const removedFields = Object.fromEntries(writable.map((name) => [name, undefined]));
  return { ...(removedFields as Partial<R>), ...fields };
}

/** Returns a plan whose check runs synchronously, so that an unsigned change is applied without waiting. */
interface DirectPlan extends Plan {
  check(): void;
}

/** Returns the plan of an update or a deletion; unsigned rows apply it at once. */
function planOf<R extends ResourceRecord>(
  resource: Resource<string, R, string, unknown>,
  call: Call,
  verb: 'update' | 'delete',
): DirectPlan {
  const { declaration } = resource;
  const record = resource.requireLive(call, idOf(call));
  return {
    signers: declaration.signers?.(record, call) ?? { accountIds: 'any' },
    check() {
      declaration.check?.(record, call as Call<never>);
      const { states } = declaration;
      if (verb === 'update' && states !== undefined) {
        requireMove(declaration, record, call.input[states.field], 'request');
      }
    },
    apply(): Result {
      if (verb === 'update') {
        const changed = resource.change(call, record, updateFields(resource, record, call));
        return { body: resource.view(changed, call.world) };
      }
      const removed = resource.remove(call, record);
      const hasBody = call.operation.row.responses[call.operation.successStatus] !== null;
      return { body: hasBody ? resource.view(removed, call.world) : undefined };
    },
  };
}

function withPlan(row: OperationRow, plan: (call: Call) => DirectPlan): AnyBehaviour {
  if (row.signing !== 'never') return { plan };
  return {
    run(call: Call) {
      const { check, apply } = plan(call);
      check();
      return apply();
    },
  };
}

function createResult<R extends ResourceRecord>(
  resource: Resource<string, R, string, unknown>,
  call: Call,
): Result {
  const { owner, create, created } = resource.declaration;
  if (owner !== undefined) {
    const ownerId = call.input[owner.field];
    if (ownerId === undefined) throw invalidInput([{ field: owner.field, message: 'is required' }]);
    owner.of.require(call, String(ownerId));
  }
  const fields = create?.(call as Call<never>) ?? (call.known as NewRecord<R>);
  const record = resource.add(call, fields);
  created?.(record, call as Call<never>);
  const current = resource.in(call.world).get(record.id) ?? record;
  return { body: resource.view(current, call.world) };
}

/** Returns the behaviour that a declaration defines for one of its rows, by verb. */
export function declaredBehaviour<R extends ResourceRecord>(
  resource: Resource<string, R, string, unknown>,
  { name, row }: NamedOperation,
): AnyBehaviour | undefined {
  const { rows = resource.name } = resource.declaration;
  if (!name.startsWith(`${rows}.`)) return undefined;
  switch (name.slice(rows.length + 1)) {
    case 'get':
      return {
        run: (call: Call) => ({
          body: resource.view(resource.require(call, idOf(call)), call.world),
        }),
      };
    case 'list':
      return { run: (call: Call) => listResult(resource, call) };
    case 'create':
      return row.signing === 'never'
        ? { run: (call: Call) => createResult(resource, call) }
        : undefined;
    case 'update':
      return withPlan(row, (call) => planOf(resource, call, 'update'));
    case 'delete':
      return withPlan(row, (call) => planOf(resource, call, 'delete'));
    default:
      return undefined;
  }
}
