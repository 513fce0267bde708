import * as core from 'zod/v4/core';
import en from 'zod/v4/locales/en.js';

/**
 * The part of zod's usual interface that the contract uses, over zod's own core, which validates
 * and writes the messages. zod's interface refers to all of its kinds of schema, so that no bundler
 * can remove the unused two thirds. `library.test.ts` compares this with zod.
 */

type Fields = Readonly<Record<string, unknown>>;
type Parameters = string | Fields | undefined;
interface Schema {
  readonly _zod: { readonly def: Fields & { readonly checks?: readonly unknown[] } };
  check(...checks: readonly unknown[]): Schema;
  clone(definition?: unknown, parameters?: Fields): Schema;
  optional(): Schema;
  nullable(): Schema;
}
/** A class of zod's core: it creates schemas, and adds its members to those of other classes. */
interface Kind {
  new (definition: Fields): Schema;
  init(schema: Schema, definition: Fields): void;
}
type Methods = Readonly<Record<string, (this: Schema, ...given: never[]) => unknown>>;

function ensureTexts(): void {
  if (core.globalConfig.localeError === undefined) core.config(en());
}

const everySchema: Methods = {
  check(...checks: unknown[]) {
    const { def } = this._zod;
    return this.clone({ ...def, checks: [...(def.checks ?? []), ...checks] }, { parent: true });
  },
  clone(definition: never, parameters: never) {
    return core.clone(this as never, definition, parameters);
  },
  refine(test: never, parameters: Parameters = {}) {
    return this.check(core._refine(core.$ZodCustom, test, parameters));
  },
  superRefine(test: never) {
    return this.check(core._superRefine(test));
  },
  optional() {
    return new Optional({ type: 'optional', innerType: this });
  },
  nullable() {
    return new Nullable({ type: 'nullable', innerType: this });
  },
  nullish() {
    return this.nullable().optional();
  },
  meta(...given: never[]) {
    if (given.length === 0) return core.globalRegistry.get(this as never);
    const copy = this.clone();
    core.globalRegistry.add(copy as never, given[0] as never);
    return copy;
  },
  parse(value: unknown) {
    return core.parse(this as never, value);
  },
  safeParse(value: unknown) {
    return core.safeParse(this as never, value);
  },
};

const lengths: Methods = {
  min(length: number, parameters: Parameters) {
    return this.check(core._minLength(length, parameters));
  },
  max(length: number, parameters: Parameters) {
    return this.check(core._maxLength(length, parameters));
  },
  length(length: number, parameters: Parameters) {
    return this.check(core._length(length, parameters));
  },
};

const texts: Methods = {
  ...lengths,
  regex(pattern: RegExp, parameters: Parameters) {
    return this.check(core._regex(pattern, parameters));
  },
  startsWith(prefix: string, parameters: Parameters) {
    return this.check(core._startsWith(prefix, parameters));
  },
};

const numbers: Methods = {
  min(least: number, parameters: Parameters) {
    return this.check(core._gte(least, parameters));
  },
  max(most: number, parameters: Parameters) {
    return this.check(core._lte(most, parameters));
  },
  positive(parameters: Parameters) {
    return this.check(core._gt(0, parameters));
  },
  nonnegative(parameters: Parameters) {
    return this.check(core._gte(0, parameters));
  },
};

const objects: Methods = {
  extend(shape: Fields) {
    const { def } = this._zod;
    return this.clone({ ...def, shape: { ...(def.shape as Fields), ...shape } });
  },
  partial() {
    const { def } = this._zod;
    const fields = Object.entries(def.shape as Readonly<Record<string, Schema>>);
    const shape = Object.fromEntries(fields.map(([name, field]) => [name, field.optional()]));
    return this.clone({ ...def, shape, checks: [] });
  },
};

/**
 * A kind of schema: that of the core, with its own methods, and fields read from its definition.
 */
function kind(
  ofCore: unknown,
  methods: Methods = {},
  fields: (definition: never) => object = () => ({}),
): Kind {
  const own = { ...everySchema, ...methods };
  const made = core.$constructor<never>(
    // A class whose name another one has counts as that one.
    `Lean${(ofCore as { readonly name: string }).name}`,
    (schema: Schema, definition: Fields) => {
      ensureTexts();
      (ofCore as Kind).init(schema, definition);
      Object.assign(schema, fields(definition as never));
    },
    own as never,
  );
  return made as unknown as Kind;
}

