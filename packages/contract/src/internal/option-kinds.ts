/** What an option may be. */
export interface OptionKind {
  /** Completes the word "expected": `a function`. */
  readonly expected: string;
  readonly accepts: (value: unknown) => boolean;
  /** Whether it may not be left out. */
  readonly isRequired?: boolean;
}

/** The kind of each option, by name; `true` for one that is checked where it is used. */
export type OptionKinds = Readonly<Record<string, OptionKind | true>>;

/** The kinds of the options of a type; a table that lacks one does not compile. */
export type KindsOf<Options> = Readonly<Record<keyof Options, OptionKind | true>>;

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** The functions that an object, or nothing, lacks. */
export function missingFunctions(value: unknown, names: readonly string[]): string[] {
  const given = Object(value) as Readonly<Record<string, unknown>>;
  return names.filter((name) => !isFunction(given[name]));
}

/** Whether a value is a plain object: one whose own fields are all that it holds. */
export function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === '[object Object]';
}

export const aFunction: OptionKind = { expected: 'a function', accepts: isFunction };

export const flag: OptionKind = {
  expected: 'true or false',
  accepts: (value) => typeof value === 'boolean',
};

export const text: OptionKind = {
  expected: 'text',
  accepts: (value) => typeof value === 'string' && value !== '',
};

/** An object of the caller's own making; its functions are what is used. */
export function withFunctions(...names: readonly string[]): OptionKind {
  return {
    expected: `an object with the function${names.length > 1 ? 's' : ''} ${names.join(', ')}`,
    accepts: (value) => missingFunctions(value, names).length === 0,
  };
}

export function oneOf(...values: readonly unknown[]): OptionKind {
  return {
    expected: `one of ${values.join(', ')}`,
    accepts: (value) => values.includes(value),
  };
}

/** @param what the items in the plural: `functions` */
export function listOf(item: OptionKind, what: string): OptionKind {
  return {
    expected: `a list of ${what}`,
    accepts: (value) => Array.isArray(value) && value.every((one) => item.accepts(one)),
  };
}

/** The least and the greatest value of a number; `above` excludes the value itself. */
interface Bounds {
  readonly above?: number;
  readonly from?: number;
  readonly to?: number;
  readonly unit?: string;
}

function rangeText({ above, from, to }: Bounds): string {
  const least = above === undefined ? ` from ${from}` : ` above ${above}`;
  return to === undefined ? least : `${least} to ${to}`;
}

function isWithin(value: number, { above = -Infinity, from = -Infinity, to = Infinity }: Bounds) {
  return value > above && value >= from && value <= to;
}

/** A number within bounds; infinite only if the upper bound is left out. */
export function numberOf(bounds: Bounds): OptionKind {
  const unit = bounds.unit === undefined ? '' : ` of ${bounds.unit}`;
  return {
    expected: `a number${unit}${rangeText(bounds)}`,
    accepts: (value) => typeof value === 'number' && isWithin(value, bounds),
  };
}

export function wholeNumber(bounds: Bounds): OptionKind {
  return {
    expected: `a whole number${rangeText(bounds)}`,
    accepts: (value) => Number.isInteger(value) && isWithin(value as number, bounds),
  };
}

export function required(kind: OptionKind): OptionKind {
  return { ...kind, isRequired: true };
}
