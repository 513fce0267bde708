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

export type FixturesOf<Areas> = Intersection<
  { [Name in keyof Areas]: FixturesOfArea<Areas[Name]> }[keyof Areas]
>;

/** Moves an error of a fixture to the place in a set of fixtures that its fields come from. */
function movedTo(place: string, name: string, error: FixtureError): FixtureError {
  if (place === name) return error;
  const { path } = error;
  const isInside = path !== undefined && (path === name || path.startsWith(`${name}.`));
  if (!isInside)
    return new FixtureError(`${place}: ${error.message}`, { path: place, cause: error });
  const message = `${place}${error.message.slice(name.length)}`;
  return new FixtureError(message, { path: `${place}${path.slice(name.length)}`, cause: error });
}

function failure(place: string, name: string, thrown: unknown): unknown {
  if (thrown instanceof FixtureError) return movedTo(place, name, thrown);
  if (!(thrown instanceof Refusal)) return thrown;
  return new FixtureError(`${place}: ${thrown.facts.explanation}`, { path: place, cause: thrown });
}

export class BoundFixtures {
  readonly #world: World;
  readonly #fixtures = new Map<string, AnyFixture>();

  /** @throws Error if two fixtures have the same name */
  constructor(areas: readonly Area[], world: World) {
    this.#world = world;
    for (const [name, fixture] of areas.flatMap(({ fixtures = {} }) => Object.entries(fixtures))) {
      if (this.#fixtures.has(name)) throw new Error(`Two fixtures are named ${name}.`);
      this.#fixtures.set(name, fixture);
    }
  }

  get names(): string[] {
    return [...this.#fixtures.keys()];
  }

  get functions(): Readonly<Record<string, (fields?: unknown) => unknown>> {
    const bound = this.names.map((name) => [name, (fields?: unknown) => this.add(name, fields)]);
    return Object.fromEntries(bound);
  }

  /**
   * Adds a resource. What a request would be refused for, such as the id of an account that does not
   * exist, is a mistake in the test.
   *
   * @param place where the fields come from, for messages
   * @throws FixtureError also in place of a refusal
   */
  add(name: string, fields: unknown, place = name): unknown {
    const fixture = this.#fixtures.get(name);
    if (fixture === undefined) throw new FixtureError(`${name} is not a fixture.`);
    try {
      checkFixture(name, fixture, fields);
      const scene: Scene = { world: this.#world, write: new Writer(this.#world) };
      const given = fields === undefined ? undefined : structuredClone(fields);
      const result = fixture.add(scene, given as never);
      // A copy, so that changing it does not change the world. Promises, which carry keys, are not
      // copied.
      if (!(result instanceof Promise)) return structuredClone(result);
      return result.catch((thrown: unknown) => {
        throw failure(place, name, thrown);
      });
    } catch (thrown) {
      throw failure(place, name, thrown);
    }
  }
}
