import type { NamedOperation, OperationRow } from '@org/payments-contract';
import type { TableState } from '../store/table.ts';
import type { AnyTableHandle, TableHandle } from '../store/table-handle.ts';
import type { Ports, TableRules, WorldParts } from '../world.ts';
import type { Area } from './area.ts';
import {
  type AnyBehaviour,
  type CompiledOperation,
  exampleBehaviour,
  type QueryKind,
} from './behaviour.ts';
import type { ResourceRecord } from './resource/declaration.ts';
import { declaredBehaviour } from './resource/operations.ts';
import type { AnyResource, Resource } from './resource/resource.ts';
import { createRouter, type OperationRouter } from './router.ts';
import { engineTables } from './tables.ts';

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

type BehaviourOf = (operation: NamedOperation) => AnyBehaviour;

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

/** The composed areas and operations, shared by all worlds of a mock. */
export interface Engine extends WorldParts {
  readonly areas: readonly Area[];
  readonly router: OperationRouter;
  readonly operations: readonly CompiledOperation[];
  readonly resources: readonly Resource[];
}

export const closedPorts: Omit<Ports, 'quoteDesk'> = {
  agentOf: () => undefined,
  endCustomer: () => undefined,
  tokenOf: () => undefined,
  sessionsOf: () => [],
  revokeSession: () => undefined,
  showBalance: () => undefined,
  webhookEndpoint: () => undefined,
  decidePayment: () => undefined,
};

function unspecific(resource: AnyResource): Resource {
  return resource as unknown as Resource;
}

function behaviourFinder(areas: readonly Area[], resources: readonly Resource[]) {
  return (operation: NamedOperation): AnyBehaviour => {
    for (const { operations = {} } of areas) {
      const behaviour = operations[operation.name];
      if (behaviour !== undefined) return behaviour;
    }
    for (const resource of resources) {
      const behaviour = declaredBehaviour<ResourceRecord>(resource, operation);
      if (behaviour !== undefined) return behaviour;
    }
    return exampleBehaviour(operation);
  };
}

/** Composes areas and operations with tables that belong to no area, such as those of the ledger. */
export function compose(
  areas: readonly Area[],
  operations: readonly NamedOperation[],
  tables: readonly AnyTableHandle[],
): Engine {
  const resources = areas.flatMap((area) => area.resources ?? []).map(unspecific);
  const compiled = operations.map((each) => compile(each, behaviourFinder(areas, resources)));
  return {
    areas,
    resources,
    operations: compiled,
    router: createRouter(compiled),
    tables: [
      ...resources,
      ...areas.flatMap((area) => area.tables ?? []),
      ...tables,
      ...engineTables,
    ] as readonly AnyTableHandle[],
    rules: new Map<string, TableRules>(resources.map(({ name, rules }) => [name, rules])),
    start(scene) {
      for (const each of areas) each.start?.(scene);
    },
    recipes: new Map(areas.flatMap(({ recipes = {} }) => Object.entries(recipes))),
    ports: Object.assign({}, closedPorts, ...areas.map(({ ports }) => ports)) as Ports,
  };
}

type Handles<Declared> =
  | (Declared extends { readonly resources: infer Listed extends readonly unknown[] }
      ? Listed[number]
      : never)
  | (Declared extends { readonly tables: infer Listed extends readonly unknown[] }
      ? Listed[number]
      : never);

type StateOf<Handle> =
  Handle extends TableHandle<string, infer Record, infer _Index> ? TableState<Record> : never;

export type TablesOf<Handle> = {
  readonly [Each in Handle as Each extends { readonly name: infer Name extends string }
    ? Name
    : never]: StateOf<Each>;
};

export type HandlesOf<Areas> = { [Name in keyof Areas]: Handles<Areas[Name]> }[keyof Areas];
