import type { NamedOperation, OperationRow } from '@org/payments-contract';
import type { AnyBehaviour, CompiledOperation, QueryKind } from './behaviour.ts';

type QuerySchema = NonNullable<OperationRow['query']>;

function queryKinds(query: QuerySchema | undefined): Map<string, QueryKind> {
  const accepts = (name: string, value: unknown) =>
    query?.shape[name] !== undefined &&
    // Other required fields may be missing; only this field's own result counts.
    !query.safeParse({ [name]: value }).error?.issues.some(({ path }) => path[0] === name);
  const kindOf = (name: string): QueryKind => {
    if (accepts(name, 1)) return 'number';
    if (accepts(name, true)) return 'boolean';
    return accepts(name, []) ? 'list' : 'text';
  };
  return new Map(Object.keys(query?.shape ?? {}).map((name) => [name, kindOf(name)]));
}

/** Finds the behaviour of an operation. */
export type BehaviourOf = (operation: NamedOperation) => AnyBehaviour;

/** Prepares an operation for the engine, before its first request. */
export function compile(operation: NamedOperation, behaviourOf: BehaviourOf): CompiledOperation {
  const { name, row } = operation;
  return {
    name,
    row,
    behaviour: behaviourOf(operation),
    queryKinds: queryKinds(row.query),
    successStatus: Math.min(...Object.keys(row.responses).map(Number)),
  };
}
