import type { EventType } from '@org/payments-contract';
import type { Recipe } from '../world.ts';

/** The part of a type of event before its dot, such as `CARD`. */
export type EventGroup = EventType extends infer Type
  ? Type extends `${infer Group}.${string}`
    ? Group
    : never
  : never;

/** The recipe for each group of events of an area. */
export type Recipes = { readonly [Group in EventGroup]?: Recipe };
