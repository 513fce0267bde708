import { isFields } from '@org/payments-contract';
import { definition, type Schema, unwrap } from '@org/payments-contract/internal/schema';

/** A path into a JSON value. */
export type Path = readonly PropertyKey[];

/** Returns a copy of a JSON value without the field at a path. */
export function without(value: unknown, path: Path): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return undefined;
  if (Array.isArray(value)) {
    if (rest.length === 0) return value.filter((_, index) => index !== head);
    return value.map((item, index) => (index === head ? without(item, rest) : item));
  }
  if (!isFields(value)) return value;
  const entries = Object.entries(value).flatMap(([key, child]) => {
    if (key !== head) return [[key, child]];
    return rest.length === 0 ? [] : [[key, without(child, rest)]];
  });
  return Object.fromEntries(entries);
}

/** A value without unknown fields, and the paths of those fields. */
export interface Pruned {
  readonly value: unknown;
  readonly dropped: readonly Path[];
}

function prunedObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): Pruned {
  const { shape = {}, catchall } = definition(schema);
  const isOpen = catchall !== undefined && definition(catchall).type !== 'never';
  const dropped: Path[] = [];
  const kept: [string, unknown][] = [];
  for (const [name, child] of Object.entries(value)) {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field === undefined) {
      if (isOpen) kept.push([name, child]);
      else dropped.push([...path, name]);
      continue;
    }
    const inner = pruneAt(field, child, [...path, name]);
    kept.push([name, inner.value]);
    dropped.push(...inner.dropped);
  }
  return { value: Object.fromEntries(kept), dropped };
}

/** Prunes by the first member of a union that the pruned value satisfies. */
function prunedUnion(members: readonly Schema[], value: unknown, path: Path): Pruned {
  const pruned = members.map((member) => ({ member, result: pruneAt(member, value, path) }));
  const fitting = pruned.filter(({ member, result }) => member.safeParse(result.value).success);
  const [best] = [...fitting].sort(
    (left, right) => left.result.dropped.length - right.result.dropped.length,
  );
  return best?.result ?? { value, dropped: [] };
}

function pruneAt(schema: Schema, value: unknown, path: Path): Pruned {
  const inner = unwrap(schema);
  const { type, options, element } = definition(inner);
  if (options !== undefined) return prunedUnion(options, value, path);
  if (type === 'array' && element !== undefined && Array.isArray(value)) {
    const items = value.map((item, index) => pruneAt(element, item, [...path, index]));
    return {
      value: items.map((item) => item.value),
      dropped: items.flatMap((item) => item.dropped),
    };
  }
  if (type === 'object' && isFields(value)) return prunedObject(inner, value, path);
  return { value, dropped: [] };
}

/** Removes the fields that a schema does not have, at any depth. */
export function prune(schema: Schema | undefined, value: unknown): Pruned {
  return schema === undefined ? { value, dropped: [] } : pruneAt(schema, value, []);
}
