import { metaOf } from '@org/payments-contract';
import { closestNames } from '@org/payments-contract/internal';
import {
  definition,
  knownValues,
  membersOf,
  objectFields,
  type Schema,
  schemaIssues,
  unwrap,
} from '@org/payments-contract/internal/schema';
import type { Scene } from '../../world.ts';

type ShortKind = 'string' | 'number' | 'boolean' | 'object';

/** Adds resources to a world without going through the API. */
export interface Fixture<Args extends readonly [fields?: unknown], Result> {
  /** The contract's schema that fields are checked against; only `short` when left out. */
  readonly schema?: Schema;
  /** Fields besides those of the schema, with the kind of their values. */
  readonly short?: Readonly<Record<string, ShortKind>>;
  readonly needs?: readonly string[];
  add(scene: Scene, ...args: Args): Result;
}

export type AnyFixture = Fixture<[fields: never], unknown>;

export function fixture<Fields, Result>(
  declared: Omit<Fixture<[fields?: Fields], Result>, 'needs'>,
): Fixture<[fields?: Fields], Result> {
  return declared;
}

export function neededFixture<Fields, Result>(
  declared: Fixture<[fields: Fields], Result> & { readonly needs: readonly string[] },
): Fixture<[fields: Fields], Result> {
  return declared;
}

/** Thrown for a field or value that the resource does not have. */
export class FixtureError extends TypeError {
  override readonly name = 'FixtureError';
  readonly code = 'INVALID_FIXTURE';
  /** Where the value is, such as `card.state`; undefined for a problem of the whole resource. */
  readonly path: string | undefined;

  constructor(message: string, options: ErrorOptions & { readonly path?: string } = {}) {
    super(message, options);
    this.path = options.path;
  }
}

function quoted(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, name) => Object(at)[name], value);
}

function fail(path: string, problem: string): never {
  throw new FixtureError(`${path} ${problem}`, { path });
}

function failUnknown(path: string, name: string, fields: readonly string[]): never {
  const [close] = closestNames(name, fields);
  const hint = close === undefined ? '.' : `; did you mean ${close}?`;
  fail(path, `is not a field${hint} Fields: ${fields.join(', ')}.`);
}

function checkObject(schema: Schema, value: object, path: string): void {
  const fields = objectFields(schema);
  const isOpen = membersOf(schema).some((member) => metaOf(member)?.free === true);
  for (const [name, child] of Object.entries(value)) {
    const schemas = fields.get(name);
    if (schemas !== undefined) checkOneOf(schemas, child, `${path}.${name}`);
    else if (!isOpen) failUnknown(`${path}.${name}`, name, [...fields.keys()]);
  }
}

function checkOneOf(schemas: readonly Schema[], value: unknown, path: string): void {
  if (value === undefined) return;
  const [first] = schemas;
  if (first === undefined) return;
  const known = schemas.flatMap((schema) => knownValues(schema) ?? []);
  if (known.length > 0 && typeof value === 'string' && !known.includes(value)) {
    fail(path, `is ${quoted(value)}. Allowed values: ${known.join(', ')}.`);
  }
  const isFine = schemas.some((schema) => schema.safeParse(value).success);
  if (!isFine) {
    const { path: inside = [], message = 'is not valid' } = schemaIssues(first, value)[0] ?? {};
    fail([path, ...inside].join('.'), `is ${quoted(valueAt(value, inside))}: ${message}.`);
  }
  const inner = unwrap(first);
  const { element } = definition(inner);
  if (Array.isArray(value) && element !== undefined) {
    value.forEach((item, index) => {
      checkOneOf([element], item, `${path}.${index}`);
    });
  } else if (typeof value === 'object' && value !== null && objectFields(inner).size > 0) {
    checkObject(inner, value, path);
  }
}

function isKind(value: unknown, kind: ShortKind): boolean {
  return typeof value === kind && value !== null;
}

/** Checks the fields of a fixture. @throws FixtureError that names the allowed ones */
export function checkFixture(name: string, declared: AnyFixture, given: unknown): void {
  const { schema, short = {}, needs = [] } = declared;
  if (
    given !== undefined &&
    (typeof given !== 'object' || given === null || Array.isArray(given))
  ) {
    fail(name, `expects an object of fields, not ${quoted(given)}.`);
  }
  const fields = new Map<string, readonly Schema[]>(
    schema === undefined ? [] : objectFields(schema),
  );
  const values = new Map<string, unknown>(Object.entries(given ?? {}));
  for (const [field, value] of values) {
    const path = `${name}.${field}`;
    const kind = Object.hasOwn(short, field) ? short[field] : undefined;
    const schemas = fields.get(field);
    if (value === undefined || (kind !== undefined && isKind(value, kind))) continue;
    if (schemas !== undefined) checkOneOf(schemas, value, path);
    else if (kind !== undefined) fail(path, `is ${quoted(value)}; expected a ${kind}.`);
    else {
      failUnknown(path, field, [...new Set([...fields.keys(), ...Object.keys(short)])]);
    }
  }
  const missing = needs.filter((field) => values.get(field) === undefined);
  if (missing.length === 0) return;
  throw new FixtureError(`${name}.${missing.join(', ')} must be given.`, { path: name });
}
