import type { NamedOperation } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import fc from 'fast-check';
import * as z from 'zod';

type Json = Readonly<Record<string, unknown>>;
type Path = readonly (string | number)[];

/** A limit of one field of a request, with values on each side of it. */
export interface Constraint {
  readonly place: 'query' | 'body';
  /** The field, as a refusal names it: `source.accountId`, `fundingSources.0`. */
  readonly field: string;
  /** What the limit is: `maxLength 80`. */
  readonly limit: string;
  /** A request on the allowed side; left out where the contract does not say one. */
  readonly accepted?: unknown;
  readonly refused: unknown;
}

/** Values of a format, and one that does not have it. */
const formats: Readonly<Record<string, readonly [accepted: string, refused: string]>> = {
  date: ['2026-01-05', '2026-02-30'],
  'date-time': ['2099-01-05T09:00:00Z', '2099-01-05'],
  uri: ['https://example.com/x', 'example'],
  email: ['ada@example.com', 'ada'],
};

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON Schema with the marks that it lacks: rules in code, files. */
function jsonSchemaOf(schema: z.core.$ZodType): Json {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const { checks = [] } = zodSchema._zod.def;
      const isCustom = checks.some((check) => check._zod.def.check === 'custom');
      if (isCustom && jsonSchema.type === 'string') Object.assign(jsonSchema, { isCustom });
    },
  }) as Json;
}

function matching(pattern: string, { minLength = 0, maxLength = 1000 }: Json): string {
  const expression = new RegExp(pattern);
  const ofLength = fc
    .stringMatching(expression)
    .filter((text) => text.length >= Number(minLength) && text.length <= Number(maxLength));
  return fc.sample(ofLength, { seed: 7, numRuns: 1 })[0] ?? '';
}

/** A string near one that matches a pattern, which does not match it. */
function beyond(pattern: string, text: string): string {
  const expression = new RegExp(pattern);
  const near = [`${text}\u0000!`, text.slice(1), text.replaceAll('@', '')];
  return near.find((each) => !expression.test(each)) ?? '';
}

type Pair = readonly [limit: string, refused: unknown, accepted?: unknown];

function textPairs(schema: Json, sample: unknown): Pair[] {
  const { minLength, maxLength, pattern, format } = schema;
  const known = formats[String(format)];
  const fill = (length: number) =>
    known === undefined ? 'x'.repeat(length) : `${known[0]}${'x'.repeat(length)}`.slice(0, length);
  const text = typeof pattern === 'string' && known === undefined ? matching(pattern, schema) : '';
  return [
    ['type string', 5, known?.[0] ?? (text || sample)],
    ...(known === undefined ? [] : [[`format ${String(format)}`, known[1], known[0]] as const]),
    ...(text === ''
      ? []
      : [[`pattern ${String(pattern)}`, beyond(String(pattern), text), text] as const]),
    ...(schema.isCustom === true ? [['form', '\u0000', sample] as const] : []),
    ...(typeof maxLength === 'number' && text === ''
      ? [[`maxLength ${maxLength}`, fill(maxLength + 1), fill(maxLength)] as const]
      : []),
    ...(typeof minLength === 'number' && minLength > 0 && text === ''
      ? [[`minLength ${minLength}`, 'x'.repeat(minLength - 1), fill(minLength)] as const]
      : []),
  ];
}

function numberPairs(schema: Json): Pair[] {
  const { minimum, maximum, exclusiveMinimum, type } = schema;
  const isSafe = (limit: unknown): limit is number =>
    typeof limit === 'number' && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  const lowest = isSafe(minimum) ? minimum : isSafe(exclusiveMinimum) ? exclusiveMinimum + 1 : 0;
  return [
    [`type ${String(type)}`, 'many', lowest],
    ...(type === 'integer' ? [['whole number', lowest + 0.5, lowest] as const] : []),
    ...(isSafe(minimum) ? [[`minimum ${minimum}`, minimum - 1, minimum] as const] : []),
    ...(isSafe(exclusiveMinimum)
      ? [[`above ${exclusiveMinimum}`, exclusiveMinimum, exclusiveMinimum + 1] as const]
      : []),
    ...(isSafe(maximum) ? [[`maximum ${maximum}`, maximum + 1, maximum] as const] : []),
  ];
}

/** The limits of one value, each with a value beyond it and one on the bound. */
function pairsOf(schema: Json, sample: unknown): Pair[] {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(values)) {
    const beyond = typeof values[0] === 'string' ? 'NONE_OF_THE_VALUES' : -1;
    return values.map((value) => [`value ${String(value)}`, beyond, value] as const);
  }
  switch (schema.type) {
    case 'string':
      return textPairs(schema, sample);
    case 'integer':
    case 'number':
      return numberPairs(schema);
    case 'boolean':
      return [['type boolean', 'perhaps', true]];
    case 'array':
      return [['type array', 'one', sample]];
    case 'object':
      return [['type object', 'one', sample]];
    default:
      return [];
  }
}

