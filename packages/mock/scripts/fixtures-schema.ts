import { objectFields, type Schema } from '@org/payments-contract/internal/schema';
import * as z from 'zod';
import * as areas from '../src/areas/index.ts';
import type { Area } from '../src/engine/area.ts';
import type { AnyFixture } from '../src/engine/resource/fixture.ts';

/** A JSON Schema of draft 7, which editors support for JSON and for YAML. */
type JsonSchema = { readonly [keyword: string]: unknown };

interface Override {
  readonly zodSchema: z.core.$ZodTypes;
  readonly jsonSchema: object;
}

const reference = { $ref: '#/definitions/reference' };

/** Marks of the contract's schemas that are not words of JSON Schema. */
const marks = ['known', 'secret', 'prefix', 'form', 'list', 'free', 'file', 'unit', 'default'];

/** Text and numbers may come from another entry; an enum is one of its known values. */
function withReference(target: Record<string, unknown>, known: readonly string[] | undefined) {
  // The safe range of a JavaScript number is not a limit of the field.
  if (target.minimum === Number.MIN_SAFE_INTEGER) delete target.minimum;
  if (target.maximum === Number.MAX_SAFE_INTEGER) delete target.maximum;
  if (known !== undefined) {
    target.enum = [...known];
    return;
  }
  const copy = { ...target };
  for (const name of Object.keys(copy)) delete target[name];
  target.anyOf = [copy, reference];
}

function override({ zodSchema, jsonSchema }: Override): void {
  const target = jsonSchema as Record<string, unknown>;
  const { type, checks } = zodSchema._zod.def as { type: string; checks?: readonly unknown[] };
  const meta = z.globalRegistry.get(zodSchema);
  const isLater = meta?.known !== undefined && (checks ?? []).length > 0;
  for (const mark of marks) delete target[mark];
  // The variant of a later version of the service, which fixtures do not have.
  if (isLater) target.not = {};
  else if (type === 'string' || type === 'number') withReference(target, meta?.known);
  else if (type === 'object' && meta?.free !== true) target.additionalProperties = false;
}

function jsonOf(schema: Schema): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
    override: override as never,
  });
  return json;
}

function eitherOf(schemas: readonly JsonSchema[]): JsonSchema {
  const distinct = new Map(schemas.map((schema) => [JSON.stringify(schema), schema]));
  const [first = {}, ...others] = distinct.values();
  return others.length === 0 ? first : { anyOf: [...distinct.values()] };
}

/** What editors show of a fixture: its comment, and those of its fields by path, `address.city`. */
export interface FixtureComments {
  readonly comment: string;
  readonly fields: readonly { readonly path: string; readonly comment: string }[];
}

/** Adds the comments of fields to a schema and to everything below it. */
function withComments(value: unknown, comments: ReadonlyMap<string, string>, path = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => withComments(one, comments, path));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([keyword, child]) => {
    if (keyword === 'items') return [keyword, withComments(child, comments, `${path}[]`)];
    if (keyword !== 'properties') return [keyword, withComments(child, comments, path)];
    const fields = Object.entries(child as object).map(([name, field]) => {
      const place = path === '' ? name : `${path}.${name}`;
      const description = comments.get(place);
      const inner = withComments(field, comments, place) as object;
      return [name, description === undefined ? inner : { description, ...inner }];
    });
    return [keyword, Object.fromEntries(fields)];
  });
  return Object.fromEntries(entries);
}

function fixtureSchema({ schema, short = {}, needs = [] }: AnyFixture): JsonSchema {
  const fields = schema === undefined ? new Map() : objectFields(schema);
  const names = [...new Set([...fields.keys(), ...Object.keys(short)])];
  const properties = names.map((name) => {
    const long = ((fields.get(name) ?? []) as Schema[]).map(jsonOf);
    const type = short[name] === 'object' ? ['object', 'array'] : short[name];
    const kind = Object.hasOwn(short, name) ? [{ type }, reference] : [];
    return [name, eitherOf([...long, ...kind])];
  });
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(properties),
    required: needs,
    additionalProperties: false,
  };
}

/**
 * The JSON Schema of a file of fixtures, for editors: from the same rows as `mock.add`.
 *
 * @param comments what editors show, by fixture
 */
export function fixturesSchema(
  comments: Readonly<Record<string, FixtureComments>> = {},
): JsonSchema {
  const all: readonly Area[] = Object.values(areas);
  const fixtures = all.flatMap((area) => Object.entries(area.fixtures ?? {})).sort();
  const kinds = fixtures.map(([name]) => [
    name,
    {
      type: 'object',
      ...(comments[name] === undefined ? {} : { description: comments[name].comment }),
      propertyNames: { pattern: '^[\\w-]+$' },
      additionalProperties: { $ref: `#/definitions/${name}` },
    },
  ]);
  const definitions = fixtures.map(([name, fixture]) => {
    const texts = comments[name]?.fields.map((field) => [field.path, field.comment] as const);
    return [name, withComments(fixtureSchema(fixture), new Map(texts))];
  });
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://org.github.io/payments-sdk/fixtures.schema.json',
    title: 'Fixtures of the payments mock',
    type: 'object',
    properties: { $schema: { type: 'string' }, ...Object.fromEntries(kinds) },
    additionalProperties: false,
    definitions: {
      reference: {
        type: 'object',
        description: 'The id of another entry, or a field of it, such as `customer.ada.email`.',
        properties: { ref: { type: 'string', pattern: '^\\w+\\.[\\w-]+(\\.\\w+)*$' } },
        required: ['ref'],
        additionalProperties: false,
      },
      ...Object.fromEntries(definitions),
    },
  };
}
