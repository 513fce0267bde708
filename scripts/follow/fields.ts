/** A JSON Schema, or another object of an OpenAPI document. */
export type Json = { readonly [keyword: string]: unknown };

/** What a document says about one field. */
export interface Field {
  /** JSON types without `null`; empty if any type is allowed. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  readonly isDeprecated: boolean;
  readonly isRequired: boolean;
  /** The known values, sorted; left out for a field without such a list. */
  readonly values?: readonly string[];
  /** Limits and forms, such as `maxLength` and `format`. */
  readonly limits: Readonly<Record<string, unknown>>;
  /** The field in each variant of the object that has it; empty for an object without variants. */
  readonly variants: ReadonlyMap<string, Field>;
  /** The name of the schema that declares the field. */
  readonly schema?: string;
}

/** Fields by path: `source.accountId`, `data[].status`; the value itself has the path ``. */
export type FieldMap = Map<string, Field>;

const limitNames = [
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minItems',
  'maxItems',
] as const;

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Resolves references of one document. */
export class Reader {
  readonly #document: Json;

  constructor(document: Json) {
    this.#document = document;
  }

  /** Returns the object that a reference names, and the name. @throws Error for an unknown one */
  resolve(value: unknown): { readonly value: Json; readonly name?: string } {
    if (!isJson(value)) return { value: {} };
    if (typeof value.$ref !== 'string') return { value };
    const parts = value.$ref.replace(/^#\//, '').split('/');
    const target = parts.reduce<unknown>(
      (at, part) => (isJson(at) ? at[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      this.#document,
    );
    if (!isJson(target)) throw new Error(`${value.$ref} is not in the document`);
    const { value: found, name = parts.at(-1) ?? '' } = this.resolve(target);
    return { value: found, name };
  }
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isNullable({ type, nullable, enum: values }: Json): boolean {
  return nullable === true || list(type).includes('null') || list(values).includes(null);
}

/** Whether an alternative only names which fields must be there. */
function isOnlyRequired(option: Json): boolean {
  return Object.keys(option).every((key) => key === 'required');
}

/** Returns the known values of a schema: an enum, a constant, or the values of an open enum. */
function valuesOf(schema: Json): readonly string[] | undefined {
  const given = schema.enum ?? schema['x-known-values'];
  const values = schema.const === undefined ? given : [schema.const];
  if (!Array.isArray(values)) return undefined;
  const texts = values.filter((value) => value !== null).map(String);
  return [...new Set(texts)].sort();
}

function typesOf(schema: Json): readonly string[] {
  const { type } = schema;
  const given = typeof type === 'string' ? [type] : list(type).map(String);
  const first: unknown = schema.const ?? list(schema.enum)[0];
  const types = given.length > 0 || first === undefined ? given : [typeof first];
  return [...new Set(types)].filter((each) => each !== 'null').sort();
}

/** The variants of both; one that is in both is joined in the same way as the field. */
function joined(
  one: Field,
  two: Field,
  join: (one: Field, two: Field) => Field,
): Field['variants'] {
  const found = new Map(one.variants);
  for (const [name, field] of two.variants) {
    const known = found.get(name);
    found.set(name, known === undefined ? field : join(known, field));
  }
  return found;
}

/** A value that satisfies one of two descriptions. */
function either(one: Field | undefined, two: Field, isRequired: boolean): Field {
  if (one === undefined) return { ...two, isRequired };
  const both = one.values !== undefined && two.values !== undefined;
  const values = [...new Set([...(one.values ?? []), ...(two.values ?? [])])].sort();
  const { values: _, ...rest } = one;
  return {
    ...rest,
    ...(both ? { values } : {}),
    types: [...new Set([...one.types, ...two.types])].sort(),
    isNullable: one.isNullable || two.isNullable,
    isDeprecated: one.isDeprecated && two.isDeprecated,
    isRequired,
    variants: joined(one, two, (a, b) => either(a, b, a.isRequired && b.isRequired)),
  };
}

/** The parts that both lists have; a description without a list allows everything. */
function common<List extends readonly string[] | undefined>(one: List, two: List): List {
  if (one === undefined || one.length === 0) return two;
  if (two === undefined || two.length === 0) return one;
  return one.filter((each) => two.includes(each)) as readonly string[] as List;
}

/** A value that satisfies both descriptions. */
function both(one: Field | undefined, two: Field): Field {
  if (one === undefined) return two;
  const values = common(one.values, two.values);
  return {
    ...one,
    ...two,
    ...(values === undefined ? {} : { values }),
    types: common(one.types, two.types),
    // A description without a type of its own allows what the other one allows.
    isNullable:
      one.types.length > 0 && two.types.length > 0
        ? one.isNullable && two.isNullable
        : one.isNullable || two.isNullable,
    isDeprecated: one.isDeprecated || two.isDeprecated,
    isRequired: one.isRequired || two.isRequired,
    limits: { ...one.limits, ...two.limits },
    variants: joined(one, two, both),
  };
}

/**
 * Returns the field that tells variants apart: the first one that has known values in all of them, and
 * a single one in some.
 */
function discriminatorOf(options: readonly FieldMap[]): string | undefined {
  const [first = new Map<string, Field>()] = options;
  return [...first.keys()].find((path) => {
    if (path === '' || /[.[]/.test(path)) return false;
    const values = options.map((option) => option.get(path)?.values);
    return values.every((each) => each !== undefined) && values.some((each) => each.length === 1);
  });
}

/** Returns the nearest field above a path: `data[]` of `data[].id`; empty at the top. */
export function parentOf(path: string): string {
  const cut = path.endsWith('[]') ? path.length - 2 : path.lastIndexOf('.');
  return path.slice(0, Math.max(cut, 0));
}

/** Returns the limits of a field in all variants that have it, each different value once. */
function limitsOf(fields: readonly Field[]): Field['limits'] {
  const names = new Set(fields.flatMap(({ limits }) => Object.keys(limits)));
  return Object.fromEntries(
    [...names].map((name) => {
      const values = new Set(fields.map(({ limits }) => limits[name] ?? 'none'));
      const [only] = values;
      return [name, values.size === 1 ? only : [...values].map(String).sort().join(' or ')];
    }),
  );
}

/** Adds the fields of alternatives: one is required if all of them that have its parent require it. */
function addVariants(into: FieldMap, options: readonly FieldMap[]): void {
  const discriminator = discriminatorOf(options);
  for (const path of new Set(options.flatMap((option) => [...option.keys()]))) {
    const having = options.filter((option) => option.has(path));
    const own = into.get(path);
    const parent = parentOf(path);
    const able = parent === '' ? options : options.filter((option) => option.has(parent));
    const isAlways =
      having.length === able.length && having.every((each) => each.get(path)?.isRequired);
    for (const option of having) {
      const field = option.get(path) as Field;
      const named = discriminator === undefined ? undefined : option.get(discriminator);
      const names = (named?.values ?? []).map((value) => `${discriminator} ${value}`);
      const variants = new Map(field.variants);
      if (path !== '') for (const each of names) variants.set(each, field);
      into.set(path, either(into.get(path), { ...field, variants }, isAlways));
    }
    if (path === '') continue;
    const fields = having.map((option) => option.get(path) as Field);
    const limits = limitsOf(own === undefined ? fields : [own, ...fields]);
    into.set(path, { ...(into.get(path) as Field), limits });
  }
}

/** Returns every field of a schema. Unions are merged; a schema inside itself is not followed. */
export function fieldsOf(
  reader: Reader,
  schema: unknown,
  within: readonly string[] = [],
): FieldMap {
  const { value, name } = reader.resolve(schema);
  const fields: FieldMap = new Map();
  if (name !== undefined && within.includes(name)) return fields;
  const inside = name === undefined ? within : [...within, name];
  const values = valuesOf(value);
  const limits = limitNames.flatMap((limit) =>
    value[limit] === undefined ? [] : [[limit, value[limit]] as const],
  );
  const options = [...list(value.oneOf), ...list(value.anyOf)];
  const variants = options.filter((option) => !isJson(option) || !isOnlyRequired(option));
  const present = variants.filter((option) => !isJson(option) || option.type !== 'null');
  const parts = [...list(value.allOf), ...(present.length === 1 ? present : [])];
  const whole: Field = {
    types: typesOf(value),
    isNullable: isNullable(value) || present.length < variants.length,
    isDeprecated: value.deprecated === true,
    isRequired: true,
    limits: Object.fromEntries(limits),
    variants: new Map(),
    ...(values === undefined ? {} : { values }),
  };
  fields.set('', whole);
  const add = (path: string, field: Field) => fields.set(path, both(fields.get(path), field));
  const required = new Set(list(value.required));
  for (const part of parts) {
    for (const [path, field] of fieldsOf(reader, part, inside)) add(path, field);
  }
  const below = (at: string, part: unknown, isRequired: boolean) => {
    for (const [path, field] of fieldsOf(reader, part, inside)) {
      const joint = path === '' || path.startsWith('[') ? '' : '.';
      const own = path === '' ? { ...field, isRequired } : field;
      const declared = name === undefined || path !== '' ? {} : { schema: name };
      add(at === '' ? path : `${at}${joint}${path}`, { ...own, ...declared });
    }
  };
  for (const [property, part] of Object.entries(isJson(value.properties) ? value.properties : {})) {
    below(property, part, required.has(property));
  }
  if (value.items !== undefined) below('[]', value.items, true);
  if (isJson(value.additionalProperties) && Object.keys(value.additionalProperties).length > 0)
    below('*', value.additionalProperties, false);
  if (present.length > 1) {
    addVariants(
      fields,
      present.map((option) => fieldsOf(reader, option, inside)),
    );
  }
  for (const path of required) {
    const field = fields.get(String(path));
    if (field !== undefined) fields.set(String(path), { ...field, isRequired: true });
  }
  return fields;
}
