import type * as z from 'zod/mini';
import { didYouMean } from '../internal/closest-names.ts';

/** One problem of a value, and its place in the value. */
export interface SchemaIssue {
  readonly code: z.core.$ZodIssue['code'];
  readonly path: readonly PropertyKey[];
  /** What is expected, and the kind of what was received; never the value itself. */
  readonly message: string;
  /** The problem as the schema library has it; never with the value itself. */
  readonly issue: z.core.$ZodIssue;
}

const fallback = 'does not have the expected form';

type RawIssue = z.core.$ZodRawIssue;

/** More allowed values than this are not listed where one of them is close. */
const MAX_LISTED = 12;

const kinds: Readonly<Record<string, string>> = {
  array: 'a list',
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
};

function kindOf(value: unknown): string {
  const name = Array.isArray(value) ? 'array' : typeof value;
  return value === null || Number.isNaN(value) ? String(value) : (kinds[name] ?? `a ${name}`);
}

/** What is expected, and what was received: nothing, or a value of some kind. */
function mismatch(expected: string, input: unknown): string {
  if (input === undefined) return `is missing; expected ${expected}`;
  return `expected ${expected}, received ${kindOf(input)}`;
}

function oneOf(values: readonly unknown[], input: unknown): string {
  const names = values.map(String);
  const expected = `${names.length === 1 ? '' : 'one of '}${names.join(', ')}`;
  if (typeof input !== 'string') return mismatch(expected, input);
  const hint = didYouMean(input, names);
  if (names.length > MAX_LISTED && hint !== '') return `is not an allowed value${hint}`;
  return `expected ${expected}${hint}`;
}

/** The parts of an issue that its messages are made of. */
interface Facts {
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly inclusive?: boolean;
  readonly origin?: string;
  readonly discriminator?: string;
  readonly options?: readonly unknown[];
  readonly errors?: readonly (readonly { readonly message: string }[])[];
}

function limit({ minimum, maximum, inclusive, origin = '' }: Facts): string {
  const [atLeast, moreThan] =
    maximum === undefined ? ['at least', 'more than'] : ['at most', 'less than'];
  const unit = { array: 'item', string: 'character' }[origin];
  const number = minimum ?? maximum;
  const counted = unit === undefined ? '' : ` ${unit}${number === 1 ? '' : 's'}`;
  return `expected ${inclusive === false ? moreThan : atLeast} ${number}${counted}`;
}

/** What is wrong, in the words of all packages, where the schema has no message of its own. */
function messageOf(issue: RawIssue): string {
  const { code, input } = issue;
  const facts = issue as Facts;
  const { expected = '', values, discriminator, options, errors = [] } = facts;
  if (expected === 'nonoptional') return 'is missing';
  if (code === 'invalid_type') return mismatch(kinds[expected] ?? `a ${expected}`, input);
  if (values !== undefined) return oneOf(values, input);
  if (code === 'too_small' || code === 'too_big') return limit(facts);
  if (discriminator !== undefined && options !== undefined) {
    return oneOf(options, Object(input)[discriminator]);
  }
  const forms = new Set(errors.flat().map(({ message }) => message));
  return forms.size === 0 ? fallback : [...forms].join('; or ');
}

function fieldsOf(schema: unknown): string[] {
  const { shape } = (schema as z.core.$ZodObject | undefined)?._zod.def ?? {};
  return Object.keys(shape ?? {});
}

/**
 * Checks a value and returns what is wrong with it, one entry for each field; none if it is valid.
 * The messages name what is expected, the kind of what was received, and the closest name; they
 * never contain the value.
 *
 * @param others names that are fields too, beside those of the schema
 */
export function schemaIssues(
  schema: z.ZodMiniType,
  value: unknown,
  others: readonly string[] = [],
): readonly SchemaIssue[] {
  // Most values are valid, and need no messages.
  if (schema.safeParse(value).success) return [];
  const known = new Map<string, readonly string[]>();
  const placeOf = (path: readonly PropertyKey[] = []) => path.map(String).join('.');
  const error = (issue: RawIssue) => {
    if (issue.code === 'unrecognized_keys') known.set(placeOf(issue.path), fieldsOf(issue.inst));
    return messageOf(issue);
  };
  const issues = schema.safeParse(value, { error }).error?.issues ?? [];
  return issues.flatMap((issue): SchemaIssue[] => {
    const { code, path, message } = issue;
    // A schema may have a message of its own for all unknown fields together.
    if (code !== 'unrecognized_keys' || message !== fallback)
      return [{ code, path, message, issue }];
    const names = [...(known.get(placeOf(path)) ?? []), ...(path.length === 0 ? others : [])];
    return issue.keys.map((key) => ({
      code,
      path: [...path, key],
      message: unknownField(key, names),
      issue,
    }));
  });
}

/** The message for a field that the contract does not have, with the name that was probably meant. */
export function unknownField(name: string, names: readonly string[]): string {
  return `is not a field${didYouMean(name, names)}`;
}
