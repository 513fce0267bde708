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
  /** The JSON types of a field that was added. */
  readonly types?: readonly string[];
}

type Place = 'request' | 'result';

interface Found {
  readonly kind: string;
  readonly effect: Effect;
  readonly detail?: string;
}

function missing(from: readonly string[], values: readonly string[]): readonly string[] {
  return from.filter((value) => !values.includes(value));
}

function requirement(place: Place, ours: Field, theirs: Field): Found[] {
  if (ours.isRequired === theirs.isRequired) return [];
  // The contract leaves more fields of results optional than the service promises, on purpose.
  if (place === 'result' && theirs.isRequired) return [];
  const kind = theirs.isRequired ? 'required now' : 'optional now';
  const isBreaking = place === 'request' ? theirs.isRequired : !theirs.isRequired;
  return [{ kind, effect: isBreaking ? 'breaks' : 'relaxes' }];
}

function valueChanges(place: Place, ours: Field, theirs: Field): Found[] {
  if (ours.values === undefined && theirs.values === undefined) return [];
  if (ours.values === undefined) {
    const effect = place === 'request' ? 'breaks' : 'adds';
    return [{ kind: 'enum given', effect, detail: theirs.values?.join(', ') ?? '' }];
  }
  if (theirs.values === undefined) {
    return [{ kind: 'enum dropped', effect: 'relaxes', detail: ours.values.join(', ') }];
  }
  const added = missing(theirs.values, ours.values);
  const removed = missing(ours.values, theirs.values);
  return [
    ...(added.length === 0
      ? []
      : [{ kind: 'enum widened', effect: 'adds' as const, detail: added.join(', ') }]),
    ...(removed.length === 0
      ? []
      : [
          {
            kind: 'enum narrowed',
            effect: place === 'request' ? ('breaks' as const) : ('relaxes' as const),
            detail: removed.join(', '),
          },
        ]),
  ];
}

function typeChanges(place: Place, ours: Field, theirs: Field): Found[] {
  if (ours.types.length === 0 || theirs.types.length === 0) return [];
  const detail = `${ours.types.join(' | ')} → ${theirs.types.join(' | ')}`;
  if (detail === `${ours.types.join(' | ')} → ${ours.types.join(' | ')}`) return [];
  const accepts = (wide: readonly string[], narrow: readonly string[]) =>
    narrow.every((type) => wide.includes(type) || (type === 'integer' && wide.includes('number')));
  const isFine =
    place === 'request' ? accepts(theirs.types, ours.types) : accepts(ours.types, theirs.types);
  return [{ kind: 'type changed', effect: isFine ? 'relaxes' : 'breaks', detail }];
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
  if (ours.variants.length === 0 || theirs.variants.length === 0) return [];
  const [before, after] = [ours, theirs].map(
    ({ variants }) => new Set(variants.map(discriminator)),
  );
  const shared = (variant: string) =>
    before?.has(discriminator(variant)) === true && after?.has(discriminator(variant)) === true;
  const added = missing(theirs.variants, ours.variants).filter(shared);
  const removed = missing(ours.variants, theirs.variants).filter(shared);
  return [
    ...(added.length === 0
      ? []
      : [{ kind: 'variant added', effect: 'adds' as const, detail: added.join(', ') }]),
    ...(removed.length === 0
      ? []
      : [{ kind: 'variant removed', effect: 'breaks' as const, detail: removed.join(', ') }]),
  ];
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
  const added = [...theirs].flatMap(([path, field]) => {
    const hasNewParent = path !== '' && parentOf(path) !== '' && !ours.has(parentOf(path));
    if (ours.has(path) || hasNewParent) return [];
    const isRequired = place === 'request' && field.isRequired;
    const kind = isRequired ? 'required field added' : 'field added';
    const sibling = [...ours].find(([each]) => parentOf(each) === parentOf(path) && each !== '');
    const found: Found = { kind, effect: isRequired ? 'breaks' : 'adds' };
    return [{ ...change(path, found, sibling?.[1]), types: field.types }];
  });
  const rest = [...ours].flatMap(([path, field]): Change[] => {
    const after = theirs.get(path);
    if (after === undefined) {
      const hasGoneParent = path !== '' && parentOf(path) !== '' && !theirs.has(parentOf(path));
      const isNeeded = place === 'request' || field.isRequired;
      const found: Found = { kind: 'field removed', effect: isNeeded ? 'breaks' : 'relaxes' };
      return hasGoneParent ? [] : [change(path, found, field)];
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

function listChanges(
  ours: Iterable<string>,
  theirs: Iterable<string>,
  change: (name: string, isAdded: boolean) => Change,
): Change[] {
  const [before, after] = [new Set(ours), new Set(theirs)];
  return [
    ...[...after].filter((name) => !before.has(name)).map((name) => change(name, true)),
    ...[...before].filter((name) => !after.has(name)).map((name) => change(name, false)),
  ];
}

function endpointChanges(endpoint: string, ours: Endpoint, theirs: Endpoint): Change[] {
  const statuses = listChanges(ours.results.keys(), theirs.results.keys(), (status, isAdded) => ({
    key: `${endpoint} ${status}: status ${isAdded ? 'added' : 'removed'}`,
    endpoint,
    kind: isAdded ? 'status added' : 'status removed',
    effect: isAdded ? 'breaks' : 'relaxes',
  }));
  const rejections = listChanges(ours.rejections, theirs.rejections, (status, isAdded) => ({
    key: `${endpoint} ${status}: status ${isAdded ? 'added' : 'removed'}`,
    endpoint,
    kind: isAdded ? 'status added' : 'status removed',
    effect: isAdded ? 'adds' : 'relaxes',
  }));
  return [
    ...fieldChanges(endpoint, 'parameter', 'request', ours.parameters, theirs.parameters),
    ...fieldChanges(endpoint, 'request', 'request', ours.request, theirs.request),
    ...[...ours.results].flatMap(([status, fields]) => {
      const after = theirs.results.get(status);
      return after ? fieldChanges(endpoint, status, 'result', fields, after) : [];
    }),
    ...statuses,
    ...rejections,
  ];
}

function compared(
  label: string,
  prefix: string,
  ours: ReadonlyMap<string, Endpoint>,
  theirs: ReadonlyMap<string, Endpoint>,
): Change[] {
  const whole = listChanges(ours.keys(), theirs.keys(), (name, isAdded) => ({
    key: `${prefix}${name}: ${label} ${isAdded ? 'added' : 'removed'}`,
    endpoint: `${prefix}${name}`,
    kind: `${label} ${isAdded ? 'added' : 'removed'}`,
    effect: isAdded ? 'adds' : 'breaks',
  }));
  const parts = [...ours].flatMap(([name, endpoint]) => {
    const after = theirs.get(name);
    return after ? endpointChanges(`${prefix}${name}`, endpoint, after) : [];
  });
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
    const compared = [...after].filter((code) => before.has(code) || !isKnown(code, status));
    return listChanges(before, compared, (code, isAdded) => ({
      key: `error ${status} ${code}: code ${isAdded ? 'added' : 'removed'}`,
      endpoint: `error ${status}`,
      kind: isAdded ? 'code added' : 'code removed',
      effect: isAdded ? 'adds' : 'relaxes',
      field: code,
    }));
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
