import type { World } from '../world.ts';
import type { Resource } from './resource/resource.ts';

/** The records of one resource, for an inspector. */
export interface Panel {
  /** Name of the resource's table. */
  readonly name: string;
  /** Number of records. */
  readonly total: number;
  /** The field that holds the state, if the resource has states. */
  readonly stateField: string | undefined;
  /** The states a record can have; empty if the resource has none. */
  readonly states: readonly string[];
  /** The last records in their wire form, newest last. */
  readonly records: readonly unknown[];
}

const SHOWN = 100;

export function panelsOf(resources: readonly Resource[], world: World): Panel[] {
  return resources.map((resource) => {
    const all = resource.in(world).all();
    return {
      name: resource.name,
      total: all.length,
      stateField: resource.declaration.states?.field,
      states: Object.keys(resource.declaration.states?.machine.transitions ?? {}),
      records: all.slice(-SHOWN).map((record) => resource.view(record, world)),
    };
  });
}
