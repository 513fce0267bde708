import type { ParseArgsOptionsConfig } from 'node:util';
import type { Fields } from '@org/payments-contract';
import { ArgumentError } from '@org/payments-contract/internal';
import { variantsOf } from '@org/payments-contract/internal/schema';
import type { JsonSchema, ObjectSchema } from '../../tools/schema-types.ts';
import { kebabCase } from './operations.ts';

/** One option of an operation, for a field of its input. */
export interface Flag {
  /** `customer-id`, or `source.account-id` for a field of a field. */
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'boolean' | 'json';
  /** Whether it may be repeated. */
  readonly isList: boolean;
  readonly isRequired: boolean;
  readonly description: string;
  /** The values that the field accepts, if they are listed. */
  readonly values: readonly string[];
}

interface Node {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly enum?: readonly unknown[];
  readonly description?: string;
}

function kindOf(nodes: readonly Node[]): Flag['kind'] {
  const types = new Set(nodes.map(({ type }) => type).filter((type) => type !== 'null'));
  if (types.has('string')) return 'text';
  if ([...types].every((type) => type === 'integer' || type === 'number')) return 'number';
  return types.size === 1 && types.has('boolean') ? 'boolean' : 'json';
}

function flagsBelow(schema: Node, path: readonly string[], isNeeded: boolean): Flag[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([field, node]) => {
    const fieldPath = [...path, field];
    const isRequired = isNeeded && required.includes(field);
    const all = variantsOf(node);
    const objects = all.filter((one) => one.properties !== undefined);
    const below = objects.flatMap((one) =>
      flagsBelow(one, fieldPath, isRequired && objects.length === 1),
    );
    if (objects.length === all.length) return below;
    const [items] = all.flatMap((one) => (one.items === undefined ? [] : [variantsOf(one.items)]));
    const flag: Flag = {
      name: fieldPath.map(kebabCase).join('.'),
      path: fieldPath,
      kind: kindOf(items ?? all),
      isList: items !== undefined,
      isRequired,
      description: node.description ?? '',
      values: (items ?? all).flatMap((one) => one.enum ?? []).map(String),
    };
    return [flag, ...below];
  });
}

/** The options of an operation, one for each field of its input. */
export function flagsOf(schema: ObjectSchema): readonly Flag[] {
  const all = flagsBelow(schema as JsonSchema as Node, [], true);
  return [...new Map(all.map((flag) => [flag.name, flag])).values()];
}

/** The same for `parseArgs`. Each may be given again, so that a repetition is noticed. */
export function parseOptions(flags: readonly Flag[]): ParseArgsOptionsConfig {
  return Object.fromEntries(
    flags.map(({ name, kind }) => [
      name,
      { type: kind === 'boolean' ? 'boolean' : 'string', multiple: true },
    ]),
  );
}

function parsedValue({ name, kind }: Flag, text: string | boolean): unknown {
  if (typeof text === 'boolean' || kind === 'text') return text;
  if (kind === 'number') {
    if (/^-?\d+(?:\.\d+)?$/.test(text) && Number.isFinite(Number(text))) return Number(text);
    throw new ArgumentError(`--${name} takes a number, not ${text}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    // Its message would quote the value, which may be a secret.
    throw new ArgumentError(`--${name} takes JSON`);
  }
}

function setAt(input: Fields, [field = '', ...rest]: readonly string[], value: unknown): Fields {
  if (rest.length === 0) return { ...input, [field]: value };
  const below = Object.hasOwn(input, field) ? (input[field] as Fields) : {};
  return { ...input, [field]: setAt(below, rest, value) };
}

/** The input that options give, on top of one from a file. @throws ArgumentError */
export function inputOf(
  flags: readonly Flag[],
  values: Readonly<Record<string, unknown>>,
  base: Fields,
): Fields {
  return flags.reduce<Fields>((input, flag) => {
    const given = values[flag.name] as readonly (string | boolean)[] | undefined;
    if (given === undefined) return input;
    const all = given.map((text) => parsedValue(flag, text));
    if (!flag.isList && all.length > 1) throw new ArgumentError(`--${flag.name} is given twice`);
    return setAt(input, flag.path, flag.isList ? all : all[0]);
  }, base);
}
