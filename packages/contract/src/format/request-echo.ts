import type * as z from 'zod';
import { type Fields, isFields } from './fields.ts';
import { definition } from './introspect.ts';
import type { Reconcile } from './reconcile.ts';
import { type ResultIdentity, shapesOf } from './result-marks.ts';

const known = new WeakMap<z.ZodType, readonly string[]>();

/** The names of the fields that a schema, or any of its variants, requires. */
function requiredNames(schema: z.ZodType): readonly string[] {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const names = shapesOf(schema).flatMap((shape) =>
    Object.keys(shape).filter((name) => definition(shape[name] as z.ZodType).type !== 'optional'),
  );
  const unique = [...new Set(names)];
  known.set(schema, unique);
  return unique;
}

function isShown(name: string, value: Fields, sent: Fields): boolean {
  const shown = value[name] ?? undefined;
  return shown !== undefined && JSON.stringify(shown) !== JSON.stringify(sent[name]);
}

/**
 * Whether a result has nothing but what the request had: a copy of its body, or the id of its path.
 * One required field that the request does not have, or has with another value, is enough. If the
 * request has all of them, a copy and a result look the same.
 */
function isCopy(
  schema: z.ZodType,
  { someOf = [] }: ResultIdentity,
  value: Fields,
  sent: Fields,
): boolean {
  const { id } = value;
  if (id !== undefined && !Object.values(sent).includes(id)) return false;
  const required = requiredNames(schema).filter((name) => name !== 'id');
  const isNew = (name: string) => !Object.hasOwn(sent, name);
  const names = required.some(isNew) ? required : someOf;
  return names.some(isNew) && !names.some((name) => isShown(name, value, sent));
}

const reference = /^[A-Z]\w*:(?=.)/;

function kindOf(value: unknown): string | undefined {
  return typeof value === 'string' ? reference.exec(value)?.[0] : undefined;
}

/** The path of a reference that differs between the request and the result. */
function otherReference(sent: Fields, found: Fields): string | undefined {
  for (const [name, wanted] of Object.entries(sent)) {
    const shown = found[name];
    if (isFields(wanted) && isFields(shown)) {
      const inside = otherReference(wanted, shown);
      if (inside !== undefined) return `${name}.${inside}`;
    }
    const kind = kindOf(wanted);
    if (kind !== undefined && kind === kindOf(shown) && wanted !== shown) return name;
  }
  return undefined;
}

/** The parts of a row that name what a result repeats of its request. */
interface Row {
  readonly result: ResultIdentity;
  readonly reconcile?: Reconcile | undefined;
}

/**
 * Returns why a result is a copy of the request, or the result of another one; undefined if it is
 * neither.
 */
export function echoReason(
  { result, reconcile }: Row,
  schema: z.ZodType,
  value: Fields,
  sent: Fields,
): string | undefined {
  if (isCopy(schema, result, value, sent)) return 'it has nothing that the request did not have';
  const inside = result.in === undefined ? value : value[result.in];
  const found = isFields(inside) ? inside : value;
  // The id of the path is a mark of the result, which may be another resource.
  const { id: _id, ...others } = sent;
  const differing = otherReference(others, found);
  if (differing !== undefined) return `its ${differing} is not the one of the request`;
  const ownId = reconcile?.by === 'list' ? reconcile.ownId : undefined;
  if (ownId === undefined) return undefined;
  const [wanted, shown] = [sent[ownId], found[ownId]];
  const isOther = wanted !== undefined && typeof shown === 'string' && wanted !== shown;
  return isOther ? `its ${ownId} is not the one of the request` : undefined;
}
