import { Writer } from '../store/writer.ts';
import type { Scene, World } from '../world.ts';
import type { Area } from './area.ts';
import { Refusal } from './refusal.ts';
import { type AnyFixture, checkFixture, type Fixture, FixtureError } from './resource/fixture.ts';

type BoundFixture<Declared> =
  Declared extends Fixture<infer Args, infer Result> ? (...args: Args) => Result : never;

type FixturesOfArea<Declared> = Declared extends { readonly fixtures: infer Fixtures }
  ? { readonly [Name in keyof Fixtures]: BoundFixture<Fixtures[Name]> }
  : never;

type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

/** The functions that add resources, of all areas together. */
export type FixturesOf<Areas> = Intersection<
  { [Name in keyof Areas]: FixturesOfArea<Areas[Name]> }[keyof Areas]
>;

/**
 * Returns a copy, so that changing it does not change the world. Promises, which carry keys, are
 * not copied.
 */
function copied(result: unknown): unknown {
  return result instanceof Promise ? result : structuredClone(result);
}

/**
 * Adds a fixture. What a request would be refused for, such as the id of an account that does not
 * exist, is a mistake in the test.
 *
 * @throws FixtureError in place of a refusal
 */
function added(name: string, add: () => unknown): unknown {
  try {
    return add();
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    throw new FixtureError(`${name}: ${thrown.facts.explanation}`, { cause: thrown });
  }
}

function bind(world: World, name: string, fixture: AnyFixture): (fields?: unknown) => unknown {
  return (fields) => {
    checkFixture(name, fixture, fields);
    const scene: Scene = { world, write: new Writer(world) };
    const given = fields === undefined ? undefined : structuredClone(fields);
    return copied(added(name, () => fixture.add(scene, given as never)));
  };
}

/** Binds the fixtures of areas to a world. @throws Error if two have the same name */
export function bindFixtures(areas: readonly Area[], world: World): Record<string, unknown> {
  const bound = new Map<string, unknown>();
  for (const { fixtures = {} } of areas) {
    for (const [name, fixture] of Object.entries(fixtures)) {
      if (bound.has(name)) throw new Error(`Two fixtures are named ${name}.`);
      bound.set(name, bind(world, name, fixture));
    }
  }
  return Object.fromEntries(bound);
}
