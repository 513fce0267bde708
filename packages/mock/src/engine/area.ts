import type { EventType } from '@org/payments-contract';
import type { AnyTableHandle } from '../store/table-handle.ts';
import type { Ports, Recipe, Scene } from '../world.ts';
import type { Operations } from './behaviour.ts';
import type { AnyFixture } from './resource/fixture.ts';
import type { AnyResource } from './resource/resource.ts';

/** The part of a type of event before its dot, such as `CARD`. */
export type EventGroup = EventType extends infer Type
  ? Type extends `${infer Group}.${string}`
    ? Group
    : never
  : never;

export type Recipes = { readonly [Group in EventGroup]?: Recipe };

export interface Area {
  /** Resources: table, routes, states, events and view of each. */
  readonly resources?: readonly AnyResource[];
  readonly tables?: readonly AnyTableHandle[];
  /** Behaviours beyond the declarations; they override those of the resources. */
  readonly operations?: Operations;
  /** The functions of `mock.add`, by name. */
  readonly fixtures?: { readonly [name: string]: AnyFixture };
  /** How `webhooks.trigger` brings about each group of events of the area. */
  readonly recipes?: Recipes;
  readonly start?: (scene: Scene) => void;
  /** Functions that the engine and the ledger call without importing the area. */
  readonly ports?: Partial<Ports>;
}

export function area<const Declared extends Area>(declared: Declared): Declared {
  return declared;
}
