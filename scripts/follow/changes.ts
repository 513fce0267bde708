import { errorCodes } from '@org/payments-contract';
import { type Field, type FieldMap, parentOf } from './fields.ts';
import type { Endpoint, Surface } from './surface.ts';

/** What a change means to those who use the contract as it is. */
export type Effect =
  /** A call that works today is refused, or its result is not what the contract says. */
  | 'breaks'
  /** Something new, which a client that lacks it can ignore. */
  | 'adds'
  /** The service allows or promises more than the contract has. */
  | 'relaxes';

/** One difference between the contract and a document. */
export interface Change {
  /** Names the change, so that a decision can name it: `PATCH /cards/{} request nickname: field added`. */
  readonly key: string;
  /** The operation or event: `PATCH /cards/{}`, `event CARD.STATE_CHANGE`. */
  readonly endpoint: string;
  readonly kind: string;
  readonly effect: Effect;
  /** Values or limits before and after, where there are any. */
  readonly detail?: string;
  /** The schema of the contract to which the field belongs, if it has a name. */
  readonly schema?: string;
  readonly field?: string;
}

type Place = 'request' | 'result';

interface Found {
  readonly kind: string;
  readonly effect: Effect;
  readonly detail?: string;
}

/** What was added to a list and what was removed from it, each as one finding. */
function listed(
  ours: readonly string[],
  theirs: readonly string[],
  added: Found,
  removed: Found,
): Found[] {
  return [
    { ...added, detail: theirs.filter((value) => !ours.includes(value)).join(', ') },
    { ...removed, detail: ours.filter((value) => !theirs.includes(value)).join(', ') },
  ].filter(({ detail }) => detail !== '');
}

function requirement(place: Place, ours: Field, theirs: Field): Found[] {
  if (ours.isRequired === theirs.isRequired) return [];
  // The contract leaves more fields of results optional than the service promises, on purpose.
  if (place === 'result' && theirs.isRequired) return [];
  const isBreaking = (place === 'request') === theirs.isRequired;
  const kind = theirs.isRequired ? 'required now' : 'optional now';
  return [{ kind, effect: isBreaking ? 'breaks' : 'relaxes' }];
}

function valueChanges(place: Place, { values: ours }: Field, { values: theirs }: Field): Found[] {
  const isRequest = place === 'request';
  if (ours === undefined) {
    const effect = isRequest ? 'breaks' : 'adds';
    return theirs === undefined ? [] : [{ kind: 'enum given', effect, detail: theirs.join(', ') }];
  }
  if (theirs === undefined) {
    return [{ kind: 'enum dropped', effect: 'relaxes', detail: ours.join(', ') }];
  }
  const removed = isRequest ? 'breaks' : 'relaxes';
  const widened = { kind: 'enum widened', effect: 'adds' } as const;
  return listed(ours, theirs, widened, { kind: 'enum narrowed', effect: removed });
}

function typeChanges(place: Place, ours: Field, theirs: Field): Found[] {
  if (ours.types.length === 0 || theirs.types.length === 0) return [];
  const [before, after] = [ours.types.join(' | '), theirs.types.join(' | ')];
  if (before === after) return [];
  const accepts = (wide: readonly string[], narrow: readonly string[]) =>
    narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')));
  const isFine =
    place === 'request' ? accepts(theirs.types, ours.types) : accepts(ours.types, theirs.types);
  return [
    { kind: 'type changed', effect: isFine ? 'relaxes' : 'breaks', detail: `${before} → ${after}` },
  ];
}

/** Formats that state how a number is stored, which JSON does not show. */
const storage: ReadonlySet<unknown> = new Set(['int32', 'int64', 'float', 'double']);

/**
 * Returns whether a limit is the contract's own way to write what the document says in another way:
 * that a string is not empty, and the form of a date as a pattern.
 */
function isOwnForm(name: string, ours: Field, theirs: Field): boolean {
  if (name === 'format' && storage.has(theirs.limits.format)) return true;
  if (theirs.limits[name] !== undefined) return false;
  if (name === 'minLength') return ours.limits.minLength === 1;
  if (name === 'format') return ours.limits.pattern !== undefined;
  return name === 'pattern' && ours.limits.format !== undefined;
}

/** Limits of a result are only descriptions: the contract's results have none. */
function limitChanges(place: Place, ours: Field, theirs: Field): Found[] {
  if (place === 'result') return [];
  const names = new Set([...Object.keys(ours.limits), ...Object.keys(theirs.limits)]);
  const details = [...names].sort().flatMap((name) => {
    const [before, after] = [ours.limits[name], theirs.limits[name]];
    return before === after || isOwnForm(name, ours, theirs)
      ? []
      : [`${name} ${before ?? 'none'} → ${after ?? 'none'}`];
  });
  if (details.length === 0) return [];
  const isLooser = details.every((detail) => detail.endsWith(' → none'));
  const effect = isLooser ? 'relaxes' : 'breaks';
  return [{ kind: 'limit changed', effect, detail: details.join(', ') }];
}

/** `type` of the variant `type CARD`. */
function discriminator(variant: string): string {
  return variant.split(' ')[0] ?? '';
}

/** Compares the variants that have a field, where both sides tell them apart by the same field. */
function variantChanges(ours: Field, theirs: Field): Found[] {
  const [before, after] = [ours, theirs].map(({ variants }) => variants.map(discriminator));
  const shared = ({ variants }: Field) =>
    variants.filter((variant) =>
      [before, after].every((names) => names?.includes(discriminator(variant))),
    );
  const added = { kind: 'variant added', effect: 'adds' } as const;
  return listed(shared(ours), shared(theirs), added, { kind: 'variant removed', effect: 'breaks' });
}

