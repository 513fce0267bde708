import { errorCodes } from '@org/payments-contract';
import {
  allDifferences,
  type Effect,
  type Found,
  type Place,
  variantChanges,
} from './field-changes.ts';
import { type Field, type FieldMap, parentOf } from './fields.ts';
import type { Endpoint, Surface } from './surface.ts';

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
  /** The variants of the object in which it is so, if not in all: `type CARD`. */
  readonly within?: readonly string[];
  /** The schema of the contract to which the field belongs, if it has a name. */
  readonly schema?: string;
  readonly field?: string;
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
      ...allDifferences(path, place, field, after),
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

function markedChanges(endpoint: string, ours: Endpoint, theirs: Endpoint): Change[] {
  return [...ours.marks].flatMap(([name, before]) => {
    const after = theirs.marks.get(name);
    // A body that only one side has is named at its fields.
    if (!before || !after || after === before) return [];
    const [kind, detail] = [`${name} changed`, `${before} → ${after}`];
    return [{ key: `${endpoint}: ${kind}`, endpoint, kind, effect: 'breaks', detail }];
  });
}

function endpointChanges(endpoint: string, ours: Endpoint, theirs: Endpoint): Change[] {
  const statuses = (added: Effect, before: Iterable<string>, after: Iterable<string>) =>
    nameChanges('status', [before, after], { added, removed: 'relaxes' }, { endpoint });
  return [
    ...markedChanges(endpoint, ours, theirs),
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
