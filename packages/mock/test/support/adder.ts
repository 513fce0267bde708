import type { Mock } from '../../src/index.ts';

/** Adds a resource to a mock. */
export type Adder = (fields: Readonly<Record<string, unknown>>) => unknown;

/**
 * Returns the function of `mock.add` that is named after the type of an id: `card` for `Card:7c1e`;
 * undefined if there is none.
 */
export function adderFor(id: unknown, { add }: Mock): Adder | undefined {
  const type = /^([A-Z]\w*):/.exec(String(id))?.[1];
  if (type === undefined) return undefined;
  const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  return Object.hasOwn(add, name) ? (add as unknown as Record<string, Adder>)[name] : undefined;
}
