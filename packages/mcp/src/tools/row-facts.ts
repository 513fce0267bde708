import type { OperationRow } from '@org/payments-contract';
import { subschemas, variantsOf } from '@org/payments-contract/internal/schema';
import * as z from 'zod';
import type { JsonSchema } from './schema-types.ts';

/** Wraps a function so that it computes the value of each key once, and keeps it as long as the key. */
export function byKey<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const kept = values.get(key);
    if (kept !== undefined) return kept.value;
    const value = compute(key);
    values.set(key, { value });
    return value;
  };
}

/** What of a JSON Schema is followed, with the contract's mark of a secret. */
interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly items?: Node;
  readonly secret?: boolean;
  readonly unit?: string;
}

const toNode = byKey((schema: z.core.$ZodType): Node => {
  const json: JsonSchema = z.toJSONSchema(schema, { unrepresentable: 'any' });
  return json;
});

function responsesOf({ responses }: OperationRow): z.core.$ZodType[] {
  return Object.values(responses).filter((schema) => schema !== null);
}

function hasField(schema: Node, name: RegExp): boolean {
  return subschemas(schema).some(
    ([below, field]) => (field !== undefined && name.test(field)) || hasField(below, name),
  );
}

/** Whether the input or the result of an operation holds amounts of money. */
export function hasAmounts(row: OperationRow): boolean {
  const inputs = [row.params, row.query, row.body].filter((part) => part !== undefined);
  const all = [...inputs, ...responsesOf(row)];
  return all.some((schema) => hasField(toNode(schema), /(?:^a|A)mount|Spend$/));
}

function alwaysHasSecret({ properties = {}, required = [], secret }: Node): boolean {
  if (secret === true) return true;
  return required.some((name) => {
    const field = properties[name];
    return field !== undefined && alwaysHasSecret(field);
  });
}

/**
 * Whether an operation returns a secret: every one of its responses contains one. A secret that a
 * resource merely may show, such as a tax number, does not count.
 */
export function handsOutSecret(row: OperationRow): boolean {
  return responsesOf(row).some((schema) => alwaysHasSecret(toNode(schema)));
}

/** What the number at a path of a body counts, such as `minorUnits of currency`; a list by an index. */
export function unitAt(schema: z.core.$ZodType | undefined, path: readonly string[]) {
  const walk = (node: Node, [name, ...rest]: readonly string[]): string | undefined => {
    const { properties = {}, items, unit } = node;
    const element = name !== undefined && /^\d+$/.test(name) ? items : undefined;
    const own = name === undefined ? undefined : (properties[name] ?? element);
    const found = name === undefined ? unit : own && walk(own, rest);
    if (found !== undefined) return found;
    const below = variantsOf(node)
      .filter((one) => one !== node)
      .map((one) => walk(one, name === undefined ? [] : [name, ...rest]));
    return below.find((one) => one !== undefined);
  };
  return schema === undefined ? undefined : walk(toNode(schema), path);
}
