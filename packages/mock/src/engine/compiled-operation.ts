import { type NamedOperation, type OperationRow, operations } from '@org/payments-contract';
import { behaviours } from '../behaviours/index.ts';
import type { AnyBehaviour } from './behaviour.ts';

/** How a query text becomes the value its schema expects. */
export type QueryKind = 'text' | 'number' | 'boolean' | 'list';

/** An operation with all that can be worked out before its first request. */
export interface CompiledOperation extends NamedOperation {
  readonly behaviour: AnyBehaviour | undefined;
  readonly queryKinds: ReadonlyMap<string, QueryKind>;
  /** The lowest success status. */
  readonly successStatus: number;
}

type QuerySchema = NonNullable<OperationRow['query']>;

function queryKinds(query: QuerySchema | undefined): Map<string, QueryKind> {
  const accepts = (name: string, value: unknown) =>
    query?.shape[name] !== undefined &&
    !query.safeParse({ [name]: value }).error?.issues.some((issue) => issue.path.length === 1);
  const kindOf = (name: string): QueryKind => {
    if (accepts(name, 1)) return 'number';
    if (accepts(name, true)) return 'boolean';
    return accepts(name, []) ? 'list' : 'text';
  };
  return new Map(Object.keys(query?.shape ?? {}).map((name) => [name, kindOf(name)]));
}

function compile({ name, row }: NamedOperation): CompiledOperation {
  return {
    name,
    row,
    behaviour: behaviours[name] as AnyBehaviour | undefined,
    queryKinds: queryKinds(row.query),
    successStatus: Math.min(...Object.keys(row.responses).map(Number)),
  };
}

let compiled: readonly CompiledOperation[] | undefined;

/** Every operation of the contract, compiled once. */
export function compiledOperations(): readonly CompiledOperation[] {
  compiled ??= operations().map(compile);
  return compiled;
}