function fieldChanges(
  endpoint: string,
  where: string,
  place: Place,
  ours: FieldMap,
  theirs: FieldMap,
): Change[] {
  const change = (path: string, found: Found, field?: Field): Change => ({
    key: `${endpoint} ${where}${path === '' ? '' : ` ${path}`}: ${found.kind}`,
    endpoint,
    field: path,
    ...found,
    ...(field?.schema === undefined ? {} : { schema: field.schema }),
  });
  /** Whether the field above one is missing too, which says it all. */
  const isMissingAbove = (path: string, fields: FieldMap) =>
    parentOf(path) !== '' && !fields.has(parentOf(path));
  const added = [...theirs].flatMap(([path, field]) => {
    if (ours.has(path) || isMissingAbove(path, ours)) return [];
    const isRequired = place === 'request' && field.isRequired;
    const kind = isRequired ? 'required field added' : 'field added';
    const sibling = [...ours].find(([each]) => parentOf(each) === parentOf(path) && each !== '');
    const found: Found = { kind, effect: isRequired ? 'breaks' : 'adds' };
    return [change(path, found, sibling?.[1])];
  });
  const rest = [...ours].flatMap(([path, field]): Change[] => {
    const after = theirs.get(path);
    if (after === undefined) {
      const isNeeded = place === 'request' || field.isRequired;
      const found: Found = { kind: 'field removed', effect: isNeeded ? 'breaks' : 'relaxes' };
      return isMissingAbove(path, theirs) ? [] : [change(path, found, field)];
    }
    const [above, aboveAfter] = [ours.get(parentOf(path)), theirs.get(parentOf(path))];
    const isWithin = (found: Found) =>
      path !== '' &&
      above !== undefined &&
      aboveAfter !== undefined &&
      variantChanges(above, aboveAfter).some(
        ({ kind, detail }) => kind === found.kind && detail === found.detail,
      );
    return [
      ...requirement(place, field, after),
      ...typeChanges(place, field, after),
      ...valueChanges(place, field, after),
      ...limitChanges(place, field, after),
      // A variant that an object is part of is named at the object, not at each of its fields.
      ...variantChanges(field, after).filter((found) => !isWithin(found)),
    ].map((found) => change(path, found, field));
  });
  return [...added, ...rest];
}

/** Names that were added or removed, of an endpoint's parts or of whole endpoints with a prefix. */
function nameChanges(
  what: string,
  [ours, theirs]: readonly [Iterable<string>, Iterable<string>],
  effects: { readonly added: Effect; readonly removed: Effect },
  of: { readonly endpoint: string } | { readonly prefix: string },
): Change[] {
  const [before, after] = [[...ours], [...theirs]];
  const changes = (names: readonly string[], others: readonly string[], how: 'added' | 'removed') =>
    names
      .filter((name) => !others.includes(name))
      .map((name) => {
        const kind = `${what} ${how}`;
        const whole = 'prefix' in of ? `${of.prefix}${name}` : `${of.endpoint} ${name}`;
        const endpoint = 'prefix' in of ? whole : of.endpoint;
        return { key: `${whole}: ${kind}`, endpoint, kind, effect: effects[how] };
      });
  return [...changes(after, before, 'added'), ...changes(before, after, 'removed')];
}

function endpointChanges(endpoint: string, ours: Endpoint, theirs: Endpoint): Change[] {
  const statuses = (added: Effect, before: Iterable<string>, after: Iterable<string>) =>
    nameChanges('status', [before, after], { added, removed: 'relaxes' }, { endpoint });
  return [
    ...fieldChanges(endpoint, 'parameter', 'request', ours.parameters, theirs.parameters),
    ...fieldChanges(endpoint, 'request', 'request', ours.request, theirs.request),
    ...[...ours.results].flatMap(([status, fields]) => {
      const after = theirs.results.get(status);
      return after ? fieldChanges(endpoint, status, 'result', fields, after) : [];
    }),
    ...statuses('breaks', ours.results.keys(), theirs.results.keys()),
    ...statuses('adds', ours.rejections, theirs.rejections),
  ];
}

function compared(
  label: string,
  prefix: string,
  ours: ReadonlyMap<string, Endpoint>,
  theirs: ReadonlyMap<string, Endpoint>,
): Change[] {
  const effects = { added: 'adds', removed: 'breaks' } as const;
  const parts = [...ours].flatMap(([name, endpoint]) => {
    const after = theirs.get(name);
    return after ? endpointChanges(`${prefix}${name}`, endpoint, after) : [];
  });
  const whole = nameChanges(label, [ours.keys(), theirs.keys()], effects, { prefix });
  return [...whole, ...parts];
}

/** Whether the contract has a code. Its document shows only those that an operation returns. */
function isKnown(code: string, status: string): boolean {
  const codes: Readonly<Record<string, { readonly status: number }>> = errorCodes;
  return Object.hasOwn(codes, code) && codes[code]?.status === Number(status);
}

function codeChanges(ours: Surface['codes'], theirs: Surface['codes']): Change[] {
  return [...theirs].flatMap(([status, after]) => {
    if (after.size === 0) return [];
    const before = ours.get(status) ?? new Set();
    const known = [...after].filter((code) => before.has(code) || !isKnown(code, status));
    const effects = { added: 'adds', removed: 'relaxes' } as const;
    return nameChanges('code', [before, known], effects, { endpoint: `error ${status}` });
  });
}

/** Returns every difference between the contract and a document, each once. */
export function changesBetween(ours: Surface, theirs: Surface): readonly Change[] {
  return [
    ...compared('operation', '', ours.operations, theirs.operations),
    ...compared('event', 'event ', ours.events, theirs.events),
    ...codeChanges(ours.codes, theirs.codes),
  ];
}
