import type * as z from 'zod/mini';
import { definition, unwrap } from '../src/format/introspect.ts';
import { metaOf } from '../src/index.ts';

type Key = string | number;

/** A place in a value where a later version of the service may differ. */
export interface Site {
  readonly what: 'enum' | 'constant' | 'null' | 'absent' | 'extra field';
  readonly path: readonly Key[];
}

/** A value that fits a schema with all its fields, and the places in it. */
export interface Sample {
  readonly value: unknown;
  readonly sites: readonly Site[];
}

function under(key: Key, { value, sites }: Sample): Sample {
  return { value, sites: sites.map(({ what, path }) => ({ what, path: [key, ...path] })) };
}

/** A value that no enum of the contract has. */
const LATER = 'ADDED_IN_A_LATER_VERSION';

const dates: Readonly<Record<string, string>> = {
  date: '2026-01-05',
  'date-time': '2026-01-05T09:00:00.000Z',
};

function text(schema: z.ZodMiniType): Sample {
  const { known, prefix, form } = (metaOf(schema) ?? {}) as {
    readonly known?: readonly string[];
    readonly prefix?: string;
    readonly form?: string;
  };
  if (known !== undefined) {
    // The union member for later variants does not accept a known variant.
    const value = [known[0], LATER].find((each) => schema.safeParse(each).success);
    return { value, sites: [{ what: 'enum', path: [] }] };
  }
  const tail = schema.safeParse('text').success ? 'text' : 'https://example.com/';
  return { value: prefix === undefined ? (dates[form ?? ''] ?? tail) : `${prefix}:1`, sites: [] };
}

/** Combinations of one sample for each field, long enough to show each sample of each field once. */
function objects(shape: Readonly<Record<string, z.ZodMiniType>>): readonly Sample[] {
  const fields = Object.entries(shape).map(([name, field]) => [name, samples(field)] as const);
  const count = Math.max(1, ...fields.map(([, all]) => all.length));
  return Array.from({ length: count }, (_, index) => {
    const members = fields.flatMap(([name, all]) => {
      const sample = all[index % Math.max(1, all.length)];
      return sample === undefined ? [] : [[name, under(name, sample)] as const];
    });
    return {
      value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
      sites: [{ what: 'extra field', path: [] }, ...members.flatMap(([, { sites }]) => sites)],
    };
  });
}

function wrapped(schema: z.ZodMiniType, what: 'null' | 'absent'): readonly Sample[] {
  return samples(schema).map(({ value, sites }) => ({
    value,
    sites: [{ what, path: [] }, ...sites],
  }));
}

/** Samples of a schema: one for each member of a union, and all fields in each. */
export function samples(schema: z.ZodMiniType): readonly Sample[] {
  const { type, shape, element, innerType, options, valueType, entries, values } =
    definition(schema);
  if (type === 'nullable' && innerType !== undefined) return wrapped(innerType, 'null');
  if (type === 'optional' && innerType !== undefined) return wrapped(innerType, 'absent');
  const below = unwrap(schema);
  if (below !== schema) return samples(below);
  if (options !== undefined) return options.flatMap(samples);
  if (shape !== undefined) return objects(shape);
  if (element !== undefined) {
    return samples(element).map((sample) => ({ ...under(0, sample), value: [sample.value] }));
  }
  if (valueType !== undefined) {
    return samples(valueType).map((sample) => ({
      ...under('key', sample),
      value: { key: sample.value },
    }));
  }
  const isEnum: readonly Site[] = [{ what: 'enum', path: [] }];
  if (entries !== undefined) return [{ value: Object.values(entries)[0], sites: isEnum }];
  if (values !== undefined) {
    const own: readonly Site[] = values.length > 1 ? isEnum : [{ what: 'constant', path: [] }];
    return values.map((value) => ({ value, sites: typeof value === 'string' ? own : [] }));
  }
  if (type === 'string' || type === 'template_literal') return [text(schema)];
  if (type === 'number' || type === 'int') return [{ value: 1, sites: [] }];
  if (type === 'boolean') return [{ value: true, sites: [] }];
  if (type === 'null') return [{ value: null, sites: [] }];
  return [{ value: { any: 'thing' }, sites: [] }];
}

function changeAt(
  value: unknown,
  path: readonly Key[],
  change: (value: unknown) => unknown,
): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((item, index) => (index === key ? changeAt(item, rest, change) : item));
  }
  const entries = Object.entries(value as object).map(([name, child]) => [
    name,
    name === key ? changeAt(child, rest, change) : child,
  ]);
  return Object.fromEntries(entries);
}

const changes: Readonly<Record<Site['what'], (value: unknown) => unknown>> = {
  enum: () => LATER,
  constant: () => LATER,
  null: () => null,
  absent: () => undefined,
  'extra field': (value) => ({ ...(value as object), addedLater: { at: ['a', 1, null] } }),
};

/** The value with one place changed as a later version may do. */
export function changed({ value }: Sample, { what, path }: Site): unknown {
  return changeAt(value, path, changes[what]);
}

function deepestFirst(sites: readonly Site[], kinds: readonly Site['what'][]): readonly Site[] {
  const order = sites.filter(({ what }) => kinds.includes(what));
  return order.sort((left, right) => right.path.length - left.path.length);
}

/** The value with every place changed at once, the deepest first; what is absent stays. */
export function allChanged({ value, sites }: Sample): unknown {
  const order = deepestFirst(sites, ['enum', 'extra field']);
  return order.reduce((result, { what, path }) => changeAt(result, path, changes[what]), value);
}

/** The value with null in every field that may be left out. */
export function allNull({ value, sites }: Sample): unknown {
  const order = deepestFirst(sites, ['absent']).filter(
    ({ path }) => typeof path.at(-1) === 'string',
  );
  return order.reduce((result, { path }) => changeAt(result, path, changes.null), value);
}