/** Returns a copy of a value with a field set; objects and lists on the way are created. */
function withValue(value: unknown, path: Path, field: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return field;
  if (typeof head === 'number') return [withValue((value as unknown[])?.[head], rest, field)];
  const fields = isJson(value) ? value : {};
  const below = withValue(fields[head], rest, field);
  return Object.fromEntries([
    ...Object.entries(fields).filter(([name]) => name !== head),
    ...(below === undefined ? [] : [[head, below]]),
  ]);
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], value);
}

/** The fields that tell a variant from the others, with the values that they have in it. */
function discriminators({ properties, required }: Json): [string, readonly unknown[]][] {
  const needed = new Set((required ?? []) as readonly string[]);
  return Object.entries((properties ?? {}) as Record<string, Json>).flatMap(
    ([name, { const: one, enum: many }]) => {
      const values = one === undefined ? many : [one];
      return Array.isArray(values) && needed.has(name) ? [[name, values]] : [];
    },
  );
}

/** Collects the limits of the fields of one schema, at any depth and in each variant. */
function collect(place: Constraint['place'], schema: Json, base: unknown): Constraint[] {
  const found: Constraint[] = [];
  const visit = (part: Json, path: Path, around: unknown): void => {
    const options = (part.anyOf ?? part.oneOf) as readonly Json[] | undefined;
    if (options !== undefined) {
      const isScalar = options.every(({ properties }) => properties === undefined);
      for (const option of options) {
        // A value that is allowed beside a form is not the only one.
        if (option.type === 'null' || (isScalar && option.const !== undefined)) continue;
        const own = discriminators(option);
        const isOther = own.some(
          ([name, values]) => !values.includes(valueAt(around, [...path, name])),
        );
        const first = own.map(([name, values]) => [name, values[0]]);
        const start = isOther ? withValue(around, path, Object.fromEntries(first)) : around;
        visit(option, path, start);
      }
      return;
    }
    const field = path.join('.');
    const sample = valueAt(around, path);
    if (path.length > 0) {
      for (const [limit, refused, accepted] of pairsOf(part, sample)) {
        found.push({
          place,
          field,
          limit,
          refused: withValue(around, path, refused),
          ...(accepted === undefined ? {} : { accepted: withValue(around, path, accepted) }),
        });
      }
    }
    const required = (part.required ?? []) as readonly string[];
    for (const [name, child] of Object.entries((part.properties ?? {}) as Record<string, Json>)) {
      const below = [...path, name];
      if (required.includes(name) && child.const === undefined) {
        const sampled = valueAt(around, below);
        found.push({
          place,
          field: below.join('.'),
          limit: 'required',
          refused: withValue(withValue(around, below, 0), below, undefined),
          ...(sampled === undefined ? {} : { accepted: around }),
        });
      }
      visit(child, below, around);
    }
    if (isJson(part.items)) visit(part.items, [...path, 0], around);
  };
  visit(schema, [], base);
  return found;
}

function part(input: Json, schema: z.core.$ZodType | undefined): Json {
  const { properties, anyOf, oneOf } = schema === undefined ? {} : jsonSchemaOf(schema);
  const variants = (anyOf ?? oneOf ?? []) as readonly Json[];
  const names = [properties, ...variants.map((each) => each.properties)].flatMap((fields) =>
    Object.keys((fields ?? {}) as object),
  );
  return Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));
}

/** Only a list returns a cursor that it accepts; walks of every list are a test of their own. */
function withoutCursor({ accepted, ...constraint }: Constraint): Constraint {
  return accepted === undefined || constraint.field === 'cursor'
    ? constraint
    : { ...constraint, accepted };
}

/** Fields of an example that another field excludes. */
const exclusive: Readonly<Record<string, readonly string[]>> = {
  'customers.update': ['email'],
};

/** Returns every limit that the contract states for the query and the body of an operation. */
export function constraintsOf({ name, row }: NamedOperation): Constraint[] {
  const given = Object.entries(exampleOf(name).input as Json);
  const input = Object.fromEntries(given.filter(([field]) => !exclusive[name]?.includes(field)));
  const query =
    row.query === undefined
      ? []
      : collect('query', jsonSchemaOf(row.query), part(input, row.query)).filter(
          ({ limit }) => !/^type (?:string|array|object)$/.test(limit),
        );
  const body =
    row.body === undefined ? [] : collect('body', jsonSchemaOf(row.body), part(input, row.body));
  // Every field of a form is a string, and its file is a part of its own.
  const inForm = ({ field, limit }: Constraint) => field !== 'file' && !limit.startsWith('type ');
  return [...query, ...(row.media === 'multipart' ? body.filter(inForm) : body)].map(withoutCursor);
}
