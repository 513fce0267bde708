import type { NamedOperation } from '@org/payments-contract';
import type { TableState } from '../store/table.ts';
import type { AnyTableHandle, TableHandle } from '../store/table-handle.ts';
import type { Ports, TableRules, WorldParts } from '../world.ts';
import type { Area } from './area.ts';
import type { AnyBehaviour, CompiledOperation } from './behaviour.ts';
import { compile } from './compile.ts';
import { exampleBehaviour } from './default-behaviour.ts';
import type { ResourceRecord } from './resource/declaration.ts';
import { declaredBehaviour } from './resource/operations.ts';
import type { AnyResource, Resource } from './resource/resource.ts';
import { createRouter, type OperationRouter } from './router.ts';
import { engineTables } from './tables.ts';

/** The composed areas and operations, shared by all worlds of a mock. */
export interface Engine extends WorldParts {
  readonly areas: readonly Area[];
  readonly router: OperationRouter;
  readonly operations: readonly CompiledOperation[];
  readonly resources: readonly Resource[];
}

const closedPorts: Ports = {
  agentOf: () => undefined,
  tokenOf: () => undefined,
  sessionsOf: () => [],
  revokeSession: () => undefined,
  showBalance: () => undefined,
  webhookEndpoint: () => undefined,
  decidePayment: () => undefined,
};

/** Widens a resource's type to unspecific records. */
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
    return exampleBehaviour(operation, resources);
  };
}

/**
 * Composes areas and operations.
 *
 * @param tables tables that belong to no area, such as those of the ledger
 */
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

/** Returns the tables in a snapshot, by handle. */
export type TablesOf<Handle> = {
  readonly [Each in Handle as Each extends { readonly name: infer Name extends string }
    ? Name
    : never]: StateOf<Each>;
};

/** Returns the table handles of areas. */
export type HandlesOf<Areas> = { [Name in keyof Areas]: Handles<Areas[Name]> }[keyof Areas];
