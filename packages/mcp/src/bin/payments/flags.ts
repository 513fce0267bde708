import type { ParseArgsOptionsConfig } from 'node:util';
import type { Fields, OperationRow } from '@org/payments-contract';
import { ArgumentError, parseForeignJson } from '@org/payments-contract/internal';
import { variantsOf } from '@org/payments-contract/internal/schema';
import { unitAt } from '../../tools/row-facts.ts';
import type { JsonSchema } from '../../tools/schema-types.ts';
import type { PaymentsTool } from '../../tools/tool.ts';
import { type AmountFlag, amountOf } from './amounts.ts';
import { kebabCase } from './operations.ts';

/** One option of an operation, for a field of its input. */
export interface Flag extends AmountFlag {
  /** `customer-id`, or `source.account-id` for a field of a field. */
  readonly name: string;
  readonly kind: 'text' | 'number' | 'amount' | 'boolean' | 'json';
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

const truths: readonly string[] = ['true', 'false'];

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
    const kind = kindOf(items ?? all);
    const flag: Flag = {
      name: fieldPath.map(kebabCase).join('.'),
      path: fieldPath,
      kind,
      isList: items !== undefined,
      isRequired,
      description: node.description ?? '',
      values:
        kind === 'boolean' ? truths : (items ?? all).flatMap((one) => one.enum ?? []).map(String),
    };
    return [flag, ...below];
  });
}

/**
 * The two options of an amount: with its currency, and in the smallest unit. A bare number could be
 * either, and is refused.
 */
function withUnit(flag: Flag, { params, query, body }: OperationRow): readonly Flag[] {
  const unit = [params, query, body].map((part) => unitAt(part, flag.path)).find(Boolean);
  if (flag.isList || unit?.startsWith('minorUnits of ') !== true) return [flag];
  // Its decimals are its own: nobody could write it with a currency.
  const ofStablecoin = unit.endsWith(' the stablecoin');
  const isDigits = flag.kind === 'text';
  const { name, isRequired, description } = flag;
  const meaning = description.replace(/,? *in the smallest unit[^.]*\.?/i, '').trim();
  const either = isRequired ? `This or --${name}-minor is required.` : `Or --${name}-minor.`;
  const minor: Flag = {
    ...{ ...flag, name: `${name}-minor`, kind: 'number', isRequired: false, isDigits },
  };
  if (ofStablecoin) return [{ ...minor, isRequired }];
  return [
    {
      ...{ ...flag, kind: 'amount', isRequired: false, unit, isDigits },
      description: `${meaning === '' ? '' : `${meaning.replace(/\.$/, '')}. `}With its currency. ${either}`,
    },
    minor,
  ];
}

/** The option of a field that several variants have: it takes the values of each. */
function merged(same: readonly Flag[]): Flag {
  const isListed = same.every(({ values }) => values.length > 0);
  const values = isListed ? [...new Set(same.flatMap((flag) => flag.values))] : [];
  return { ...(same.at(-1) as Flag), values };
}

/** The options of an operation: one for each field of its input, and two for an amount. */
export function flagsOf({ inputSchema, operation }: PaymentsTool): readonly Flag[] {
  const all = flagsBelow(inputSchema as JsonSchema as Node, [], true);
  const unique = Map.groupBy(all, ({ name }) => name);
  return [...unique.values()].flatMap((same) => withUnit(merged(same), operation.row));
}

/** The same for `parseArgs`. Each may be given again, so that a repetition is noticed. */
export function parseOptions(flags: readonly Flag[]): ParseArgsOptionsConfig {
  return Object.fromEntries(flags.map(({ name }) => [name, { type: 'string', multiple: true }]));
}

/** The words of a command line, in which a bare option that is true or false is true. */
export function withTruths(args: readonly string[], flags: readonly Flag[]): string[] {
  const names = new Set(flags.filter(({ kind }) => kind === 'boolean').map(({ name }) => name));
  return args.map((arg, at) => {
    const isBare = arg.startsWith('--') && names.has(arg.slice(2));
    return isBare && !truths.includes(args[at + 1] ?? '') ? `${arg}=true` : arg;
  });
}

/** Digits that a JavaScript number holds exactly. */
const EXACT_DIGITS = 15;

function numberOf({ name, isDigits }: Flag, text: string): number | string {
  const isWhole = isDigits !== undefined;
  if (!(isWhole ? /^\d+$/ : /^-?\d+(?:\.\d+)?$/).test(text)) {
    const what = isWhole ? "a whole number of the currency's smallest unit" : 'a number';
    throw new ArgumentError(`--${name} takes ${what}, not ${text}`);
  }
  if (isDigits === true) return text;
  const value = Number(text);
  const { length } = text.replace(/^-?0*\.?0*/, '').replace('.', '');
  if (length <= EXACT_DIGITS || (!text.includes('.') && Number.isSafeInteger(value))) return value;
  throw new ArgumentError(`--${name} ${text} has more digits than a number can hold exactly`);
}

function parsedValue(flag: Flag, text: string): unknown {
  const { name, kind } = flag;
  if (kind === 'text') return text;
  if (kind === 'boolean') {
    if (truths.includes(text)) return text === 'true';
    throw new ArgumentError(`--${name} takes true or false, not ${text}`);
  }
  if (kind === 'number') return numberOf(flag, text);
  if (kind === 'amount') return amountOf(flag, text);
  try {
    return parseForeignJson(text);
  } catch {
    // Its message would quote the value, which may be a secret.
    throw new ArgumentError(`--${name} takes JSON, and no field twice`);
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
  for (const { name, kind } of flags) {
    const isTwice = kind === 'amount' && values[name] !== undefined && values[`${name}-minor`];
    if (isTwice) throw new ArgumentError(`--${name} and --${name}-minor exclude each other`);
  }
  return flags.reduce<Fields>((input, flag) => {
    const given = values[flag.name] as readonly string[] | undefined;
    if (given === undefined) return input;
    const all = given.map((text) => parsedValue(flag, text));
    if (!flag.isList && all.length > 1) throw new ArgumentError(`--${flag.name} is given twice`);
    return setAt(input, flag.path, flag.isList ? all : all[0]);
  }, base);
}

export function typedAmounts(
  flags: readonly Flag[],
  values: Readonly<Record<string, unknown>>,
): readonly (readonly [flag: Flag, text: string])[] {
  return flags.flatMap((flag) => {
    const [text] = (values[flag.name] ?? []) as readonly string[];
    return flag.kind === 'amount' && text !== undefined ? [[flag, text] as const] : [];
  });
}
