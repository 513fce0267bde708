import type * as z from 'zod/mini';
import { fits, isTime } from './field-fit.ts';
import { type Fields, isFields } from './fields.ts';
import { definition } from './introspect.ts';
import type { Reconcile } from './reconcile.ts';
import { type ResultIdentity, shapesOf } from './result-marks.ts';

/** A field of a result, in every variant that has it. */
interface Field {
  readonly schemas: readonly z.ZodMiniType[];
  /** Whether any variant requires it. */
  readonly isRequired: boolean;
  readonly isTime: boolean;
}

const known = new WeakMap<z.ZodMiniType, ReadonlyMap<string, Field>>();

/** The fields of a schema and of its variants, by name. */
function fieldsOf(schema: z.ZodMiniType): ReadonlyMap<string, Field> {
  const found = known.get(schema);
  if (found !== undefined) return found;
  const fields = new Map<string, Field>();
  for (const [name, each] of shapesOf(schema).flatMap((shape) => Object.entries(shape))) {
    const { schemas = [], isRequired = false } = fields.get(name) ?? {};
    fields.set(name, {
      schemas: [...schemas, each],
      isRequired: isRequired || definition(each).type !== 'optional',
      isTime: isTime(each),
    });
  }
  known.set(schema, fields);
  return fields;
}

/**
 * The names of the fields of which one shows that the service wrote a result: those that are required.
 * A time alone does not show it, because any system writes one, unless there is nothing else that the
 * request does not have. None if the request has all of them.
 */
function tellingNames(
  fields: ReadonlyMap<string, Field>,
  { someOf = [] }: ResultIdentity,
  sent: Fields,
): readonly string[] {
  const required = [...fields].filter(([name, { isRequired }]) => isRequired && name !== 'id');
  const lasting = required.filter(([, { isTime: isDated }]) => !isDated);
  const lists = [lasting, required].map((list) => list.map(([name]) => name));
  const isNew = (name: string) => !Object.hasOwn(sent, name);
  return [...lists, someOf].find((names) => names.some(isNew)) ?? [];
}

/** Whether a result has a value of its own in a field; one of another form may be anybody's. */
function isShown(field: Field | undefined, value: unknown, sent: unknown): boolean {
  const shown = value ?? undefined;
  if (shown === undefined || JSON.stringify(shown) === JSON.stringify(sent)) return false;
  return field?.schemas.some((schema) => fits(schema, shown)) === true;
}

/** Whether a result has an id that the request does not have: only the service assigns one. */
function hasNewId(fields: ReadonlyMap<string, Field>, { id }: Fields, sent: Fields): boolean {
  return !Object.values(sent).includes(id) && isShown(fields.get('id'), id, undefined);
}

/** Returns whether a result has something that the request does not have. */
export function showsMore(
  result: ResultIdentity,
  schema: z.ZodMiniType,
  value: Fields,
  sent: Fields,
): boolean {
  const fields = fieldsOf(schema);
  if (hasNewId(fields, value, sent)) return true;
  const names = tellingNames(fields, result, sent);
  return names.some((name) => isShown(fields.get(name), value[name], sent[name]));
}

/**
 * Whether a result has nothing but what the request had: a copy of its body, or the id of its path.
 * If the request has all that is required of the result, a copy and a result look the same.
 */
function isCopy(
  result: ResultIdentity,
  schema: z.ZodMiniType,
  value: Fields,
  sent: Fields,
): boolean {
  const canTell = tellingNames(fieldsOf(schema), result, sent).length > 0;
  return canTell && !showsMore(result, schema, value, sent);
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
  schema: z.ZodMiniType,
  value: Fields,
  sent: Fields,
): string | undefined {
  if (isCopy(result, schema, value, sent)) return 'it has nothing that the request did not have';
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