const Text = /* @__PURE__ */ kind(core.$ZodString, texts);
const DateTime = /* @__PURE__ */ kind(core.$ZodISODateTime, texts);
const CalendarDate = /* @__PURE__ */ kind(core.$ZodISODate, texts);
const Email = /* @__PURE__ */ kind(core.$ZodEmail, texts);
const Url = /* @__PURE__ */ kind(core.$ZodURL, texts);
const Numeric = /* @__PURE__ */ kind(core.$ZodNumber, numbers);
const Integer = /* @__PURE__ */ kind(core.$ZodNumberFormat, numbers);
const Truth = /* @__PURE__ */ kind(core.$ZodBoolean);
const Unknown = /* @__PURE__ */ kind(core.$ZodUnknown);
const Never = /* @__PURE__ */ kind(core.$ZodNever);
const List = /* @__PURE__ */ kind(core.$ZodArray, lengths);
const Enumeration = /* @__PURE__ */ kind(core.$ZodEnum);
const Literal = /* @__PURE__ */ kind(core.$ZodLiteral, {}, ({ values }: { values: unknown[] }) => ({
  values: new Set(values),
}));
const Union = /* @__PURE__ */ kind(core.$ZodUnion);
const Variants = /* @__PURE__ */ kind(core.$ZodDiscriminatedUnion);
const Dictionary = /* @__PURE__ */ kind(core.$ZodRecord);
const Optional = /* @__PURE__ */ kind(core.$ZodOptional);
const Nullable = /* @__PURE__ */ kind(core.$ZodNullable);
const Lazy = /* @__PURE__ */ kind(core.$ZodLazy);
const Shaped = /* @__PURE__ */ kind(core.$ZodObjectJIT, objects, (definition: Fields) => ({
  shape: definition.shape,
}));

function withParameters(definition: Fields, parameters: Parameters): Fields {
  const given = typeof parameters === 'string' ? { error: parameters } : parameters;
  const error = given?.error;
  const normal = typeof error === 'string' ? { ...given, error: () => error } : given;
  return { ...definition, ...normal };
}

export const string = (parameters?: Parameters) => core._string(Text as never, parameters);
export const email = (parameters?: Parameters) => core._email(Email as never, parameters);
export const url = (parameters?: Parameters) => core._url(Url as never, parameters as never);
export const iso = {
  datetime: (parameters?: Parameters) => core._isoDateTime(DateTime as never, parameters),
  date: (parameters?: Parameters) => core._isoDate(CalendarDate as never, parameters),
};
export const number = (parameters?: Parameters) => core._number(Numeric as never, parameters);
export const int = (parameters?: Parameters) => core._int(Integer as never, parameters);
export const boolean = (parameters?: Parameters) => core._boolean(Truth as never, parameters);
export const unknown = () => core._unknown(Unknown as never);
export const array = (element: never, parameters?: Parameters) =>
  core._array(List as never, element, parameters);

function enumeration(values: readonly string[], parameters?: Parameters): Schema {
  const entries = Object.fromEntries(values.map((value) => [value, value]));
  return new Enumeration(withParameters({ type: 'enum', entries }, parameters));
}

export { enumeration as enum };

export const literal = (value: unknown, parameters?: Parameters) =>
  new Literal(withParameters({ type: 'literal', values: [value].flat() }, parameters));

export const union = (options: unknown, parameters?: Parameters) =>
  new Union(withParameters({ type: 'union', options }, parameters));

export const discriminatedUnion = (
  discriminator: string,
  options: unknown,
  parameters?: Parameters,
) => new Variants(withParameters({ type: 'union', options, discriminator }, parameters));

export const record = (keyType: unknown, valueType: unknown, parameters?: Parameters) =>
  new Dictionary(withParameters({ type: 'record', keyType, valueType }, parameters));

export const lazy = (getter: unknown) => new Lazy({ type: 'lazy', getter });

export const object = (shape: unknown, parameters?: Parameters) =>
  new Shaped(withParameters({ type: 'object', shape }, parameters));

export const strictObject = (shape: unknown, parameters?: Parameters) => {
  const catchall = core._never(Never as never);
  return new Shaped(withParameters({ type: 'object', shape, catchall }, parameters));
};

export const looseObject = (shape: unknown, parameters?: Parameters) =>
  new Shaped(withParameters({ type: 'object', shape, catchall: unknown() }, parameters));
